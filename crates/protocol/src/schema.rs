//! JSON Schema 2020-12, generated from the types of this crate.
//!
//! Every schema is self-contained: `$ref` is inlined, since many hosts cannot
//! follow one, and nothing here ever fetches one.

mod documents;
mod lean;

use schemars::{
    JsonSchema, Schema, SchemaGenerator,
    generate::SchemaSettings,
    transform::{Transform, transform_subschemas},
};
use serde_json::{Map, Value, json};

pub use documents::{Document, documents};

use crate::{error::ErrorPayload, tool::Tool, tools};

/// The inlined schema of a type, without `$schema` and title.
#[must_use]
pub fn of<T: JsonSchema>() -> Value {
    let mut schema = with_own_formats::<T>();
    strip_own_formats(&mut schema);
    schema
}

/// The same with this crate's own formats (`x-currency`, `x-uint64` and the
/// like), which let a validator check what the wire's schema leaves open. They
/// stay inside.
pub(crate) fn with_own_formats<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12().with_transform(Tidy);
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    schema.remove("title");
    schema.to_value()
}

/// What a host sees as a tool's `inputSchema`: an object at the root, flat,
/// without the either-or rules that several hosts refuse. The gateway enforces
/// those itself, and the descriptions tell them.
#[must_use]
pub fn tool_input(tool: Tool) -> Value {
    let mut schema = full_input(tool);
    if let Some(object) = schema.as_object_mut() {
        object.remove("oneOf");
        object.remove("description");
        // Hosts refuse a tool without this key, even when it takes nothing.
        object.entry("properties").or_insert_with(|| json!({}));
    }
    schema
}

/// What a host sees as a tool's `outputSchema`: the result or the error
/// payload, since some clients check errors against it too. Lean: it is looser
/// than [`full_output`], never stricter.
#[must_use]
pub fn tool_output(tool: Tool) -> Value {
    let mut result = full_output(tool);
    let mut error = of::<ErrorPayload>();
    for part in [&mut result, &mut error] {
        strip_descriptions(part);
        spell_out_boolean_schemas(part);
        lean::lean(part);
    }
    json!({ "type": "object", "anyOf": [result, error] })
}

/// The complete schema of a tool's arguments, either-or rules included.
#[must_use]
pub fn full_input(tool: Tool) -> Value {
    match tool {
        Tool::GetManifest => of::<tools::get_manifest::ManifestRequest>(),
        Tool::DealerGet => of::<tools::dealer_get::DealerRequest>(),
        Tool::Search => of::<tools::search::SearchRequest>(),
        Tool::GetVehicle | Tool::GetUsedVehicleDetails => of::<tools::unit::VehicleRequest>(),
        Tool::VerifyAvailability => of::<tools::verify_availability::AvailabilityRequest>(),
        Tool::GetDisclosure => of::<tools::get_disclosure::DisclosureRequest>(),
    }
}

/// The complete schema of a tool's result.
#[must_use]
pub fn full_output(tool: Tool) -> Value {
    use crate::facts;
    match tool {
        Tool::GetManifest => of::<facts::Manifest>(),
        Tool::DealerGet => of::<facts::DealerOrganization>(),
        Tool::Search => of::<tools::search::SearchResponse>(),
        Tool::GetVehicle => of::<facts::Vehicle>(),
        Tool::VerifyAvailability => of::<tools::verify_availability::AvailabilityResult>(),
        Tool::GetDisclosure => of::<facts::PricingDisclosure>(),
        Tool::GetUsedVehicleDetails => of::<facts::UsedVehicleDetails>(),
    }
}

/// Makes a generated schema say what the wire says.
#[derive(Debug, Clone)]
struct Tidy;

