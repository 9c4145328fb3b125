//! The types and the published schema judge arguments alike. They differ in
//! two things only, which no schema of the protocol says: which currency codes
//! exist, and how large an integer we hold.

use std::cell::Cell;

use dealeragent_protocol::{
    intake::Intake,
    schema,
    tool::Tool,
    tools::{
        ToolContract, dealer_get::DealerGet, get_disclosure::GetDisclosure, get_manifest::GetManifest,
        get_used_vehicle_details::GetUsedVehicleDetails, get_vehicle::GetVehicle, search::Search,
        verify_availability::VerifyAvailability,
    },
    values::Currency,
};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Number, Value, json};

use crate::{
    arguments,
    mutations::{changes, damaged},
};

#[test]
fn types_and_schema_agree_on_every_tool() {
    for tool in Tool::ALL {
        match tool {
            Tool::GetManifest => agree::<GetManifest>(),
            Tool::DealerGet => agree::<DealerGet>(),
            Tool::Search => agree::<Search>(),
            Tool::GetVehicle => agree::<GetVehicle>(),
            Tool::VerifyAvailability => agree::<VerifyAvailability>(),
            Tool::GetDisclosure => agree::<GetDisclosure>(),
            Tool::GetUsedVehicleDetails => agree::<GetUsedVehicleDetails>(),
        }
    }
}

fn agree<T: ToolContract>() {
    let intake = Intake::<T::Input>::strict().unwrap();
    let validator = published::<T>();
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config { cases: 1500, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&changes(), |changes| {
        let value = damaged(arguments::full(T::TOOL), &changes);
        let expected = validator.is_valid(&value) && currencies_exist(&value) && integers_fit(&value);
        let read = intake.read(value.clone(), |_, _| {});
        let counter = if expected { &accepted } else { &refused };
        counter.set(counter.get() + 1);
        prop_assert_eq!(read.is_ok(), expected, "{}: {}\n{:?}", T::TOOL, value, read.err());
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    // Neither judgement may be the only one that was ever given.
    assert!(accepted.get() > 50 && refused.get() > 50, "{}: {accepted:?} {refused:?}", T::TOOL);
}

/// A validator of the published schema without its rule between fields.
fn published<T: ToolContract>() -> jsonschema::Validator {
    let mut schema = schema::full_input(T::TOOL);
    schema.as_object_mut().unwrap().remove("oneOf");
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

const PRICES: [&str; 2] = ["/filters/price_min", "/filters/price_max"];

fn currencies_exist(value: &Value) -> bool {
    PRICES.iter().all(|price| {
        let currency = value.pointer(&format!("{price}/currency")).and_then(Value::as_str);
        currency.is_none_or(|code| Currency::parse(code).is_ok())
    })
}

fn integers_fit(value: &Value) -> bool {
    let naturals = [
        "/filters/odometer_min/value",
        "/filters/odometer_max/value",
        "/filters/inventory_age_min_days",
        "/filters/inventory_age_max_days",
    ];
    let number = |pointer: &str| value.pointer(pointer).and_then(Value::as_number);
    let amounts = PRICES.map(|price| format!("{price}/amount_minor"));
    naturals.iter().all(|at| number(at).is_none_or(|n| is_below(n, 18_446_744_073_709_551_616.0)))
        && amounts.iter().all(|at| number(at).is_none_or(|n| is_below(n, 9_223_372_036_854_775_808.0)))
}

fn is_below(number: &Number, limit: f64) -> bool {
    number.as_i64().is_some()
        || match number.as_u64() {
            Some(natural) => limit > 1e19 || i64::try_from(natural).is_ok(),
            None => number.as_f64().unwrap() < limit,
        }
}

#[test]
fn laxities_of_serde_are_refused() {
    let intake = Intake::<<Search as ToolContract>::Input>::strict().unwrap();
    for (at, bad) in [
        ("query", json!(null)),
        ("filters", json!(null)),
        ("sort", json!(["year", "asc"])),
        ("page", json!(["abc", 10])),
        ("filters", json!({ "price_min": [100, "USD"] })),
        ("filters", json!({ "odometer_max": [1, "mi"] })),
        ("filters", json!({ "year_min": null })),
    ] {
        let value = json!({ "organization_id": "org-one", at: bad });
        let refusal = intake.read(value.clone(), |_, _| {}).expect_err(&value.to_string());
        assert!(refusal.as_slice()[0].explanation.as_str().starts_with("must be "), "{refusal:?}");
    }
    assert!(intake.read(json!(["org-one"]), |_, _| {}).is_err(), "an array is no object");
}

#[test]
fn an_integer_may_be_written_with_a_zero_fraction() {
    let intake = Intake::<<Search as ToolContract>::Input>::strict().unwrap();
    let value = json!({
        "organization_id": "org-one",
        "filters": { "year_min": 2020.0, "inventory_age_min_days": -0.0,
                     "price_max": { "amount_minor": 2.5e6, "currency": "USD" } },
        "page": { "limit": 5.0 },
    });
    let read = intake.read(value, |_, _| {}).unwrap();
    let filters = read.filters.unwrap();
    assert_eq!(filters.year_min.unwrap().get(), 2020);
    assert_eq!(filters.inventory_age_min_days, Some(0));
    assert_eq!(filters.price_max.unwrap().minor(), 2_500_000);
    assert_eq!(read.page.unwrap().limit.unwrap().get(), 5);
}

#[test]
fn a_number_beyond_our_integers_is_refused_with_the_limit() {
    let intake = Intake::<<Search as ToolContract>::Input>::strict().unwrap();
    let value = json!({
        "organization_id": "org-one",
        "filters": {
            "price_min": { "amount_minor": u64::MAX, "currency": "USD" },
            "inventory_age_min_days": 1e20,
        },
    });
    let refusal = intake.read(value, |_, _| {}).unwrap_err();
    let said: Vec<_> =
        refusal.as_slice().iter().map(|e| (e.instance_location.as_str(), e.explanation.as_str())).collect();
    assert!(said.contains(&("/filters/price_min/amount_minor", "must be 9223372036854775807 or less")), "{said:?}");
    assert!(said.contains(&("/filters/inventory_age_min_days", "must be 18446744073709551615 or less")), "{said:?}");
    assert_eq!(said.len(), 2);
}
