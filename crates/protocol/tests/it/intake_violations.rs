//! Every violation at once, in our own words.

use dealeragent_protocol::{
    error::{ErrorCode, ErrorDetails, ErrorPayload, Message},
    intake::{Intake, Violations},
    tool::Tool,
    tools::{
        ToolContract, dealer_get::DealerGet, get_disclosure::GetDisclosure, get_manifest::GetManifest,
        get_vehicle::GetVehicle, search::Search, verify_availability::VerifyAvailability,
    },
    values::{ErrorId, Timestamp, TraceId},
    wording::en,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    arguments,
    mutations::{Change, changes, damaged},
};

fn refusal<T: ToolContract>(value: Value) -> Violations {
    let intake = Intake::<T::Input>::lenient().unwrap();
    intake.read(value, T::check_between_fields).err().unwrap_or_default()
}

fn said(violations: &Violations) -> Vec<(&str, &str, &str)> {
    let found = violations.as_slice().iter();
    found.map(|e| (e.instance_location.as_str(), e.keyword.as_str(), e.explanation.as_str())).collect()
}

#[test]
fn every_violation_is_found_at_once() {
    let violations = refusal::<Search>(json!({
        "rooftop_ids": [],
        "query": "",
        "filters": {
            "condition": ["used", "used"],
            "year_min": 1700,
            "price_max": { "amount_minor": -1, "currency": "ZZZ" },
            "vin": "1M8GDM9AXKP04278O",
            "availability": ["sold"],
            "odometer_max": { "value": "many", "unit": "mi" },
        },
        "sort": { "field": "price", "order": "asc" },
        "page": { "limit": 0 },
    }));
    let mut found: Vec<(&str, &str)> = said(&violations).into_iter().map(|(at, keyword, _)| (at, keyword)).collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("/", "required"),
            ("/filters/availability/0", "enum"),
            ("/filters/condition", "uniqueItems"),
            ("/filters/odometer_max/value", "type"),
            ("/filters/price_max/amount_minor", "minimum"),
            ("/filters/price_max/currency", "pattern"),
            ("/filters/vin", "pattern"),
            ("/filters/year_min", "minimum"),
            ("/page/limit", "minimum"),
            ("/query", "minLength"),
            ("/rooftop_ids", "minItems"),
            ("/sort/field", "enum"),
        ]
    );
}

#[test]
fn explanations_say_what_is_allowed() {
    let violations = refusal::<Search>(json!({
        "organization_id": "org-one",
        "filters": { "vin": "x", "availability": ["gone"], "price_max": { "amount_minor": 1.5, "currency": "ZZZ" } },
    }));
    let said = said(&violations);
    for expected in [
        ("/filters/vin", "pattern", "must be a VIN: 17 capital letters (without I, O, Q) and digits"),
        ("/filters/availability/0", "enum", "must be one of: available, in_transit, on_hold, pending_sale"),
        ("/filters/price_max/amount_minor", "type", "must be an integer"),
        ("/filters/price_max/currency", "pattern", "must be a currency code of ISO 4217, such as USD"),
    ] {
        assert!(said.contains(&expected), "{expected:?} in {said:?}");
    }
}

#[test]
fn a_misspelt_property_gets_the_near_name() {
    for (sent, meant) in [("rooftopid", "rooftop_id"), ("VIN", "vin"), ("stock_numer", "stock_number")] {
        let mut value = json!({ "organization_id": "org-one", "rooftop_id": "main", "vehicle_id": "veh_1" });
        value[sent] = "x".into();
        let violations = refusal::<GetVehicle>(value);
        let expected = format!("unknown property; did you mean `{meant}`?");
        assert!(said(&violations).contains(&("/", "additionalProperties", expected.as_str())), "{violations:?}");
    }
    let violations = refusal::<Search>(json!({ "organization_id": "o", "filters": { "yearmin": 2020 } }));
    assert_eq!(said(&violations), [("/filters", "additionalProperties", "unknown property; did you mean `year_min`?")]);
    let far = refusal::<GetManifest>(json!({ "tell_me_everything": 1 }));
    assert_eq!(said(&far), [("/", "additionalProperties", "unknown property; known are: organization_id")]);
}

