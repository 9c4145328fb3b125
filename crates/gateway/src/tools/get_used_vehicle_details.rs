//! `dealeragent.inventory.get_used_vehicle_details`.

use dealeragent_protocol::{
    tools::{get_used_vehicle_details::GetUsedVehicleDetails, unit::VehicleRequest},
    wording::en,
};

use super::unit::{Inventory, band_of, name_of, unit_words, with_notice};
use crate::{
    Answer, Failure, Permit, Target,
    call::{Call, GatewayTool},
    used,
};

impl GatewayTool for GetUsedVehicleDetails {
    fn target(input: &VehicleRequest) -> Target<'_> {
        Target::Rooftop(&input.organization_id, &input.rooftop_id)
    }

    async fn run(call: &Call<'_>, permit: &Permit<Self>, input: &VehicleRequest) -> Result<Answer, Failure> {
        let view = Inventory::of(call.gateway, permit);
        let unit = view.unit(permit, input.selector().as_ref())?;
        let details = used::details(unit, call.context)?;
        let now = call.context.now;
        let (name, availability) = (name_of(unit), unit.availability());
        let words = unit_words(unit, &name, &availability, band_of(unit, permit.rooftop()?, now));
        let summary = en::used_summary(&words, &details, now);
        Ok(Answer::of(&details, with_notice(summary, permit.dealer()?.synthetic))?.about(&unit.listing().vehicle_id))
    }
}
