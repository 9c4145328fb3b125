//! `search` and `fetch`: the two tools that general research hosts look for.
//! Not the protocol's, so outside the manifest; what they give is what the
//! protocol's search and vehicle give, under the same permits and audit, each
//! result with its band.

use dealeragent_inventory::{SearchQuery, StoredListing};
use dealeragent_protocol::{
    error::ErrorCode,
    facts::Band,
    intake::Violations,
    tool::Tool,
    tools::{get_vehicle::GetVehicle, search::Search},
    values::{OrganizationId, ResourceUri, RooftopId, Text, Timestamp},
    wording::en,
};
use serde::Serialize;

use crate::{
    Answer, Dealer, Failure, Gateway, Permit, RequestContext, Site, Target, call,
    tools::{Inventory, band_of, name_of, vehicle_words},
    view::SeenDealer,
};

/// Results of one search.
const RESULTS: usize = 10;

/// What `search` gives.
#[derive(Serialize)]
struct Found {
    results: Vec<Document>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_searched: Vec<NotSearched>,
}

/// Rooftops of a dealer that can be searched one at a time, and were not here:
/// the protocol's search takes their names.
#[derive(Serialize)]
struct NotSearched {
    organization_id: OrganizationId,
    rooftop_ids: Vec<RooftopId>,
}

/// One vehicle as a document.
#[derive(Serialize)]
struct Document {
    id: String,
    title: String,
    text: String,
    url: String,
    metadata: Metadata,
}

/// What must not be lost from a document: how old it is, and what may be said.
#[derive(Serialize)]
struct Metadata {
    band: Band,
    observed_at: Timestamp,
    organization_id: String,
    rooftop_id: String,
}

/// Vehicles that match the words, over every dealer that the caller may search.
/// Rooftops that must be searched by themselves are left out and named.
///
/// # Errors
/// As the protocol's search; `validation.invalid` for a query that is none.
pub(crate) async fn search(
    gateway: &Gateway,
    site: &Site,
    context: &RequestContext,
    query: &str,
) -> Result<Answer, Failure> {
    let query = Text::<1, 500>::parse(query).map_err(|_| wrong("/query", "must be a text of 1 to 500 characters"))?;
    let view = gateway.view(site, context);
    let mut searched: Vec<_> = view.dealers().iter().filter_map(searchable).collect();
    drop(view);
    if searched.is_empty() {
        // That nobody's cars may be searched is not that none match: policy is
        // asked all the same, and its refusal is the answer.
        searched.extend(site.dealers().first().map(|dealer| (dealer.organization_id.clone(), Vec::new())));
    }
    let (mut documents, mut resource_ids, mut synthetic) = (Vec::new(), Vec::new(), false);
    let (mut not_searched, mut refusal, mut any) = (Vec::new(), None, false);
    for (organization, rooftops) in searched {
        let mut alone = Vec::new();
        let room = RESULTS.saturating_sub(documents.len());
        let found = &mut documents;
        let target = Target::Organization(Some(&organization), None);
        let answer = call::permitted::<Search>(gateway, site, context, target, |permit| {
            let inventory = Inventory::of(gateway, permit);
            let dealer = permit.dealer()?;
            synthetic |= dealer.synthetic;
            alone = permit.left_out().to_vec();
            let mut ids = Vec::new();
            if let Some(inventory) = inventory.organization(permit)? {
                let outcome = inventory.search(&SearchQuery {
                    rooftops: Some(permit.rooftops()),
                    query: Some(query.as_str()),
                    filters: None,
                    sort: None,
                    after: None,
                    limit: room,
                    now: context.now,
                });
                for hit in outcome.hits {
                    found.extend(document(hit.unit, dealer, context.now, false));
                    ids.push(hit.unit.listing().vehicle_id.clone());
                }
            }
            Ok(Answer { resource_ids: ids, ..Answer::of(&(), String::new())? })
        });
        match answer.await {
            Ok(answer) => {
                any = true;
                resource_ids.extend(answer.resource_ids);
            }
            // One dealer that is searched a rooftop at a time says nothing of
            // the others.
            Err(failure) if failure.code() == ErrorCode::ScopeInsufficient => {
                alone = rooftops;
                refusal = refusal.or(Some(failure));
            }
            Err(failure) => return Err(failure),
        }
        if !alone.is_empty() {
            not_searched.push(NotSearched { organization_id: organization, rooftop_ids: alone });
        }
    }
    if let Some(refusal) = refusal.filter(|_| !any) {
        return Err(refusal);
    }
    let mut answer = Answer::of(&Found { results: documents, not_searched }, String::new())?;
    (answer.resource_ids, answer.notices.synthetic) = (resource_ids, synthetic);
    Ok(answer)
}

