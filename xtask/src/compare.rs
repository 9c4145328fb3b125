//! Our schemas against the published ones: same fields, same required sets,
//! same words, same limits. Wording, order and the way of writing are free.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result, bail};
use dealeragent_protocol::schema::documents;
use serde_json::{Map, Value, json};

/// Published documents that belong to profiles which are not built yet.
const NOT_BUILT: [&str; 4] =
    ["action-common.schema.json", "claim.schema.json", "consent.schema.json", "handoff.schema.json"];

/// Published documents by file name.
type Library = BTreeMap<String, Value>;

/// Compares every published definition with ours of the same name.
pub(crate) fn against(folder: &Path) -> Result<()> {
    let library = load(folder)?;
    let ours: Library = documents().into_iter().map(|document| (document.file.to_owned(), document.schema)).collect();
    let mut differences = Vec::new();
    let mut compared = 0;
    for (file, published) in &library {
        if NOT_BUILT.contains(&file.as_str()) {
            continue;
        }
        let Some(own) = ours.get(file) else {
            differences.push(format!("{file}: we have no such document"));
            continue;
        };
        for (name, definition) in definitions(file, published) {
            // Small parts that we fold into the types that use them.
            if matches!((file.as_str(), name.as_str()), ("common.schema.json", "date")) {
                continue;
            }
            let Some(own_definition) = own.pointer(&format!("/$defs/{name}")) else {
                differences.push(format!("{file}#{name}: we have no such definition"));
                continue;
            };
            compared += 1;
            let theirs = normal(&resolved(definition, file, &library)?);
            differ(&format!("{file}#{name}"), &theirs, &normal(own_definition), &mut differences);
        }
    }
    if differences.is_empty() {
        crate::say(&format!("{compared} definitions agree with the published schemas"));
        return Ok(());
    }
    bail!("{} differences (published, then ours):\n{}", differences.len(), differences.join("\n"))
}

fn load(folder: &Path) -> Result<Library> {
    let mut library = Library::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".schema.json") {
            library.insert(name, serde_json::from_str(&fs::read_to_string(&path)?)?);
        }
    }
    if library.is_empty() {
        bail!("{} holds no schemas", folder.display());
    }
    Ok(library)
}

/// The named definitions; a document without any is itself one.
fn definitions<'d>(file: &str, document: &'d Value) -> Vec<(String, &'d Value)> {
    match document.get("$defs").and_then(Value::as_object) {
        Some(defs) => defs.iter().map(|(name, definition)| (name.clone(), definition)).collect(),
        None if file == "well-known.schema.json" => vec![("wellKnown".to_owned(), document)],
        None => vec![("errorPayload".to_owned(), document)],
    }
}

/// Replaces every reference by what it points at.
fn resolved(schema: &Value, file: &str, library: &Library) -> Result<Value> {
    match schema {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                let (target_file, pointer) = reference.split_once('#').context("a reference without a fragment")?;
                let target_file = if target_file.is_empty() { file } else { target_file };
                let target = library
                    .get(target_file)
                    .and_then(|document| document.pointer(pointer))
                    .with_context(|| format!("{reference} points nowhere"))?;
                return resolved(target, target_file, library);
            }
            let members = members.iter().map(|(key, value)| Ok((key.clone(), resolved(value, file, library)?)));
            Ok(Value::Object(members.collect::<Result<_>>()?))
        }
        Value::Array(items) => {
            Ok(Value::Array(items.iter().map(|item| resolved(item, file, library)).collect::<Result<_>>()?))
        }
        other => Ok(other.clone()),
    }
}

/// One way of writing: no wording, sorted sets, merged `allOf`.
fn normal(schema: &Value) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let mut tidy = Map::new();
    for (key, value) in members {
        let value = match (key.as_str(), value) {
            ("title" | "description" | "$schema" | "$id" | "$defs" | "default", _) => continue,
            ("required" | "enum" | "type", Value::Array(items)) => sorted(items),
            ("properties", Value::Object(properties)) => {
                Value::Object(properties.iter().map(|(name, property)| (name.clone(), normal(property))).collect())
            }
            (_, Value::Array(items)) => Value::Array(items.iter().map(normal).collect()),
            (_, value) => normal(value),
        };
        tidy.insert(key.clone(), value);
    }
    merge_all_of(&mut tidy);
    Value::Object(tidy)
}

fn sorted(items: &[Value]) -> Value {
    let mut items = items.to_vec();
    items.sort_by_key(Value::to_string);
    Value::Array(items)
}

/// Folds the plain parts of an `allOf` into the schema around it.
fn merge_all_of(schema: &mut Map<String, Value>) {
    let Some(Value::Array(parts)) = schema.remove("allOf") else { return };
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Value::Object(part) if !part.contains_key("if") => merge(schema, part),
            other => kept.push(other),
        }
    }
    if !kept.is_empty() {
        schema.insert("allOf".into(), Value::Array(kept));
    }
}

fn merge(into: &mut Map<String, Value>, from: Map<String, Value>) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(Value::Object(into)), Value::Object(from)) => merge(into, from),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

fn differ(at: &str, theirs: &Value, ours: &Value, found: &mut Vec<String>) {
    match (theirs, ours) {
        (Value::Object(theirs), Value::Object(ours)) => {
            let names = theirs.keys().chain(ours.keys().filter(|name| !theirs.contains_key(*name)));
            for name in names {
                let missing = json!("(absent)");
                let left = theirs.get(name).unwrap_or(&missing);
                let right = ours.get(name).unwrap_or(&missing);
                differ(&format!("{at}/{name}"), left, right, found);
            }
        }
        (theirs, ours) if theirs == ours => {}
        (theirs, ours) => found.push(format!("  {at}: {theirs} | {ours}")),
    }
}
