//! Rules between the filters of a search.

use dealeragent_protocol::{
    intake::Intake,
    tools::{ToolContract, search::Search},
};
use serde_json::{Value, json};

fn found(filters: &Value) -> Vec<(String, String)> {
    let intake = Intake::<<Search as ToolContract>::Input>::lenient().unwrap();
    let value = json!({ "organization_id": "org-one", "filters": filters });
    let violations = intake.read(value, Search::check_between_fields).err().unwrap_or_default();
    let found = violations.as_slice().iter();
    found.map(|error| (error.instance_location.to_string(), error.keyword.to_string())).collect()
}

fn range_at(pointer: &str) -> Vec<(String, String)> {
    vec![(pointer.to_owned(), "range".to_owned())]
}

#[test]
fn a_range_does_not_end_before_it_begins() {
    assert_eq!(found(&json!({ "year_min": 2024, "year_max": 2020 })), range_at("/filters/year_min"));
    assert_eq!(
        found(&json!({ "inventory_age_min_days": 2, "inventory_age_max_days": 1 })),
        range_at("/filters/inventory_age_min_days")
    );
    let price = |minor: i64, code: &str| json!({ "amount_minor": minor, "currency": code });
    assert_eq!(
        found(&json!({ "price_min": price(2, "USD"), "price_max": price(1, "USD") })),
        range_at("/filters/price_min")
    );
}

#[test]
fn equal_ends_and_open_ends_are_ranges() {
    assert_eq!(found(&json!({ "year_min": 2020, "year_max": 2020 })), []);
    assert_eq!(found(&json!({ "year_min": 2020 })), []);
    assert_eq!(found(&json!({ "inventory_age_min_days": 3, "inventory_age_max_days": 3 })), []);
    assert_eq!(found(&json!({ "odometer_min": { "value": 5, "unit": "mi" } })), []);
}

#[test]
fn prices_of_two_currencies_make_no_range() {
    let filters = json!({
        "price_min": { "amount_minor": 1, "currency": "USD" },
        "price_max": { "amount_minor": 9, "currency": "EUR" },
    });
    assert_eq!(found(&filters), range_at("/filters/price_max"));
}

#[test]
fn odometers_compare_across_units_exactly() {
    let between = |mi: u64, km: u64| {
        found(&json!({ "odometer_min": { "value": mi, "unit": "mi" }, "odometer_max": { "value": km, "unit": "km" } }))
    };
    assert_eq!(between(15_625, 25_146), []);
    assert_eq!(between(15_625, 25_145), range_at("/filters/odometer_min"));
    assert_eq!(between(100, 161), []);
}
