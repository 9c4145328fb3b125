//! `dealeragent.inventory.search`.

mod notices;
mod reach;

use dealeragent_inventory::{Hit, Position, SearchOutcome, SearchQuery, StoredListing};
use dealeragent_protocol::{
    error::ErrorCode,
    facts::{Availability, Freshness, Provenance},
    intake::Violations,
    tools::search::{Search, SearchRequest},
    values::{Distance, PageInfo, Text, Timestamp},
    wording::en,
};

use self::reach::Reach;
use super::unit::{Inventory, band_of};
use crate::{
    Answer, DealerRooftop, Failure, Notices, Permit, Target,
    call::{Call, GatewayTool},
};

impl GatewayTool for Search {
    fn target(input: &SearchRequest) -> Target<'_> {
        Target::Organization(Some(&input.organization_id), input.rooftop_ids.as_deref())
    }

    async fn run(call: &Call<'_>, permit: &Permit<Self>, input: &SearchRequest) -> Result<Answer, Failure> {
        let binding = binding(call, permit, input)?;
        let after = open_cursor(call, input, &binding)?;
        let view = Inventory::of(call.gateway, permit);
        let reach = Reach::of(view.organization(permit)?, permit.rooftops()).ok_or_else(|| not_loaded(call))?;
        let page = input.page.clone().unwrap_or_default();
        let outcome = reach.inventory().search(&SearchQuery {
            rooftops: Some(reach.rooftops()),
            query: input.query.as_ref().map(Text::as_str),
            filters: input.filters.as_ref(),
            sort: input.sort,
            after: after.as_ref(),
            limit: page.limit.unwrap_or_default().get(),
            now: call.context.now,
        });
        let notices = notices::of(&outcome, &reach, permit.left_out(), input.filters.as_ref());
        page_of(call, permit, Found { outcome: &outcome, reach: &reach, notices }, &binding)
    }
}

/// What a search came to.
struct Found<'a> {
    outcome: &'a SearchOutcome<'a>,
    reach: &'a Reach<'a>,
    notices: Notices,
}

/// An inventory that is not there has no matches and no misses either.
fn not_loaded(call: &Call<'_>) -> Failure {
    let failure = Failure::new(ErrorCode::UpstreamUnavailable, "no rooftop that was asked for has had a first file");
    let failure = failure.saying(en::INVENTORY_NOT_LOADED);
    match call.gateway.until_next_feed_run(call.context.now) {
        Some(wait) => failure.retry_after(wait),
        None => failure,
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
    call.gateway.cursor_keys().open(cursor, binding, call.context.now).map(Some).map_err(|_| {
        let mut violations = Violations::default();
        let wanted = "must be next_cursor of the page before, unchanged, at most an hour old, with the same arguments";
        violations.add("/page/cursor", "cursor", wanted);
        Failure::validation(violations)
    })
}

/// What a vehicle's line in the summary takes, in bytes.
const SUMMARY_LINE: usize = 420;

/// Facets, sources and notices need their part of the budget.
fn room_for_vehicles(budget: usize) -> usize {
    budget - (budget / 4).min(8_000)
}

/// Writes the page, cut where it would outgrow the budget.
fn page_of(
    call: &Call<'_>,
    permit: &Permit<Search>,
    Found { outcome, reach, mut notices }: Found<'_>,
    binding: &[u8],
) -> Result<Answer, Failure> {
    let now = call.context.now;
    let dealer = permit.dealer()?;
    let room = room_for_vehicles(call.gateway.answer_budget());
    let mut structured = Vec::with_capacity(32 * 1024);
    structured.extend_from_slice(b"{\"vehicles\":[");
    let mut shown: Vec<&Hit<'_>> = Vec::with_capacity(outcome.hits.len());
    for hit in &outcome.hits {
        let before = structured.len();
        if !shown.is_empty() {
            structured.push(b',');
        }
        let written = hit.unit.write_vehicle_for_page(now, &mut structured);
        // Each vehicle has its line in the summary too.
        let too_long = structured.len() + (shown.len() + 1) * SUMMARY_LINE > room && !shown.is_empty();
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
    notices.page_shortened = shown.len() < outcome.hits.len();
    notices.synthetic = dealer.synthetic;
    let has_more = outcome.has_more || notices.page_shortened;
    let last = shown.last().filter(|_| has_more);
    let next_cursor = last.and_then(|hit| call.gateway.cursor_keys().seal(&hit.position, binding, now));
    let rest = Rest {
        facets: &outcome.facets,
        page: PageInfo { next_cursor, has_more },
        provenance: reach.provenance(outcome, dealer.synthetic)?,
        freshness: reach.freshness(outcome, now),
        trace_id: &call.context.trace_id,
    };
    let rest = serde_json::to_vec(&rest).map_err(|_| Failure::new(ErrorCode::Internal, "cannot write a page"))?;
    structured.extend_from_slice(b"],");
    structured.extend_from_slice(rest.get(1..).unwrap_or_default());
    let oldest = reach.oldest(outcome);
    let summary = notices::summary(dealer, &shown, &notices, (oldest, has_more), now);
    let resource_ids = shown.iter().map(|hit| hit.unit.listing().vehicle_id.clone()).collect();
    Ok(Answer { structured, summary, notices, resource_ids, rate: None })
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

/// What a line about a unit needs; `None` without a price.
pub(crate) fn vehicle_words<'a>(
    unit: &'a StoredListing,
    rooftop: &'a DealerRooftop,
    availability: &'a Availability,
    now: Timestamp,
) -> Option<en::VehicleWords<'a>> {
    let listing = unit.listing();
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
        charges: rooftop.charges.as_deref(),
        availability,
        band: band_of(unit, rooftop, now),
    })
}
