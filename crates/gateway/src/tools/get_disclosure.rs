//! `dealeragent.pricing.get_disclosure`.

use dealeragent_protocol::{
    error::ErrorCode,
    tools::{
        get_disclosure::{DisclosureRequest, GetDisclosure},
        unit::UnitSelector,
    },
};

use super::unit::{View, with_notice};
use crate::{
    Answer, Failure, Permit, Target,
    call::{Call, GatewayTool},
    disclosure,
};

impl GatewayTool for GetDisclosure {
    fn target(input: &DisclosureRequest) -> Target<'_> {
        Target::Rooftop(&input.organization_id, &input.rooftop_id)
    }

    fn run(call: &Call<'_>, permit: &Permit<Self>, input: &DisclosureRequest) -> Result<Answer, Failure> {
        let view = View::of(call.gateway);
        let unit = view.unit(permit, Some(&UnitSelector::VehicleId(input.vehicle_id.clone())))?;
        let Some(price) = &unit.listing().price else {
            return Err(Failure::new(ErrorCode::PricingIncomplete, "the unit has no usable price"));
        };
        let dealer = permit.dealer()?;
        let disclosure = disclosure::disclose(unit, price, (dealer, permit.rooftop()?), input, call.context)?;
        let text = disclosure.disclosure_text.as_ref().map(ToString::to_string).unwrap_or_default();
        Ok(Answer::of(&disclosure, with_notice(text, dealer.synthetic))?.about(&input.vehicle_id))
    }
}
