//! The wire form of the large objects, with every member they have.

use dealeragent_protocol::{
    error::ErrorPayload,
    facts::{Manifest, PricingDisclosure, UsedVehicleDetails, Vehicle},
    schema,
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::samples;

/// Reads a sample, writes it, and holds all forms against each other.
fn round_trip<T: DeserializeOwned + Serialize + JsonSchema + PartialEq + std::fmt::Debug>(sample: &Value) -> T {
    let schema = schema::of::<T>();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let findings: Vec<String> = validator.iter_errors(sample).map(|error| error.to_string()).collect();
    assert_eq!(findings, Vec::<String>::new(), "the sample fits the schema");
    assert_eq!(missing(&schema, sample, ""), Vec::<String>::new(), "the sample has every member");
    let read: T = serde_json::from_value(sample.clone()).unwrap();
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(&serde_json::from_str::<Value>(&written).unwrap(), sample, "nothing is lost or added");
    assert_eq!(serde_json::from_str::<T>(&written).unwrap(), read);
    read
}

/// Pointers of properties that the schema has and the sample lacks.
fn missing(schema: &Value, sample: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let here = format!("{at}/{name}");
        match sample.get(name) {
            Some(member) => found.extend(missing(property, member, &here)),
            None => found.push(here),
        }
    }
    if let (Some(schema), Some(items)) = (schema.get("items"), sample.as_array()) {
        match items.first() {
            Some(first) => found.extend(missing(schema, first, &format!("{at}/0"))),
            None => found.push(format!("{at}/0")),
        }
    }
    found
}

#[test]
fn vehicle() {
    insta::assert_json_snapshot!(round_trip::<Vehicle>(&samples::vehicle()));
}

#[test]
fn pricing_disclosure() {
    insta::assert_json_snapshot!(round_trip::<PricingDisclosure>(&samples::pricing_disclosure()));
}

#[test]
fn used_vehicle_details() {
    insta::assert_json_snapshot!(round_trip::<UsedVehicleDetails>(&samples::used_vehicle_details()));
}

#[test]
fn manifest() {
    insta::assert_json_snapshot!(round_trip::<Manifest>(&samples::manifest()));
}

#[test]
fn error_payload() {
    insta::assert_json_snapshot!(round_trip::<ErrorPayload>(&samples::error_payload()));
}

#[test]
fn absent_members_are_left_out_and_never_null() {
    let mut vehicle = samples::vehicle();
    let required = schema::of::<Vehicle>()["required"].clone();
    let required: Vec<String> = serde_json::from_value(required).unwrap();
    vehicle.as_object_mut().unwrap().retain(|name, _| required.contains(name));
    let read: Vehicle = serde_json::from_value(vehicle.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), vehicle);
}

#[test]
fn readers_keep_going_where_a_later_version_adds_a_member() {
    let mut vehicle = samples::vehicle();
    vehicle["a_later_member"] = true.into();
    assert!(serde_json::from_value::<Vehicle>(vehicle).is_ok());
}