impl Transform for Tidy {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if let Some(object) = schema.as_object_mut() {
            drop_number_formats(object);
            forbid_null_in_optional_properties(object);
        }
        // A flattened part would otherwise leave the object open.
        if schema.get("unevaluatedProperties").is_some() {
            schema.remove("unevaluatedProperties");
            schema.insert("additionalProperties".into(), Value::Bool(false));
        }
    }
}

/// Prefix of the formats that only this crate knows.
const OWN_FORMAT: &str = "x-";

fn strip_own_formats(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with(OWN_FORMAT)) {
                object.remove("format");
            }
            object.values_mut().for_each(strip_own_formats);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_own_formats),
        _ => {}
    }
}

/// `uint32` and the like are about Rust, not about the wire: the width of an
/// integer becomes a format of our own.
fn drop_number_formats(object: &mut Map<String, Value>) {
    let Some(format) = object.get("format").and_then(Value::as_str).map(str::to_owned) else { return };
    if matches!(format.as_str(), "float" | "double") {
        object.remove("format");
    } else if format.starts_with("uint") || format.starts_with("int") {
        object.insert("format".into(), format!("{OWN_FORMAT}{format}").into());
        // The width of an integer type is no rule of the wire either.
        for limit in [u64::from(u8::MAX), u64::from(u16::MAX), u64::from(u32::MAX)] {
            if object.get("maximum").and_then(Value::as_u64) == Some(limit) {
                object.remove("maximum");
            }
        }
    }
}

/// Says the width of our integers as limits, so that a number beyond it is
/// refused with the limit. The wire itself has none.
pub(crate) fn bound_integers(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            let width = object.get("format").and_then(Value::as_str).and_then(width_of);
            if let Some((minimum, maximum)) = width {
                object.remove("format");
                object.entry("minimum").or_insert(minimum);
                object.entry("maximum").or_insert(maximum);
            }
            object.values_mut().for_each(bound_integers);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_integers),
        _ => {}
    }
}

fn width_of(format: &str) -> Option<(Value, Value)> {
    Some(match format.strip_prefix(OWN_FORMAT)? {
        "uint8" => (0.into(), u8::MAX.into()),
        "uint16" => (0.into(), u16::MAX.into()),
        "uint32" => (0.into(), u32::MAX.into()),
        "uint" | "uint64" => (0.into(), u64::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int" | "int64" => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}

/// Optional means absent, never `null`.
fn forbid_null_in_optional_properties(object: &mut Map<String, Value>) {
    let required: Vec<String> = object
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, property) in properties.iter_mut() {
        if !required.contains(name)
            && let Some(property) = property.as_object_mut()
        {
            without_null(property);
        }
    }
}

fn without_null(property: &mut Map<String, Value>) {
    property.remove("default");
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            property.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(words)) = property.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    let Some(Value::Array(choices)) = property.get("anyOf") else { return };
    let real: Vec<&Value> = choices.iter().filter(|choice| choice.get("type") != Some(&json!("null"))).collect();
    if let [Value::Object(only)] = real.as_slice() {
        let only = only.clone();
        property.remove("anyOf");
        for (key, value) in only {
            property.entry(key).or_insert(value);
        }
    }
}

/// `false` as a property's schema is legal, but some hosts' linters refuse it.
fn spell_out_boolean_schemas(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get_mut("properties") {
                for property in properties.values_mut().filter(|property| **property == Value::Bool(false)) {
                    *property = json!({ "not": {} });
                }
            }
            object.values_mut().for_each(spell_out_boolean_schemas);
        }
        Value::Array(items) => items.iter_mut().for_each(spell_out_boolean_schemas),
        _ => {}
    }
}

/// Removes what only people read; hosts put schemas into a model's context.
fn strip_descriptions(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("description").is_some_and(Value::is_string) {
                object.remove("description");
            }
            for (key, value) in object.iter_mut() {
                if key == "properties" {
                    // A property may itself be called "description".
                    value.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(strip_descriptions);
                } else {
                    strip_descriptions(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(strip_descriptions),
        _ => {}
    }
}
