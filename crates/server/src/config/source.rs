//! TOML with a memory for lines.
//!
//! The text becomes the same JSON values that tool arguments are, so that one
//! intake finds everything that is wrong; a map from JSON Pointer to line
//! tells where.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use dealeragent_protocol::intake::{Intake, Violations, unknown_property};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{ConfigErrors, Problem, problems::Findings};

/// A parsed file.
pub(crate) struct Source<'t> {
    name: &'t str,
    text: &'t str,
    value: Value,
    spans: BTreeMap<String, Range<usize>>,
}

impl<'t> Source<'t> {
    /// Parses TOML; every syntax error is reported, not the first alone.
    pub(crate) fn parse(name: &'t str, text: &'t str) -> Result<Self, ConfigErrors> {
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let problem = |error: &toml::de::Error| Problem {
                file: None,
                line: error.span().map(|span| line_of(text, span.start)),
                key: String::new(),
                message: format!("this is not TOML: {}", error.message()),
            };
            return Err(ConfigErrors::new(name, errors.iter().map(problem).collect()));
        }
        let mut spans = BTreeMap::new();
        let value = table_value(table.get_ref(), "", &mut spans);
        Ok(Self { name, text, value, spans })
    }

    /// The file as JSON values.
    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    /// Reads the file as a type. What is wrong with its shape is reported
    /// together with what was found before.
    pub(super) fn read_beside<T: DeserializeOwned + JsonSchema>(&self, found: Findings) -> Result<T, ConfigErrors> {
        let intake = Intake::<T>::strict().map_err(|error| {
            let message = error.to_string();
            ConfigErrors::new(self.name, vec![Problem { file: None, line: None, key: String::new(), message }])
        })?;
        let violations = match intake.read(self.value.clone(), |_, _| {}) {
            Ok(read) if found.is_empty() => return Ok(read),
            Ok(_) => found.violations,
            Err(mut violations) => {
                violations.append(&found.violations);
                violations
            }
        };
        let schema = dealeragent_protocol::schema::of::<T>();
        let mut problems = self.located(&violations, |at| unknown_keys(&self.value, &schema, at));
        problems.extend(found.elsewhere);
        Err(ConfigErrors::new(self.name, problems))
    }

    /// Violations as problems with lines. `unknown_keys` gives the keys of a table
    /// that it does not take and what is wrong with each, so that each is pointed
    /// at itself and not at its table.
    fn located(&self, violations: &Violations, unknown_keys: impl Fn(&str) -> Vec<(String, String)>) -> Vec<Problem> {
        let mut tables = BTreeSet::new();
        let mut problems = Vec::new();
        for violation in violations.as_slice() {
            let at = violation.instance_location.as_str();
            let (keyword, words) = (violation.keyword.as_str(), violation.explanation.as_str());
            if keyword != "additionalProperties" {
                problems.push(self.problem(at, self.advice(at, keyword, words)));
            } else if tables.insert(at) {
                let table = at.trim_end_matches('/');
                let keys = unknown_keys(table).into_iter();
                problems.extend(keys.map(|(key, message)| self.problem(&format!("{table}/{key}"), message)));
            }
        }
        problems
    }

    fn problem(&self, pointer: &str, message: String) -> Problem {
        Problem { file: None, line: self.line(pointer), key: key_of(pointer), message }
    }

    /// The line of the nearest enclosing value.
    fn line(&self, pointer: &str) -> Option<usize> {
        let mut pointer = pointer.trim_end_matches('/');
        loop {
            if let Some(span) = self.spans.get(pointer) {
                return Some(line_of(self.text, span.start));
            }
            pointer = pointer.rsplit_once('/')?.0;
        }
    }

    /// Adds what a person is likely to have meant.
    fn advice(&self, pointer: &str, keyword: &str, explanation: &str) -> String {
        let number = self.value.pointer(pointer).is_some_and(Value::is_number);
        if keyword == "type" && number && explanation.contains("string") {
            return format!("{explanation}; write it in quotes, so that no digit is lost on the way");
        }
        explanation.to_owned()
    }
}

/// `/organizations/0/id` as `organizations[0].id`.
fn key_of(pointer: &str) -> String {
    let mut key = String::new();
    for step in pointer.split('/').filter(|step| !step.is_empty()) {
        if step.bytes().all(|b| b.is_ascii_digit()) {
            key.push_str(&format!("[{step}]"));
        } else {
            if !key.is_empty() {
                key.push('.');
            }
            key.push_str(step);
        }
    }
    key
}

/// The keys of the table at a pointer that the schema does not name, and what is
/// wrong with each.
fn unknown_keys(value: &Value, schema: &Value, pointer: &str) -> Vec<(String, String)> {
    let mut here = schema;
    for step in pointer.split('/').skip(1) {
        let property = here.get("properties").and_then(|properties| properties.get(step));
        match property.or_else(|| here.get("items")) {
            Some(next) => here = next,
            None => return Vec::new(),
        }
    }
    let known = here.get("properties").and_then(Value::as_object);
    let keys = value.pointer(pointer).and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let unknown = keys.filter(|key| known.is_some_and(|known| !known.contains_key(*key)));
    unknown.map(|key| (key.clone(), unknown_property(key, here))).collect()
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

fn table_value(table: &DeTable<'_>, at: &str, spans: &mut BTreeMap<String, Range<usize>>) -> Value {
    let mut object = Map::new();
    for (key, value) in table {
        let name = key.get_ref().to_string();
        let here = format!("{at}/{name}");
        spans.insert(here.clone(), key.span());
        object.insert(name, value_of(value, &here, spans));
    }
    Value::Object(object)
}

fn value_of(value: &Spanned<DeValue<'_>>, at: &str, spans: &mut BTreeMap<String, Range<usize>>) -> Value {
    match value.get_ref() {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(&number.as_str().replace('_', ""), number.radix());
            parsed.map_or(Value::Null, Value::from)
        }
        // Only their kind matters: no key takes one.
        DeValue::Float(number) => {
            let parsed = number.as_str().replace('_', "").parse().ok();
            parsed.and_then(serde_json::Number::from_f64).map_or(Value::Null, Value::Number)
        }
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Datetime(time) => Value::String(time.to_string()),
        DeValue::Array(items) => {
            let items = items.iter().enumerate().map(|(index, item)| {
                let here = format!("{at}/{index}");
                spans.insert(here.clone(), item.span());
                value_of(item, &here, spans)
            });
            Value::Array(items.collect())
        }
        DeValue::Table(table) => table_value(table, at, spans),
    }
}
