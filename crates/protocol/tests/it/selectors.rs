//! A unit is named by exactly one of three selectors.

use dealeragent_protocol::{
    intake::Intake,
    schema,
    tools::{
        ToolContract, get_used_vehicle_details::GetUsedVehicleDetails, get_vehicle::GetVehicle, unit::UnitSelector,
        verify_availability::VerifyAvailability,
    },
};
use serde_json::{Value, json};

use crate::arguments::VIN;

const SELECTORS: [(&str, &str); 3] = [("vehicle_id", "veh_1"), ("vin", VIN), ("stock_number", "A-1")];

fn arguments(sent: [bool; 3]) -> Value {
    let mut value = json!({ "organization_id": "org-one", "rooftop_id": "main" });
    for ((name, selector), _) in SELECTORS.iter().zip(sent).filter(|(_, sent)| *sent) {
        value[*name] = (*selector).into();
    }
    value
}

fn check_every_combination<T: ToolContract>(selector: fn(&T::Input) -> Option<UnitSelector>) {
    let intake = Intake::<T::Input>::lenient().unwrap();
    let published = jsonschema::validator_for(&schema::full_input(T::TOOL)).unwrap();
    for bits in 0_u8..8 {
        let sent = [bits & 1 > 0, bits & 2 > 0, bits & 4 > 0];
        let value = arguments(sent);
        let read = intake.read(value.clone(), T::check_between_fields);
        let one = bits.count_ones() == 1;
        assert_eq!(read.is_ok(), one, "{value}");
        assert_eq!(published.is_valid(&value), one, "{value}");
        match read {
            Ok(input) => {
                let name = match selector(&input).unwrap() {
                    UnitSelector::VehicleId(_) => "vehicle_id",
                    UnitSelector::Vin(_) => "vin",
                    UnitSelector::StockNumber(_) => "stock_number",
                };
                assert!(value.get(name).is_some());
            }
            Err(violations) => {
                let [only] = violations.as_slice() else { panic!("{violations:?}") };
                assert_eq!((only.instance_location.as_str(), only.keyword.as_str()), ("/", "oneOf"));
                let how_many = if bits == 0 { "none was sent" } else { "more than one was sent" };
                assert!(only.explanation.as_str().ends_with(how_many));
            }
        }
    }
}

#[test]
fn get_vehicle_takes_exactly_one() {
    check_every_combination::<GetVehicle>(|input| input.selector());
}

#[test]
fn verify_availability_takes_exactly_one() {
    check_every_combination::<VerifyAvailability>(|input| input.selector());
}

#[test]
fn get_used_vehicle_details_takes_exactly_one() {
    check_every_combination::<GetUsedVehicleDetails>(|input| input.selector());
}

#[test]
fn the_rule_still_speaks_when_a_field_is_wrong() {
    let intake = Intake::<<GetVehicle as ToolContract>::Input>::lenient().unwrap();
    let refusal = intake.read(json!({ "organization_id": "-" }), GetVehicle::check_between_fields).unwrap_err();
    let keywords: Vec<&str> = refusal.as_slice().iter().map(|e| e.keyword.as_str()).collect();
    assert!(keywords.contains(&"oneOf") && keywords.contains(&"pattern") && keywords.contains(&"required"));
}
