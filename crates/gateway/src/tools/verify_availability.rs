//! `dealeragent.inventory.verify_availability`.
//!
//! No live source is configured yet, so a check can only repeat the listing's
//! own assertion, and says so; it never upgrades it.

use dealeragent_protocol::{
    error::ErrorCode,
    facts::Band,
    tools::verify_availability::{AvailabilityRequest, AvailabilityResult, VerifyAvailability},
    wording::en,
};

use super::unit::{Inventory, band_of, name_of, unit_words, with_notice};
use crate::{
    Answer, Failure, Permit, Target,
    call::{Call, GatewayTool},
};

impl GatewayTool for VerifyAvailability {
    fn target(input: &AvailabilityRequest) -> Target<'_> {
        Target::RooftopFor(&input.organization_id, &input.rooftop_id, input.purpose)
    }

    fn run(call: &Call<'_>, permit: &Permit<Self>, input: &AvailabilityRequest) -> Result<Answer, Failure> {
        let rooftop = &permit.rooftop()?.record.rooftop_id;
        call.gateway.rates().take_rooftop(&permit.dealer()?.organization_id, rooftop, call.context.now)?;
        let view = Inventory::of(call.gateway, permit);
        let unit = view.unit(permit, input.selector().as_ref())?;
        let now = call.context.now;
        let listing = unit.listing();
        let assertion = &listing.availability;
        let freshness = unit.availability_freshness(now);
        if assertion.status.is_gone() {
            return Err(Failure::new(ErrorCode::VehicleUnavailable, format!("status {}", assertion.status))
                .with_freshness(freshness));
        }
        let band = band_of(unit, permit.rooftop()?, now);
        if band == Band::Stale {
            let stale = Failure::new(ErrorCode::VehicleStale, "the last observation is past its band");
            let stale = stale.with_freshness(freshness);
            return Err(match call.gateway.until_next_feed_run(now) {
                Some(wait) => stale.retry_after(wait),
                None => stale,
            });
        }
        let availability = unit.availability();
        let summary = en::check_summary(&unit_words(unit, &name_of(unit), &availability, band), now);
        let result = AvailabilityResult {
            vehicle_id: listing.vehicle_id.clone(),
            organization_id: listing.organization_id.clone(),
            rooftop_id: listing.rooftop_id.clone(),
            availability,
            provenance: listing.provenance.clone(),
            freshness,
            trace_id: call.context.trace_id.clone(),
        };
        Ok(Answer::of(&result, with_notice(summary, permit.dealer()?.synthetic))?.about(&listing.vehicle_id))
    }
}
