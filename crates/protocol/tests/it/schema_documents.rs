//! The documents of `schemas/`, and rules that hold for every schema.

use std::collections::BTreeSet;

use dealeragent_protocol::{
    schema::{self, documents},
    tool::Tool,
};
use serde_json::Value;

/// Calls `visit` for every object of a schema that stands where a schema can.
pub(crate) fn for_each_object(schema: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match schema {
        Value::Object(object) => {
            visit(object);
            object.values().for_each(|value| for_each_object(value, visit));
        }
        Value::Array(items) => items.iter().for_each(|value| for_each_object(value, visit)),
        _ => {}
    }
}

fn every_schema() -> Vec<(String, Value)> {
    let of_documents = documents().into_iter().map(|document| (document.file.to_owned(), document.schema));
    let of_tools = Tool::ALL.iter().flat_map(|tool| {
        [
            (format!("{tool} input"), schema::tool_input(*tool)),
            (format!("{tool} full input"), schema::full_input(*tool)),
            (format!("{tool} output"), schema::tool_output(*tool)),
            (format!("{tool} full output"), schema::full_output(*tool)),
        ]
    });
    of_documents.chain(of_tools).collect()
}

#[test]
fn every_schema_compiles_and_keeps_to_the_meta_schema() {
    for (name, schema) in every_schema() {
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{name}");
        assert!(jsonschema::draft202012::new(&schema).is_ok(), "{name}");
    }
}

#[test]
fn documents_have_distinct_files_and_a_root_that_exists() {
    let documents = documents();
    let files: BTreeSet<&str> = documents.iter().map(|document| document.file).collect();
    assert_eq!(files.len(), documents.len());
    for document in &documents {
        assert!(document.file.ends_with(".schema.json"));
        if let Some(root) = document.schema.get("$ref").and_then(Value::as_str) {
            assert!(document.schema.pointer(root.trim_start_matches('#')).is_some(), "{}: {root}", document.file);
        }
    }
}

#[test]
fn formats_are_those_of_json_schema() {
    for (name, schema) in every_schema() {
        for_each_object(&schema, &mut |object| {
            if let Some(Value::String(format)) = object.get("format") {
                assert!(matches!(format.as_str(), "uri" | "date-time"), "{name}: {format}");
            }
        });
    }
}

/// What JavaScript takes with the `u` flag: outside a class nothing may be
/// escaped but a syntax character, inside one nothing but `\`, `]`, `^`, `-`.
fn is_portable_pattern(pattern: &str) -> bool {
    let mut in_class = false;
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let Some(escaped) = chars.next() else { return false };
                let allowed = if in_class { "\\]^-" } else { "^$\\.*+?()[]{}|/" };
                if !allowed.contains(escaped) {
                    return false;
                }
            }
            '[' if !in_class => in_class = true,
            '[' => return false,
            ']' if in_class => in_class = false,
            ']' => return false,
            _ => {}
        }
    }
    !in_class
}

#[test]
fn patterns_are_valid_for_the_u_flag_of_javascript() {
    assert!(is_portable_pattern("^a\\.b$") && !is_portable_pattern("\\d") && !is_portable_pattern("\\_"));
    let mut patterns = BTreeSet::new();
    for (_, schema) in every_schema() {
        for_each_object(&schema, &mut |object| {
            // A property may itself be called "pattern".
            if let Some(Value::String(pattern)) = object.get("pattern") {
                patterns.insert(pattern.clone());
            }
        });
    }
    assert!(patterns.len() > 10, "{patterns:?}");
    for pattern in patterns {
        assert!(is_portable_pattern(&pattern), "{pattern}");
        assert!(pattern.starts_with('^'), "{pattern} is not anchored");
    }
}
