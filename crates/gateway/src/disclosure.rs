//! Builds price disclosures (contract.md section 5).

use dealeragent_inventory::{Listing, StoredListing};
use dealeragent_protocol::{
    facts::{
        AdvertisedPrice, AuthorityStatus, Band, Completeness, CompletenessComponents, Freshness,
        GovernmentChargeStatus, GovernmentCharges, PricingDisclosure, Uncertainty, UncertaintyStatus,
    },
    tools::get_disclosure::DisclosureRequest,
    values::{DisclosureId, List, Text},
    wording::en,
};

use crate::{Dealer, DealerRooftop, Failure, RequestContext};

/// Everything that is known about one unit's price.
pub(crate) fn disclose(
    (unit, words): (&StoredListing, &en::UnitWords<'_>),
    price: &AdvertisedPrice,
    (dealer, rooftop): (&Dealer, &DealerRooftop),
    request: &DisclosureRequest,
    context: &RequestContext,
) -> Result<PricingDisclosure, Failure> {
    let listing = unit.listing();
    let adjustments = dealer
        .incentives
        .iter()
        .filter(|offer| offer.is_shown(listing, context.now, request.jurisdiction.as_ref(), request.payment_mode))
        .filter_map(|offer| offer.adjustment())
        .collect();
    let mut disclosure = PricingDisclosure {
        disclosure_id: disclosure_id(listing, context)?,
        vehicle_id: listing.vehicle_id.clone(),
        organization_id: listing.organization_id.clone(),
        rooftop_id: listing.rooftop_id.clone(),
        advertised_price: price.clone(),
        required_dealer_charges: list(rooftop.charges.clone().unwrap_or_default())?,
        conditional_adjustments: list(adjustments)?,
        government_charges: unknown_government_charges(request),
        disclosure_completeness: Completeness::of(components(unit, dealer, rooftop, words.band)),
        disclosure_text: None,
        uncertainty: uncertainty(rooftop.charges.is_some()),
        provenance: listing.provenance.clone(),
        freshness: Freshness::at(context.now, listing.observed_at, rooftop.targets.pricing.as_max_age()),
        extensions: None,
    };
    let words = en::DisclosureWords {
        unit: *words,
        charges_known: rooftop.charges.is_some(),
        observed_at: listing.observed_at,
        now: context.now,
    };
    disclosure.disclosure_text = Text::truncated(&en::disclosure_text(&disclosure, &words));
    Ok(disclosure)
}

fn components(
    unit: &StoredListing,
    dealer: &Dealer,
    rooftop: &DealerRooftop,
    availability_band: Band,
) -> CompletenessComponents {
    CompletenessComponents {
        advertised_price_present_and_authoritative: unit.listing().provenance.authority_status
            == AuthorityStatus::Authoritative,
        required_dealer_charges_itemized: rooftop.charges.is_some(),
        // An adjustment cannot be made without its criteria and stacking. A
        // dealer without any has not said that there are none
        // (docs/decisions/0006-completeness.md).
        conditional_adjustments_have_eligibility_and_stacking: !dealer.incentives.is_empty(),
        // Unknown is no class.
        government_charges_classified: false,
        availability_band,
    }
}

/// No configured source estimates or calculates them yet, so they are unknown,
/// which is never zero.
fn unknown_government_charges(request: &DisclosureRequest) -> GovernmentCharges {
    GovernmentCharges {
        status: GovernmentChargeStatus::Unknown,
        jurisdiction: request.jurisdiction.clone(),
        lines: None,
        total: None,
        assumptions: None,
        provenance: None,
    }
}

fn uncertainty(charges_known: bool) -> Uncertainty {
    let reason = en::disclosure_uncertainty(charges_known);
    Uncertainty { status: UncertaintyStatus::Unknown, reason: Text::truncated(reason), assumptions: None }
}

/// One id for one unit's facts as of one observation: asking again for the
/// same gives the same.
fn disclosure_id(listing: &Listing, context: &RequestContext) -> Result<DisclosureId, Failure> {
    let text = format!("dis_{}_{}", listing.vehicle_id, listing.observed_at.as_second());
    DisclosureId::parse(&text).map_err(|_| {
        let trace = &context.trace_id;
        Failure::new(dealeragent_protocol::error::ErrorCode::Internal, format!("no disclosure id in {trace}"))
    })
}

fn list<T>(items: Vec<T>) -> Result<List<T>, Failure> {
    List::new(items)
        .map_err(|_| Failure::new(dealeragent_protocol::error::ErrorCode::Internal, "a list without bounds is full"))
}
