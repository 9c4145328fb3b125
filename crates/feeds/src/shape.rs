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
    import::{answers, check, note_file, too_large},
    map::{Mapper, Outcome},
    profile::Profile,
    read::Record,
    report::Ledger,
    validate::Lot,
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
    check(bytes, settings, limits)?;
    let Some((text, table)) = decoded(bytes, &profile.shape, limits)? else { return Ok(None) };
    if table.rows.is_empty() {
        let problem = "holds no unit where the profile looks; an empty export is never taken for an empty lot";
        return Err(FileFault::Shape { problem: problem.to_owned() });
    }
    let header =
        Record { line: 1, cells: table.names.iter().map(|name| name.as_str().into()).collect(), stray_quote: false };
    let binding = Binding::new(&header, profile, settings)?;
    let digest = ContentDigest::from_sha256(Sha256::digest(bytes).into());
    let mapper = Mapper::new(profile, settings, &binding, text.encoding, digest)?;
    let mut ledger = Ledger::new(binding.names.clone());
    note_file(&mut ledger, &text.text, text.encoding);
    let mut lot = Lot::default();
    for row in &table.rows {
        ledger.rows += 1;
        if ledger.rows > limits.rows {
            return Err(too_large("the lot", row.line, "rows", limits.rows));
        }
        let cells = table.cells(row).map(Into::into).collect();
        match mapper.row(&Record { line: row.line, cells, stray_quote: false }) {
            Outcome::Dropped(reason) => ledger.drop_row(reason),
            Outcome::Rejected { reject, unit } => {
                ledger.reject(reject);
                if let Some(unit) = unit {
                    lot.refuse(unit, row.line);
                }
            }
            Outcome::Listed { listing, notes } => lot.take(row.line, *listing, notes),
        }
    }
    let listings = lot.settle(&mut ledger);
    let answers = answers(&binding, settings, &listings);
    let report = ledger.close(text.encoding, None, binding.columns);
    Ok(Some(Import { listings, report, answers }))
}
