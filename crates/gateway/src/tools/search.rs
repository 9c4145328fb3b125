//! `dealeragent.inventory.search`.

use dealeragent_inventory::{Hit, OrganizationInventory, Position, SearchOutcome, SearchQuery, StoredListing};
use dealeragent_protocol::{
    error::ErrorCode,
    facts::{Authority, AuthorityStatus, Availability, Freshness, MaxAge, Provenance, Source},
    intake::Violations,
    tools::search::{Search, SearchRequest},
    values::{Distance, List, PageInfo, Text, Timestamp},
    wording::en,
};

use super::unit::View;
use crate::{
    Answer, DealerRooftop, Failure, Notices, Permit, Target,
    answer::FilterNotEvaluated,
    call::{Call, GatewayTool},
};

impl GatewayTool for Search {
    fn target(input: &SearchRequest) -> Target<'_> {
        Target::Organization(Some(&input.organization_id), input.rooftop_ids.as_deref())
    }

    fn run(call: &Call<'_>, permit: &Permit<Self>, input: &SearchRequest) -> Result<Answer, Failure> {
        let binding = binding(call, permit, input)?;
        let after = open_cursor(call, input, &binding)?;
        let view = View::of(call.gateway);
        let empty = OrganizationInventory::empty(permit.dealer()?.organization_id.clone());
        let inventory = view.organization(permit)?.unwrap_or(&empty);
        let page = input.page.clone().unwrap_or_default();
        let outcome = inventory.search(&SearchQuery {
            rooftops: Some(permit.rooftops()),
            query: input.query.as_ref().map(Text::as_str),
            filters: input.filters.as_ref(),
            sort: input.sort,
            after: after.as_ref(),
            limit: page.limit.unwrap_or_default().get(),
            now: call.context.now,
        });
        page_of(call, permit, &outcome, &binding)
    }
}

/// Everything that a cursor is bound to, as bytes.
fn binding(call: &Call<'_>, permit: &Permit<Search>, input: &SearchRequest) -> Result<Vec<u8>, Failure> {
    let query = SearchRequest { page: None, ..input.clone() };
    let rooftops: Vec<&str> = permit.rooftops().iter().map(|id| id.as_str()).collect();
    // Sites may share a gateway id, but never an address.
    let site = (call.site.gateway_id(), call.site.address().as_str());
    let bound = (site, call.context.principal.cursor_binding(), query, rooftops);
    serde_json::to_vec(&bound).map_err(|_| Failure::new(ErrorCode::Internal, "a query cannot be written as JSON"))
}

fn open_cursor(call: &Call<'_>, input: &SearchRequest, binding: &[u8]) -> Result<Option<Position>, Failure> {
    let Some(cursor) = input.page.as_ref().and_then(|page| page.cursor.as_ref()) else { return Ok(None) };
    call.gateway.cursor_key().open(cursor, binding, call.context.now).map(Some).map_err(|_| {
        let mut violations = Violations::default();
        let wanted = "must be next_cursor of the page before, unchanged, at most an hour old, with the same arguments";
        violations.add("/page/cursor", "cursor", wanted);
        Failure::validation(violations)
    })
}

/// Writes the page, cut where it would outgrow the budget.
fn page_of(
    call: &Call<'_>,
    permit: &Permit<Search>,
    outcome: &SearchOutcome<'_>,
    binding: &[u8],
) -> Result<Answer, Failure> {
    let now = call.context.now;
    let dealer = permit.dealer()?;
    let budget = call.gateway.answer_budget();
    let mut structured = Vec::with_capacity(32 * 1024);
    structured.extend_from_slice(b"{\"vehicles\":[");
    let mut shown: Vec<&Hit<'_>> = Vec::with_capacity(outcome.hits.len());
    for hit in &outcome.hits {
        let before = structured.len();
        if !shown.is_empty() {
            structured.push(b',');
        }
        let written = hit.unit.write_vehicle(now, &mut structured);
        let too_long = structured.len() > budget && !shown.is_empty();
        if !written || too_long {
            structured.truncate(before);
        }
        if too_long {
            break;
        }
        if written {
            shown.push(hit);
        }
    }
    let page_shortened = shown.len() < outcome.hits.len();
    let has_more = outcome.has_more || page_shortened;
    let last = shown.last().filter(|_| has_more);
    let next_cursor = last.and_then(|hit| call.gateway.cursor_key().seal(&hit.position, binding, now));
    let rest = Rest {
        facets: &outcome.facets,
        page: PageInfo { next_cursor, has_more },
        provenance: provenance(outcome, dealer.recorded_at)?,
        freshness: freshness(outcome, now),
        trace_id: &call.context.trace_id,
    };
    let rest = serde_json::to_vec(&rest).map_err(|_| Failure::new(ErrorCode::Internal, "cannot write a page"))?;
    structured.extend_from_slice(b"],");
    structured.extend_from_slice(rest.get(1..).unwrap_or_default());
    let notices = Notices {
        total: Some(outcome.total),
        filters_not_evaluated: not_evaluated(outcome),
        page_shortened,
        synthetic: dealer.synthetic,
    };
    let summary = summary(outcome, permit, &shown, &notices, has_more, now)?;
    let resource_ids = shown.iter().map(|hit| hit.unit.listing().vehicle_id.clone()).collect();
    Ok(Answer { structured, summary, notices, resource_ids })
}

