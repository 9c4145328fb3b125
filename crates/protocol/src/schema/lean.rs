//! What a host is spared of a result's schema. Hosts put every tool's schemas
//! into a model's context, and without `$ref` the same part is written out each
//! time. The documents of `schemas/` keep everything.

use serde_json::{Map, Value, json};

/// Limits of single values. What this gateway sends keeps to them by its types;
/// a reader needs them to write, not to read.
const VALUE_LIMITS: [&str; 7] = ["minLength", "maxLength", "pattern", "maxItems", "minimum", "maximum", "uniqueItems"];

/// Parts that nearly every fact bears. They are spelled out once, at the root.
const SPELLED_OUT_ONCE: [&str; 2] = ["provenance", "freshness"];

/// Drops limits of single values, and the inside of provenance and freshness
/// wherever the root has spelled out the very same.
pub(super) fn lean(schema: &mut Value) {
    drop_value_limits(schema);
    for name in SPELLED_OUT_ONCE {
        let Some(spelled_out) = schema.pointer(&format!("/properties/{name}")).cloned() else { continue };
        let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { continue };
        let short = json!({ "type": "object", "required": spelled_out.get("required") });
        for (_, property) in properties.iter_mut().filter(|(own, _)| *own != name) {
            shorten(property, &spelled_out, &short);
        }
    }
}

fn shorten(schema: &mut Value, spelled_out: &Value, short: &Value) {
    if schema == spelled_out {
        schema.clone_from(short);
        return;
    }
    match schema {
        Value::Object(object) => object.values_mut().for_each(|value| shorten(value, spelled_out, short)),
        Value::Array(items) => items.iter_mut().for_each(|value| shorten(value, spelled_out, short)),
        _ => {}
    }
}

fn drop_value_limits(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.retain(|key, _| !VALUE_LIMITS.contains(&key.as_str()));
            for (key, value) in object.iter_mut() {
                if key == "properties" {
                    // A property may itself be called "pattern".
                    value.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(drop_value_limits);
                } else {
                    drop_value_limits(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_value_limits),
        _ => {}
    }
}
