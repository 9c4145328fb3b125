//! What models mean when they write a number or an object as a string.

use serde_json::Value;

/// The value as it was meant: an exact integer in a string becomes an integer
/// where the schema wants one, an object or array in a string becomes what it
/// is. Everything else stays as it stands, to be refused with what is wanted.
pub(super) fn understood(value: Value, schema: &Value) -> Value {
    let value = match value {
        Value::String(text) => from_string(text, schema),
        other => other,
    };
    match value {
        Value::Object(members) => {
            let of_property = |name: &str| schema.get("properties").and_then(|properties| properties.get(name));
            let members = members.into_iter().map(|(name, member)| match of_property(&name) {
                Some(schema) => {
                    let member = understood(member, schema);
                    (name, member)
                }
                None => (name, member),
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => match schema.get("items") {
            Some(schema) => Value::Array(items.into_iter().map(|item| understood(item, schema)).collect()),
            None => Value::Array(items),
        },
        other => other,
    }
}

/// Longest JSON in a string that is read: far more than any argument needs.
/// What is longer stays a string, so that it cannot get around the bounds that
/// the message itself was held to.
const LONGEST: usize = 8 * 1024;

fn from_string(text: String, schema: &Value) -> Value {
    if text.len() > LONGEST {
        return Value::String(text);
    }
    let wanted = schema.get("type").and_then(Value::as_str);
    let parsed = match wanted {
        Some("integer") if is_exact_integer(&text) => serde_json::from_str::<Value>(&text).ok(),
        Some("object") if text.trim_start().starts_with('{') => serde_json::from_str(&text).ok(),
        Some("array") if text.trim_start().starts_with('[') => serde_json::from_str(&text).ok(),
        _ => None,
    };
    parsed.unwrap_or(Value::String(text))
}

/// Digits with an optional minus and no leading zero: JSON's own integer.
fn is_exact_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let leading_zero = digits.len() > 1 && digits.starts_with('0');
    !digits.is_empty() && digits.len() <= 18 && !leading_zero && digits.bytes().all(|b| b.is_ascii_digit())
}