/// A dealer, with the rooftops at which the caller may search.
fn searchable(seen: &SeenDealer<'_>) -> Option<(OrganizationId, Vec<RooftopId>)> {
    let rooftops = seen.rooftops.iter().filter(|seen| seen.tools.contains(Tool::Search));
    let rooftops: Vec<_> = rooftops.map(|seen| seen.rooftop.record.rooftop_id.clone()).collect();
    (!rooftops.is_empty()).then(|| (seen.dealer.organization_id.clone(), rooftops))
}

/// One vehicle by the id that [`search`] gave: its resource URI.
///
/// # Errors
/// `resource.not_found` for what is not there or not for this caller.
pub(crate) async fn fetch(
    gateway: &Gateway,
    site: &Site,
    context: &RequestContext,
    id: &str,
) -> Result<Answer, Failure> {
    let Some(ResourceUri::Vehicle(organization, rooftop, unit)) = ResourceUri::parse(id) else {
        return Err(wrong("/id", "must be an id that `search` gave"));
    };
    let target = Target::Rooftop(&organization, &rooftop);
    let made = call::permitted::<GetVehicle>(gateway, site, context, target, |permit: &Permit<GetVehicle>| {
        let inventory = Inventory::of(gateway, permit);
        let selector = dealeragent_protocol::tools::unit::UnitSelector::VehicleId(unit.clone());
        let found = inventory.unit(permit, Some(&selector))?;
        let unpriced = || Failure::new(ErrorCode::PricingIncomplete, "the unit has no usable price");
        let dealer = permit.dealer()?;
        let document = document(found, dealer, context.now, true).ok_or_else(unpriced)?;
        let mut answer = Answer::of(&document, String::new())?.about(&unit);
        answer.notices.synthetic = dealer.synthetic;
        Ok(answer)
    });
    made.await
}

/// A unit as a document; `None` without a usable price.
fn document(unit: &StoredListing, dealer: &Dealer, now: Timestamp, whole: bool) -> Option<Document> {
    let listing = unit.listing();
    let rooftop = dealer.rooftop(&listing.rooftop_id)?;
    let availability = unit.availability();
    let mut text = en::vehicle_line(&vehicle_words(unit, rooftop, &availability, now)?, now);
    if whole {
        let mut json = Vec::new();
        unit.write_vehicle(now, &mut json).then_some(())?;
        text.push_str("\n\n");
        text.push_str(std::str::from_utf8(&json).ok()?);
    }
    if dealer.synthetic {
        text.push('\n');
        text.push_str(en::SYNTHETIC);
    }
    let (organization, at) = (listing.organization_id.clone(), listing.rooftop_id.clone());
    Some(Document {
        title: name_of(unit),
        text,
        url: listing.listing_url.to_string(),
        metadata: Metadata {
            band: band_of(unit, rooftop, now),
            observed_at: listing.availability.observed_at,
            organization_id: organization.to_string(),
            rooftop_id: at.to_string(),
        },
        id: ResourceUri::Vehicle(organization, at, listing.vehicle_id.clone()).to_string(),
    })
}

fn wrong(pointer: &str, wanted: &str) -> Failure {
    let mut violations = Violations::default();
    violations.add(pointer, "format", wanted);
    Failure::validation(violations)
}
