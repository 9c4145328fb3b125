//! JSON: an array of objects somewhere in a document. Nested members get
//! dotted paths; numbers keep the text that they are written in.

use std::fmt;

use serde::{
    Deserializer as _,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::table::{Builder, Lines, Table};
use crate::{FileFault, Limits};

/// Objects inside a unit that are opened; what is deeper stays JSON.
pub(super) const MAX_DEPTH: usize = 8;
/// Items of an array that get paths of their own.
const MAX_ITEMS: usize = 64;

/// Reads the units of the array that a JSON Pointer names.
pub(super) fn read(text: &str, pointer: &str, limits: Limits) -> Result<Table, FileFault> {
    let document: &RawValue = serde_json::from_str(text).map_err(|error| not_json(&error))?;
    let records = find(document, pointer)?;
    let units: Vec<&RawValue> = serde_json::from_str(records.get()).map_err(|_| FileFault::Shape {
        problem: format!("has no array of units at `json_records` = \"{pointer}\""),
    })?;
    let mut builder = Builder::new(limits);
    let mut lines = Lines::new(text);
    for unit in units {
        // A raw value is a part of the document, so this is its place there.
        let offset = (unit.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let line = lines.of(offset);
        if !unit.get().starts_with('{') {
            return Err(FileFault::Shape { problem: format!("has a unit that is no object, on line {line}") });
        }
        builder.start(line);
        flatten(&mut builder, unit, "", 0)?;
        builder.end()?;
    }
    Ok(builder.finish())
}

fn not_json(error: &serde_json::Error) -> FileFault {
    FileFault::Shape { problem: format!("is not valid JSON at line {}, column {}", error.line(), error.column()) }
}

/// Walks a JSON Pointer.
fn find<'d>(document: &'d RawValue, pointer: &str) -> Result<&'d RawValue, FileFault> {
    let mut value = document;
    for part in pointer.split('/').skip(1) {
        let name = part.replace("~1", "/").replace("~0", "~");
        let next = match value.get().as_bytes().first() {
            Some(b'{') => members(value)?.into_iter().find(|(key, _)| *key == name).map(|(_, member)| member),
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(value.get()).map_err(|error| not_json(&error))?;
                name.parse::<usize>().ok().and_then(|at| items.get(at).copied())
            }
            _ => None,
        };
        value =
            next.ok_or_else(|| FileFault::Shape { problem: format!("has nothing at `json_records` = \"{pointer}\"") })?;
    }
    Ok(value)
}

/// Adds the cells of a value. A list of one is its one item, as systems write
/// that make a list of every field; an empty list is blank. A list of several
/// texts stays a JSON array.
pub(super) fn flatten(builder: &mut Builder, value: &RawValue, path: &str, depth: usize) -> Result<(), FileFault> {
    let text = value.get();
    match text.as_bytes().first() {
        Some(b'{') if depth < MAX_DEPTH => {
            for (name, member) in members(value)? {
                let path = if path.is_empty() { name } else { format!("{path}.{name}") };
                flatten(builder, member, &path, depth + 1)?;
            }
            Ok(())
        }
        Some(b'[') if depth < MAX_DEPTH => array(builder, value, path, depth + 1),
        Some(b'"') => {
            let text: String = serde_json::from_str(text).map_err(|error| not_json(&error))?;
            builder.cell(path, text)
        }
        Some(b'n') => builder.cell(path, String::new()),
        _ => builder.cell(path, text.to_owned()),
    }
}

fn array(builder: &mut Builder, value: &RawValue, path: &str, depth: usize) -> Result<(), FileFault> {
    let items: Vec<&RawValue> = serde_json::from_str(value.get()).map_err(|error| not_json(&error))?;
    match items.as_slice() {
        [] => builder.cell(path, String::new()),
        [one] => flatten(builder, one, path, depth),
        several if several.iter().any(|item| item.get().starts_with(['{', '['])) => {
            for (at, item) in several.iter().take(MAX_ITEMS).enumerate() {
                flatten(builder, item, &format!("{path}[{at}]"), depth)?;
            }
            Ok(())
        }
        _ => builder.cell(path, value.get().to_owned()),
    }
}

/// The members of an object, in their order. A name that stands there twice is
/// a fault: nobody could tell which is meant.
pub(super) fn members(object: &RawValue) -> Result<Vec<(String, &RawValue)>, FileFault> {
    struct Members;
    impl<'d> Visitor<'d> for Members {
        type Value = Vec<(String, &'d RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<M: MapAccess<'d>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut members: Self::Value = Vec::new();
            while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
                members.push((name, value));
            }
            Ok(members)
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(object.get());
    let members = deserializer.deserialize_map(Members).map_err(|error| not_json(&error))?;
    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair.first() == pair.last()).and_then(|pair| pair.first()) {
        let name = crate::report::shown(twice);
        return Err(FileFault::Shape { problem: format!("has an object with the member {name} twice") });
    }
    Ok(members)
}
