//! `dealeragent.inventory.get_used_vehicle_details`.

use dealeragent_protocol::{
    tools::{get_used_vehicle_details::GetUsedVehicleDetails, unit::VehicleRequest},
    wording::en,
};

use super::unit::{View, name_of, with_notice};
use crate::{
    Answer, Failure, Permit, Target,
    call::{Call, GatewayTool},
    used,
};

impl GatewayTool for GetUsedVehicleDetails {
    fn target(input: &VehicleRequest) -> Target<'_> {
        Target::Rooftop(&input.organization_id, &input.rooftop_id)
    }

    fn run(call: &Call<'_>, permit: &Permit<Self>, input: &VehicleRequest) -> Result<Answer, Failure> {
        let view = View::of(call.gateway);
        let unit = view.unit(permit, input.selector().as_ref())?;
        let details = used::details(unit, call.context)?;
        let summary = en::used_summary(&name_of(unit), &details, call.context.now);
        Ok(Answer::of(&details, with_notice(summary, permit.dealer()?.synthetic))?.about(&unit.listing().vehicle_id))
    }
}
