//! Schemas as hosts see them.

use dealeragent_protocol::{schema, tool::Tool, tools::ToolContract};
use serde_json::{Value, json};

use crate::{arguments, schema_documents::for_each_object};

fn has_key_anywhere(schema: &Value, key: &str) -> bool {
    let mut found = false;
    for_each_object(schema, &mut |object| found |= object.contains_key(key));
    found
}

fn boolean_properties(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for_each_object(schema, &mut |object| {
        for (name, property) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if property.is_boolean() {
                found.push(name.clone());
            }
        }
    });
    found
}

#[test]
fn inputs_are_flat_objects() {
    for tool in Tool::ALL {
        let schema = schema::tool_input(*tool);
        assert_eq!(schema["type"], "object", "{tool}");
        assert!(schema["properties"].is_object(), "{tool}");
        assert_eq!(schema["additionalProperties"], false, "{tool}");
        for key in ["oneOf", "anyOf", "allOf", "not", "if", "$defs", "$schema"] {
            assert!(schema.get(key).is_none(), "{tool}: {key}");
        }
        assert!(!has_key_anywhere(&schema, "$ref"), "{tool}");
        assert_eq!(boolean_properties(&schema), Vec::<String>::new(), "{tool}");
    }
}

#[test]
fn full_arguments_use_every_property_and_fit_both_schemas() {
    for tool in Tool::ALL {
        let arguments = arguments::full(*tool);
        for schema in [schema::tool_input(*tool), schema::full_input(*tool)] {
            let validator = jsonschema::validator_for(&schema).unwrap();
            assert!(validator.is_valid(&arguments), "{tool}");
        }
        let selectors = ["vehicle_id", "vin", "stock_number"];
        for name in schema::tool_input(*tool)["properties"].as_object().unwrap().keys() {
            assert!(arguments.get(name).is_some() || selectors.contains(&name.as_str()), "{tool}: {name}");
        }
    }
}

#[test]
fn every_argument_is_described_to_the_model() {
    for tool in Tool::ALL {
        for (name, property) in schema::tool_input(*tool)["properties"].as_object().unwrap() {
            assert!(property["description"].as_str().is_some_and(|text| text.len() > 5), "{tool}: {name}");
        }
    }
}

#[test]
fn outputs_are_the_result_or_the_error() {
    for tool in Tool::ALL {
        let schema = schema::tool_output(*tool);
        let keys: Vec<&str> = schema.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["anyOf", "type"], "{tool}");
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["anyOf"].as_array().unwrap().len(), 2, "{tool}");
        assert!(!has_key_anywhere(&schema, "$ref"), "{tool}");
        assert_eq!(boolean_properties(&schema), Vec::<String>::new(), "{tool}");
        for part in schema["anyOf"].as_array().unwrap() {
            assert_eq!(part["type"], "object", "{tool}");
            assert_eq!(part["additionalProperties"], false, "{tool}");
        }
    }
}

#[test]
fn outputs_carry_no_prose_but_keep_a_property_called_description() {
    let schema = schema::tool_output(Tool::GetUsedVehicleDetails);
    let discrepancy = schema.pointer("/anyOf/0/properties/discrepancies/items").unwrap();
    assert_eq!(
        discrepancy["properties"]["description"],
        json!({ "type": "string", "minLength": 1, "maxLength": 1000 })
    );
    for tool in Tool::ALL {
        for_each_object(&schema::tool_output(*tool), &mut |object| {
            assert!(object.get("description").is_none_or(Value::is_object), "{tool}");
        });
    }
}

#[test]
fn no_property_is_a_bare_price() {
    for tool in Tool::ALL {
        for_each_object(&schema::tool_output(*tool), &mut |object| {
            let properties = object.get("properties").and_then(Value::as_object);
            assert!(properties.is_none_or(|properties| !properties.contains_key("price")), "{tool}");
        });
    }
}

#[test]
fn contracts_name_their_own_tool() {
    use dealeragent_protocol::tools;
    let named = [
        tools::get_manifest::GetManifest::TOOL,
        tools::dealer_get::DealerGet::TOOL,
        tools::search::Search::TOOL,
        tools::get_vehicle::GetVehicle::TOOL,
        tools::verify_availability::VerifyAvailability::TOOL,
        tools::get_disclosure::GetDisclosure::TOOL,
        tools::get_used_vehicle_details::GetUsedVehicleDetails::TOOL,
    ];
    assert_eq!(named, Tool::ALL);
}
