//! Files that are no delimited text: each becomes the same header and rows
//! that a CSV file gives, so that profiles work the same on all of them.

mod json;
mod jsonld;
mod table;
mod text;
mod xml;

use dealeragent_protocol::values::ContentDigest;
use sha2::{Digest as _, Sha256};

use crate::{
    FileFault, Import, Limits, SourceSettings,
    bind::Binding,
    import::{Run, check_time},
    profile::Profile,
    read::JoinedCells,
};
pub use table::{Table, TableRow};
use text::Text;

/// What a file looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Delimited text.
    Delimited,
    /// A JSON document with an array of objects.
    Json {
        /// A JSON Pointer to the array.
        records: String,
    },
    /// An XML document.
    Xml {
        /// The local name of the element that is a unit.
        record: String,
    },
    /// Web pages with schema.org data.
    JsonLd,
}

/// Reads a file of such a shape as a table; `None` where the profile is for
/// delimited text.
///
/// # Errors
/// [`FileFault`]: not a document of that shape, or beyond a limit.
pub fn table(bytes: &[u8], profile: &Profile, limits: Limits) -> Result<Option<Table>, FileFault> {
    Ok(decoded(bytes, &profile.shape, limits)?.map(|(_, table)| table))
}

fn decoded<'b>(bytes: &'b [u8], shape: &Shape, limits: Limits) -> Result<Option<(Text<'b>, Table)>, FileFault> {
    let (text, table) = match shape {
        Shape::Delimited => return Ok(None),
        Shape::Json { records } => {
            let text = text::json(bytes)?;
            let table = json::read(&text.text, records, limits)?;
            (text, table)
        }
        Shape::Xml { record } => {
            let text = text::xml(bytes)?;
            let table = xml::read(&text.text, record, limits)?;
            (text, table)
        }
        Shape::JsonLd => {
            let text = text::page(bytes)?;
            let table = jsonld::read(&text.text, limits)?;
            (text, table)
        }
    };
    Ok(Some((text, table)))
}

/// The whole path for such a file; `None` where the profile is for delimited
/// text.
pub(crate) fn import(
    bytes: &[u8],
    profile: &Profile,
    settings: &SourceSettings,
    limits: Limits,
) -> Result<Option<Import>, FileFault> {
    if profile.shape == Shape::Delimited {
        return Ok(None);
    }
    if bytes.len() > limits.file_bytes {
        return Err(FileFault::too_large("the file", None, "file_bytes", limits.file_bytes as u64));
    }
    check_time(settings)?;
    let Some((text, table)) = decoded(bytes, &profile.shape, limits)? else { return Ok(None) };
    if table.rows.is_empty() {
        let problem = "holds no unit where the profile looks; an empty export is never taken for an empty lot";
        return Err(FileFault::Shape { problem: problem.to_owned() });
    }
    let mut cells = JoinedCells::new(text.encoding);
    let binding = Binding::new(&cells.record(1, table.names.iter().map(String::as_str)), profile, settings)?;
    let mut run = Run::new(profile, settings, &binding, limits)?;
    for row in &table.rows {
        run.unit(&cells.record(row.line, table.cells(row)))?;
    }
    let digest = ContentDigest::from_sha256(Sha256::digest(bytes).into());
    Ok(Some(run.close_document(text.encoding, &digest)))
}
