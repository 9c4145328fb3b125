//! Every argument of a tool, from its schema.

use dealeragent_protocol::{schema, tool::Tool};
use serde_json::{Map, Value, json};

use crate::support::ORGANIZATION;

/// One place in a tool's arguments.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    tool: Tool,
    steps: Vec<Step>,
    /// Whether there is an object, which can hold a property more.
    pub(crate) is_object: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Step {
    Member(String),
    /// The first item of an array.
    Item,
}

impl Place {
    /// Good arguments but for a value at this place.
    pub(crate) fn with(&self, value: Value) -> Value {
        let mut arguments = self.good_arguments();
        *self.open(&mut arguments) = value;
        arguments
    }

    /// Good arguments but for a property more at this place.
    pub(crate) fn with_name(&self, name: &str) -> Value {
        let mut arguments = self.good_arguments();
        let here = self.open(&mut arguments);
        if !here.is_object() {
            *here = json!({});
        }
        here[name] = json!(1);
        arguments
    }

    /// Goes to the place and makes what is missing on the way.
    fn open<'a>(&self, arguments: &'a mut Value) -> &'a mut Value {
        self.steps.iter().fold(arguments, |here, step| match step {
            Step::Member(name) => {
                if !here.is_object() {
                    *here = json!({});
                }
                here.as_object_mut().unwrap().entry(name).or_insert(Value::Null)
            }
            Step::Item => {
                if here.as_array().is_none_or(|items| items.is_empty()) {
                    *here = json!([null]);
                }
                &mut here[0]
            }
        })
    }

    /// Arguments that a tool takes, with this place's selector alone where the
    /// schema wants one of several.
    fn good_arguments(&self) -> Value {
        let mut arguments = good_arguments(self.tool);
        let alternatives = schema::full_input(self.tool)["oneOf"].take();
        let names: Vec<&str> = alternatives
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|alternative| alternative["required"][0].as_str())
            .collect();
        if let [Step::Member(first), ..] = self.steps.as_slice()
            && names.contains(&first.as_str())
        {
            let members = arguments.as_object_mut().unwrap();
            members.retain(|name, _| name == first || !names.contains(&name.as_str()));
        }
        arguments
    }
}

/// Arguments that a tool takes; as many as there are, so that what goes wrong
/// at one of them goes wrong as late as it can.
fn good_arguments(tool: Tool) -> Value {
    let unit = json!({ "organization_id": ORGANIZATION, "rooftop_id": "ridge-denver", "vehicle_id": "veh_none" });
    let money = |minor: i64| json!({ "amount_minor": minor, "currency": "USD" });
    match tool {
        Tool::GetManifest => json!({ "organization_id": ORGANIZATION }),
        Tool::DealerGet => json!({ "organization_id": ORGANIZATION, "rooftop_ids": ["ridge-denver"] }),
        Tool::Search => json!({
            "organization_id": ORGANIZATION,
            "rooftop_ids": ["ridge-denver"],
            "query": "none such",
            "filters": { "price_min": money(1), "price_max": money(2), "year_min": 2020, "year_max": 2021 },
            "sort": { "field": "year", "order": "asc" },
            "page": { "limit": 1 },
        }),
        Tool::GetVehicle | Tool::VerifyAvailability | Tool::GetDisclosure | Tool::GetUsedVehicleDetails => unit,
    }
}

/// Every place of a tool's arguments, containers included; the first is the
/// whole.
pub(crate) fn places(tool: Tool) -> Vec<Place> {
    let mut found = Vec::new();
    walk(tool, &schema::full_input(tool), &mut Vec::new(), &mut found);
    found
}

fn walk(tool: Tool, schema: &Value, steps: &mut Vec<Step>, found: &mut Vec<Place>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let open = schema.get("additionalProperties").filter(|more| more.is_object());
    let is_object = properties.is_some() || open.is_some() || schema["type"] == "object";
    found.push(Place { tool, steps: steps.clone(), is_object });
    let none = Map::new();
    let named = properties.unwrap_or(&none).iter().map(|(name, schema)| (Step::Member(name.clone()), schema));
    let open = open.map(|schema| (Step::Member("more".to_owned()), schema));
    let items = schema.get("items").map(|schema| (Step::Item, schema));
    let below: Vec<(Step, &Value)> = named.chain(open).chain(items).collect();
    for (step, schema) in below {
        steps.push(step);
        walk(tool, schema, steps, found);
        steps.pop();
    }
    for kind in ["anyOf", "oneOf", "allOf"] {
        for choice in schema.get(kind).and_then(Value::as_array).into_iter().flatten() {
            let before = found.len();
            walk(tool, choice, steps, found);
            // The place itself stands there already.
            found.remove(before);
        }
    }
}

#[test]
fn the_arguments_of_every_tool_are_found() {
    let all: Vec<Place> = Tool::ALL.iter().flat_map(|tool| places(*tool)).collect();
    assert!(all.len() > 60, "{} places", all.len());
    let search = places(Tool::Search);
    let has = |steps: &[Step]| search.iter().any(|place| place.steps == steps);
    let member = |name: &str| Step::Member(name.to_owned());
    assert!(has(&[]) && has(&[member("rooftop_ids"), Step::Item]));
    assert!(has(&[member("filters"), member("price_max"), member("currency")]));
    assert!(has(&[member("page"), member("cursor")]));
}
