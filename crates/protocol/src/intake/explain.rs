//! A validator's findings in our own words. The only module that sees the
//! `jsonschema` crate's errors.

use jsonschema::{
    ValidationError,
    error::{TypeKind, ValidationErrorKind as Kind},
};
use serde_json::Value;

use super::{Violations, unknown::unknown_properties};

/// Adds what is wrong and what is allowed, never what was sent.
pub(super) fn explain(error: &ValidationError<'_>, schema: &Value, violations: &mut Violations) {
    let at = error.instance_path().as_str();
    let keyword = error.kind().keyword();
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => {
            for words in unknown_properties(unexpected, here(schema, at)) {
                violations.add(at, keyword, &words);
            }
        }
        Kind::Required { property } => {
            // The name is from our schema, not from the caller.
            let name = property.as_str().unwrap_or("a property");
            violations.add(at, keyword, &format!("`{name}` is required"));
        }
        // The two ways of saying what a currency is would say it twice.
        Kind::Format { format } if format == "x-currency" => violations.add(at, "pattern", &wanted(error.kind())),
        kind => violations.add(at, keyword, &wanted(kind)),
    }
}

fn wanted(kind: &Kind) -> String {
    match kind {
        Kind::Type { kind: TypeKind::Single(name) } => format!("must be {}", with_article(&name.to_string())),
        Kind::Enum { options } => format!("must be one of: {}", word_list(options)),
        Kind::Constant { expected_value } => format!("must be {expected_value}"),
        Kind::MinLength { limit } => format!("must have at least {limit} character{}", plural(*limit)),
        Kind::MaxLength { limit } => format!("must have at most {limit} characters"),
        Kind::MinItems { limit } => format!("must have at least {limit} item{}", plural(*limit)),
        Kind::MaxItems { limit } => format!("must have at most {limit} items"),
        Kind::UniqueItems => "must not hold a value twice".to_owned(),
        Kind::Minimum { limit } => format!("must be {limit} or more"),
        Kind::Maximum { limit } => format!("must be {limit} or less"),
        Kind::Pattern { pattern } => pattern_in_words(pattern),
        Kind::Format { format } => match format.as_str() {
            "date-time" => "must be an RFC 3339 date and time with an offset".to_owned(),
            "uri" => "must be an absolute URI".to_owned(),
            "x-currency" => "must be a currency code of ISO 4217, such as USD".to_owned(),
            "x-time-zone" => "must be a time zone of the IANA database, such as America/Denver".to_owned(),
            _ => "does not have the right form".to_owned(),
        },
        Kind::PropertyNames { .. } => "has a property name that is not allowed".to_owned(),
        _ => "is not allowed here".to_owned(),
    }
}

/// Our patterns, said for people and models.
fn pattern_in_words(pattern: &str) -> String {
    match pattern {
        "^[A-HJ-NPR-Z0-9]{17}$" => "must be a VIN: 17 capital letters (without I, O, Q) and digits".to_owned(),
        "^[A-Z]{3}$" => "must be a currency code of ISO 4217, such as USD".to_owned(),
        "^[A-Z]{2}$" => "must be a country code of two capital letters, such as US".to_owned(),
        "^([01][0-9]|2[0-3]):[0-5][0-9]$" => "must be a time of day on a 24-hour clock, such as 09:00".to_owned(),
        "^[a-z]{2,3}(?:-[A-Z]{2})?$" => "must be a language, such as en or fr-CA".to_owned(),
        "^[A-Z]{2}-[A-Z0-9]{1,3}$" => "must be a subdivision code, such as US-CO".to_owned(),
        "^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$" => "must be a country or subdivision code, such as US or US-CO".to_owned(),
        "^[a-z0-9][a-z0-9._-]{0,127}$" => {
            "must be lower-case letters, digits, '.', '_' and '-', starting with a letter or digit".to_owned()
        }
        "^dealeragent:[a-z0-9:_-]+$" => "must be a scope, such as dealeragent:inventory:read".to_owned(),
        "^[a-z0-9]+(?:[.-][a-z0-9]+)+$" => "must be a reverse-domain name, such as example.history-one".to_owned(),
        "^[A-Za-z0-9][A-Za-z0-9._:-]*$" => {
            "must be an id: letters, digits, '.', '_', ':' and '-', starting with a letter or digit".to_owned()
        }
        "^[0-9]{1,5}[mhd]$" => "must be a whole number with m, h or d, such as 15m".to_owned(),
        other => format!("must match {other}"),
    }
}

fn with_article(name: &str) -> String {
    match name {
        "integer" => "an integer".to_owned(),
        "object" => "an object".to_owned(),
        "array" => "an array".to_owned(),
        "null" => "null".to_owned(),
        other => format!("a {other}"),
    }
}

fn word_list(options: &Value) -> String {
    let words: Vec<&str> = options.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    words.join(", ")
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The schema at an instance path.
fn here<'s>(schema: &'s Value, instance_path: &str) -> &'s Value {
    let mut here = schema;
    for step in instance_path.split('/').skip(1) {
        let next = here.pointer("/properties").and_then(|properties| properties.get(step));
        match next.or_else(|| here.get("items")).or_else(|| here.get("additionalProperties")) {
            Some(next) => here = next,
            None => return &Value::Null,
        }
    }
    here
}

/// A path of `serde_path_to_error` as a JSON Pointer.
pub(crate) fn pointer_of_path(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => pointer.push_str(&format!("/{}", key.replace('~', "~0").replace('/', "~1"))),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    pointer
}

/// What a type said when it refused. Our types say "must ..."; anything else
/// comes from a library and may repeat the value, so it is not passed on.
pub(crate) fn type_refusal(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let ours = text.starts_with("must ") || text.starts_with("has ") || text.starts_with("is ");
    if ours { text } else { "is not acceptable here".to_owned() }
}
