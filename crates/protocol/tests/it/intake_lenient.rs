//! What models send: numbers and objects written as strings.

use dealeragent_protocol::{
    intake::{Intake, Violations},
    tools::{ToolContract, search::Search},
};
use serde_json::{Value, json};

type Request = <Search as ToolContract>::Input;

fn lenient(value: Value) -> Result<Request, Violations> {
    Intake::<Request>::lenient().unwrap().read(value, Search::check_between_fields)
}

fn with_filter(name: &str, value: &Value) -> Value {
    json!({ "organization_id": "org-one", "filters": { name: value } })
}

#[test]
fn an_exact_integer_in_a_string_is_read() {
    let read = lenient(json!({
        "organization_id": "org-one",
        "filters": { "price_max": { "amount_minor": "25000", "currency": "USD" }, "year_min": "2020" },
        "page": { "limit": "5" },
    }))
    .unwrap();
    let filters = read.filters.unwrap();
    assert_eq!(filters.price_max.unwrap().minor(), 25_000);
    assert_eq!(filters.year_min.unwrap().get(), 2020);
    assert_eq!(read.page.unwrap().limit.unwrap().get(), 5);
}

#[test]
fn an_object_or_array_in_a_string_is_read_as_what_it_is() {
    let read = lenient(json!({
        "organization_id": "org-one",
        "filters": "{\"make\": \"[\\\"Ford\\\"]\", \"odometer_max\": {\"value\": \"9\", \"unit\": \"km\"}}",
        "sort": " {\"field\": \"year\", \"order\": \"asc\"}",
    }))
    .unwrap();
    let filters = read.filters.unwrap();
    assert_eq!(filters.make.unwrap()[0].as_str(), "Ford");
    assert_eq!(filters.odometer_max.unwrap().value, 9);
    assert!(read.sort.is_some());
}

#[test]
fn nothing_else_is_guessed() {
    for bad in
        ["25,000", "25000.0", "025000", "+25000", " 25000", "2.5e4", "", "many", "0x10", "--5", "1234567890123456789"]
    {
        let value = with_filter("inventory_age_max_days", &json!(bad));
        assert!(lenient(value).is_err(), "{bad:?}");
    }
    for bad in [json!("[\"used\""), json!("used"), json!({ "0": "used" }), json!(null), json!(true), json!("null")] {
        assert!(lenient(with_filter("condition", &bad)).is_err(), "{bad}");
    }
    assert!(lenient(json!({ "organization_id": 1 })).is_err(), "a number is no id");
    assert!(lenient(json!({ "organization_id": "o", "query": ["red"] })).is_err(), "an array is no text");
    assert!(lenient(json!("{\"organization_id\": \"org-one\"}")).is_ok(), "an object in a string is an object");
}

#[test]
fn text_that_looks_like_something_else_stays_text() {
    let read = lenient(json!({
        "organization_id": "123",
        "query": "[red]",
        "filters": { "stock_number": "25000", "year_min": "2020" },
    }))
    .unwrap();
    assert_eq!(read.organization_id.as_str(), "123");
    assert_eq!(read.query.unwrap().as_str(), "[red]");
    assert_eq!(read.filters.unwrap().stock_number.unwrap().as_str(), "25000");
}

#[test]
fn a_file_is_taken_as_it_stands() {
    let strict = Intake::<Request>::strict().unwrap();
    assert!(strict.read(with_filter("year_min", &json!(2020)), |_, _| {}).is_ok());
    assert!(strict.read(with_filter("year_min", &json!("2020")), |_, _| {}).is_err());
    assert!(strict.read(with_filter("condition", &json!("[\"used\"]")), |_, _| {}).is_err());
}

#[test]
fn rules_between_fields_see_what_was_understood() {
    let value = json!({ "organization_id": "o", "filters": { "year_min": "2024", "year_max": "2020" } });
    let refusal = lenient(value).unwrap_err();
    assert_eq!(refusal.as_slice()[0].keyword.as_str(), "range");
}