/// A response without its vehicles.
#[derive(serde::Serialize)]
struct Rest<'a, F> {
    facets: &'a F,
    page: PageInfo,
    provenance: Provenance,
    freshness: Freshness,
    trace_id: &'a dealeragent_protocol::values::TraceId,
}

fn not_evaluated(outcome: &SearchOutcome<'_>) -> Vec<FilterNotEvaluated> {
    outcome
        .unanswered
        .iter()
        .map(|unanswered| FilterNotEvaluated {
            filter: unanswered.filter.as_str(),
            rooftop_ids: unanswered.rooftops.iter().map(ToString::to_string).collect(),
        })
        .collect()
}

fn summary(
    outcome: &SearchOutcome<'_>,
    permit: &Permit<Search>,
    shown: &[&Hit<'_>],
    notices: &Notices,
    has_more: bool,
    now: Timestamp,
) -> Result<String, Failure> {
    let dealer = permit.dealer()?;
    let availabilities: Vec<Availability> = shown.iter().map(|hit| hit.unit.availability()).collect();
    let vehicles: Vec<en::VehicleWords<'_>> = shown
        .iter()
        .zip(&availabilities)
        .filter_map(|(hit, availability)| {
            let rooftop = dealer.rooftop(&hit.unit.listing().rooftop_id)?;
            vehicle_words(hit.unit, rooftop, availability, now)
        })
        .collect();
    let not_evaluated: Vec<String> = notices
        .filters_not_evaluated
        .iter()
        .map(|filter| format!("{} at {}, whose data does not have it", filter.filter, filter.rooftop_ids.join(", ")))
        .collect();
    let words = en::SearchWords {
        dealer: dealer.name.as_str(),
        total: outcome.total,
        oldest: outcome.oldest_observed_at,
        has_more,
        not_evaluated: &not_evaluated,
        synthetic: dealer.synthetic,
    };
    Ok(en::search_summary(&words, &vehicles, now))
}

/// What a line about a unit needs; `None` without a price.
pub(super) fn vehicle_words<'a>(
    unit: &'a StoredListing,
    rooftop: &DealerRooftop,
    availability: &'a Availability,
    now: Timestamp,
) -> Option<en::VehicleWords<'a>> {
    let listing = unit.listing();
    let limits = rooftop.band_limits();
    Some(en::VehicleWords {
        vehicle_id: &listing.vehicle_id,
        rooftop_id: &listing.rooftop_id,
        year: listing.year.get(),
        make: listing.make.as_str(),
        model: listing.model.as_str(),
        trim: listing.trim.as_ref().map(Text::as_str),
        condition: listing.condition,
        odometer: listing.odometer.map(|odometer| Distance { value: odometer.value, unit: odometer.unit }),
        price: listing.price.as_ref()?,
        availability,
        band: limits.of_observation(listing.availability.authority, listing.availability.observed_at, now),
    })
}

/// The sources of the whole match; of the configuration where nothing matches.
fn provenance(outcome: &SearchOutcome<'_>, recorded_at: Timestamp) -> Result<Provenance, Failure> {
    let sources = if outcome.sources.is_empty() {
        vec![Source {
            source_name: Text::bounded("no listing matches"),
            source_uri: None,
            source_record_id: None,
            authority: Authority::Unknown,
            observed_at: recorded_at,
            content_digest: None,
        }]
    } else {
        outcome.sources.clone()
    };
    let authority_status =
        if outcome.sources.is_empty() { AuthorityStatus::Unknown } else { AuthorityStatus::Asserted };
    let impossible = |_| Failure::new(ErrorCode::Internal, "a page without a source");
    Ok(Provenance {
        sources: List::new(sources).map_err(impossible)?,
        authority_status,
        transformed_at: None,
        transformations: None,
    })
}

/// The oldest observation of the whole match, against its tightest target. An
/// empty match is as fresh as the answer.
fn freshness(outcome: &SearchOutcome<'_>, now: Timestamp) -> Freshness {
    let max_age = outcome.tightest_max_age.unwrap_or(MaxAge::LONGEST);
    Freshness::at(now, outcome.oldest_observed_at.unwrap_or(now), max_age)
}
