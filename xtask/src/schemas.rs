//! The committed `schemas/` folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use dealeragent_protocol::schema::{Document, documents};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas")
}

fn text_of(document: &Document) -> Result<String> {
    Ok(format!("{}\n", serde_json::to_string_pretty(&document.schema)?))
}

/// Writes every document.
pub(crate) fn write() -> Result<()> {
    fs::create_dir_all(folder())?;
    for document in documents() {
        let path = folder().join(document.file);
        fs::write(&path, text_of(&document)?).with_context(|| format!("cannot write {}", path.display()))?;
        crate::say(&format!("wrote schemas/{}", document.file));
    }
    Ok(())
}

/// Fails when a document differs from the types, is missing or is left over.
pub(crate) fn check() -> Result<()> {
    let mut wrong = Vec::new();
    let mut expected = Vec::new();
    for document in documents() {
        let committed = fs::read_to_string(folder().join(document.file)).unwrap_or_default();
        if committed != text_of(&document)? {
            wrong.push(format!("schemas/{} differs from the types", document.file));
        }
        expected.push(document.file);
    }
    for entry in fs::read_dir(folder()).context("schemas/ is missing")? {
        let name = entry?.file_name();
        if !expected.iter().any(|file| name == *file) {
            wrong.push(format!("schemas/{} belongs to no document", name.to_string_lossy()));
        }
    }
    if wrong.is_empty() {
        crate::say(&format!("schemas/ is up to date ({} documents)", expected.len()));
        return Ok(());
    }
    bail!("{}\nrun: cargo run -p xtask -- schemas write", wrong.join("\n"))
}
