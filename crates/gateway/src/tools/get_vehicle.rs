//! `dealeragent.inventory.get_vehicle`.

use dealeragent_protocol::{
    error::ErrorCode,
    tools::{get_vehicle::GetVehicle, unit::VehicleRequest},
    wording::en,
};

use super::{search::vehicle_words, unit::Inventory, unit::with_notice};
use crate::{
    Answer, Failure, Notices, Permit, Target,
    call::{Call, GatewayTool},
};

impl GatewayTool for GetVehicle {
    fn target(input: &VehicleRequest) -> Target<'_> {
        Target::Rooftop(&input.organization_id, &input.rooftop_id)
    }

    async fn run(call: &Call<'_>, permit: &Permit<Self>, input: &VehicleRequest) -> Result<Answer, Failure> {
        let view = Inventory::of(call.gateway, permit);
        let unit = view.unit(permit, input.selector().as_ref())?;
        let now = call.context.now;
        let mut structured = Vec::with_capacity(4096);
        let availability = unit.availability();
        let words = vehicle_words(unit, permit.rooftop()?, &availability, now);
        let Some(words) = words.filter(|_| unit.write_vehicle(now, &mut structured)) else {
            return Err(Failure::new(ErrorCode::PricingIncomplete, "the unit has no usable price"));
        };
        let summary = with_notice(en::vehicle_line(&words, now), permit.dealer()?.synthetic);
        let resource_ids = vec![unit.listing().vehicle_id.clone()];
        Ok(Answer { structured, summary, notices: Notices::default(), resource_ids, rate: None })
    }
}
