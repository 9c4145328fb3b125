//! Schemas as hosts see them.

use dealeragent_protocol::{schema, tool::Tool, tools::ToolContract};
use serde_json::{Value, json};

use crate::{arguments, samples, schema_documents::for_each_object};

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
    assert_eq!(discrepancy["properties"]["description"], json!({ "type": "string" }));
    for tool in Tool::ALL {
        for_each_object(&schema::tool_output(*tool), &mut |object| {
            assert!(object.get("description").is_none_or(Value::is_object), "{tool}");
        });
    }
}

/// Hosts put every schema into a model's context: 70,969 bytes before they
/// were made lean.
#[test]
fn outputs_stay_small() {
    let sizes: Vec<usize> = Tool::ALL.iter().map(|tool| schema::tool_output(*tool).to_string().len()).collect();
    assert!(sizes.iter().sum::<usize>() <= 48_000, "{sizes:?}");
    assert!(sizes.iter().all(|size| *size <= 12_000), "{sizes:?}");
    let whole = |tool: &Tool| {
        let schemas = [schema::tool_input(*tool), schema::tool_output(*tool)];
        tool.spec().description(|_| true).len() + schemas.iter().map(|schema| schema.to_string().len()).sum::<usize>()
    };
    assert!(Tool::ALL.iter().map(whole).sum::<usize>() <= 61_000);
}

/// Names of members and required members, by pointer.
fn shape(schema: &Value, at: &str, found: &mut Vec<String>) {
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let here = format!("{at}/{name}");
        shape(property, &here, found);
        if let Some(items) = property.get("items") {
            shape(items, &format!("{here}/-"), found);
        }
        found.push(here);
    }
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        found.push(format!("{at}: {name}"));
    }
}

#[test]
fn outputs_keep_every_member_but_for_repeated_sources_and_ages() {
    for tool in Tool::ALL {
        let (mut full, mut lean) = (Vec::new(), Vec::new());
        shape(&schema::full_output(*tool), "", &mut full);
        shape(&schema::tool_output(*tool)["anyOf"][0], "", &mut lean);
        for lost in full.iter().filter(|name| !lean.contains(name)) {
            let inside = lost.split_once("/provenance/").or_else(|| lost.split_once("/freshness/"));
            assert!(inside.is_some_and(|(before, _)| !before.is_empty()), "{tool}: {lost}");
        }
        assert!(lean.iter().all(|name| full.contains(name)), "{tool}");
    }
}

#[test]
fn outputs_still_refuse_what_no_answer_may_be() {
    let vehicle = samples::vehicle();
    let validator =
        jsonschema::options().should_validate_formats(true).build(&schema::tool_output(Tool::GetVehicle)).unwrap();
    assert!(validator.is_valid(&vehicle));
    let spoilt: [fn(&mut Value); 8] = [
        |value| value["price"] = 1.into(),
        |value| value["year"] = "2024".into(),
        |value| value["condition"] = "pristine".into(),
        |value| value["listing_url"] = "not an address".into(),
        |value| value["provenance"]["sources"] = json!([]),
        |value| value["freshness"]["observed_at"] = "yesterday".into(),
        |value| value["used_vehicle"]["inventory_tenure"]["provenance"] = json!({}),
        |value| drop(value.as_object_mut().unwrap().remove("advertised_price")),
    ];
    for spoil in spoilt {
        let mut vehicle = vehicle.clone();
        spoil(&mut vehicle);
        assert!(!validator.is_valid(&vehicle), "{vehicle}");
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
