//! `dealeragent.pricing.get_disclosure`.

use dealeragent_protocol::{
    error::ErrorCode,
    tools::{
        get_disclosure::{DisclosureRequest, GetDisclosure},
        unit::UnitSelector,
    },
    values::Text,
    wording::en,
};

use super::unit::{Inventory, band_of, name_of, unit_words, with_notice};
use crate::{
    Answer, Failure, Permit, Target,
    call::{Call, GatewayTool},
    disclosure,
};

impl GatewayTool for GetDisclosure {
    fn target(input: &DisclosureRequest) -> Target<'_> {
        Target::Rooftop(&input.organization_id, &input.rooftop_id)
    }

    async fn run(call: &Call<'_>, permit: &Permit<Self>, input: &DisclosureRequest) -> Result<Answer, Failure> {
        let view = Inventory::of(call.gateway, permit);
        let unit = view.unit(permit, Some(&UnitSelector::VehicleId(input.vehicle_id.clone())))?;
        let Some(price) = &unit.listing().price else {
            return Err(Failure::new(ErrorCode::PricingIncomplete, "the unit has no usable price"));
        };
        let (dealer, rooftop) = (permit.dealer()?, permit.rooftop()?);
        let (name, availability) = (name_of(unit), unit.availability());
        let words = unit_words(unit, &name, &availability, band_of(unit, rooftop, call.context.now));
        let disclosure = disclosure::disclose((unit, &words), price, (dealer, rooftop), input, call.context)?;
        let text = disclosure.disclosure_text.as_ref().map(Text::as_str).unwrap_or_default();
        let summary = with_notice(en::disclosure_summary(text, &words), dealer.synthetic);
        Ok(Answer::of(&disclosure, summary)?.about(&input.vehicle_id))
    }
}