#[test]
fn at_most_a_hundred_go_on_the_wire_with_the_count_of_the_rest() {
    let bad: Vec<String> = (0..250).map(|_| String::new()).collect();
    let violations = refusal::<DealerGet>(json!({ "organization_id": "org-one", "rooftop_ids": bad }));
    let total = violations.as_slice().len();
    assert!(total > 250, "an empty id breaks two rules, and it stands there twice: {total}");
    let (kept, more) = violations.into_field_errors();
    assert_eq!((kept.len(), more), (100, total - 100));
}

#[test]
fn a_long_list_is_judged_in_linear_time() {
    // Two hundred thousand different names: a quadratic check would not end.
    let names: Vec<String> = (0..200_000).map(|n| n.to_string()).collect();
    let value = json!({ "organization_id": "org-one", "rooftop_ids": names });
    assert!(said(&refusal::<DealerGet>(value)).is_empty());
}

/// A change that plants the marker as value and as name.
fn planted(change: &Change, marker: &str) -> Change {
    match change {
        Change::Replace(Value::String(text)) => Change::Replace(format!("{marker}{text}").into()),
        Change::Replace(Value::Array(_)) => Change::Replace(json!([marker, { marker: marker }])),
        Change::Replace(Value::Object(_)) => Change::Replace(json!({ marker: marker })),
        Change::Rename(name) => Change::Rename(format!("{marker}{name}")),
        Change::Add(name, _) => Change::Add(format!("{name}{marker}"), json!(marker)),
        other => other.clone(),
    }
}

fn on_the_wire(violations: Violations) -> String {
    let (field_errors, _) = violations.into_field_errors();
    let now = Timestamp::UNIX_EPOCH;
    let payload = ErrorPayload::new(
        ErrorCode::ValidationInvalid,
        Message::bounded(ErrorCode::ValidationInvalid.entry().message),
        None,
        ErrorDetails { field_errors: Some(field_errors), current_freshness: None },
        (ErrorId::mint(now, 1), TraceId::mint(now, 1), now),
    );
    format!("{}\n{}", serde_json::to_string(&payload).unwrap(), en::failure_text(&payload))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_violation_repeats_what_was_sent(changes in changes(), marker in "[QZJ]{8}[0-9]{3}", at in 0_usize..7) {
        let changes: Vec<_> = changes.into_iter().map(|(place, change)| (place, planted(&change, &marker))).collect();
        let tool = Tool::ALL[at];
        let value = damaged(arguments::full(tool), &changes);
        let violations = match tool {
            Tool::GetManifest => refusal::<GetManifest>(value),
            Tool::DealerGet => refusal::<DealerGet>(value),
            Tool::Search => refusal::<Search>(value),
            Tool::GetVehicle | Tool::GetUsedVehicleDetails => refusal::<GetVehicle>(value),
            Tool::VerifyAvailability => refusal::<VerifyAvailability>(value),
            Tool::GetDisclosure => refusal::<GetDisclosure>(value),
        };
        for violation in violations.as_slice() {
            prop_assert!(violation.instance_location.as_str().starts_with('/'));
        }
        let wire = on_the_wire(violations);
        prop_assert!(!wire.contains(&marker), "{marker} in {wire}");
    }
}

#[test]
fn an_unknown_currency_is_refused_without_repeating_it() {
    let value = json!({ "organization_id": "o", "filters": { "price_min": { "amount_minor": 1, "currency": "QQZ" } } });
    let violations = refusal::<Search>(value);
    let wanted = "must be a currency code of ISO 4217, such as USD";
    assert_eq!(said(&violations), [("/filters/price_min/currency", "pattern", wanted)]);
}
