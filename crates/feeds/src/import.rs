//! The whole path, from a file's bytes to listings and a report.

use dealeragent_inventory::{Listing, search::FilterKind};
use dealeragent_protocol::values::ContentDigest;
use sha2::{Digest as _, Sha256};

use crate::{
    CLOCK_SKEW_SECONDS, FeedReport, FileFault, Limits, SourceSettings,
    bind::Binding,
    decode::{self, Decoded, Encoding},
    map::{Mapper, Outcome},
    profile::{Field, Profile},
    read::{Delimiter, Record, RecordReader},
    report::{Ledger, Notice},
    shape,
    validate::Lot,
};

/// What came of a file.
#[derive(Debug, Clone)]
pub struct Import {
    /// One listing per unit, in the order of the file; no VIN twice.
    pub listings: Vec<Listing>,
    /// What became of every row and column.
    pub report: FeedReport,
    /// Filters that the file's columns can answer. Evidence adds its own, see
    /// [`crate::AttachReport::answers`].
    pub answers: Vec<FilterKind>,
}

/// Reads one file of one source, within the default [`Limits`].
///
/// # Errors
/// [`FileFault`] when the file as a whole cannot be used. A fault of one row
/// never fails the file; it is a reject in the report.
pub fn import(bytes: &[u8], profile: &Profile, settings: &SourceSettings) -> Result<Import, FileFault> {
    import_within(bytes, profile, settings, Limits::default())
}

/// [`import`] with caps of one's own.
///
/// # Errors
/// As [`import`].
pub fn import_within(
    bytes: &[u8],
    profile: &Profile,
    settings: &SourceSettings,
    limits: Limits,
) -> Result<Import, FileFault> {
    if let Some(import) = shape::import(bytes, profile, settings, limits)? {
        return Ok(import);
    }
    check(bytes, settings, limits)?;
    let Decoded { text, encoding } = decode::decode(bytes)?;
    let delimiter = profile.delimiter.map_or_else(|| Delimiter::sniff(&text), Ok)?;
    let mut reader = RecordReader::new(&text, delimiter, limits);
    let mut record = Record::default();
    if !next_row(&mut reader, &mut record)? {
        return Err(FileFault::Empty);
    }
    let header_line = record.line;
    if record.cells.len() > limits.columns {
        return Err(too_large("the header", header_line, "columns", limits.columns as u64));
    }
    if let [_] = record.cells.as_slice()
        && let Ok(found) = Delimiter::sniff(&text)
    {
        return Err(FileFault::OtherDelimiter { line: header_line, expected: delimiter, found });
    }
    let binding = Binding::new(&record, profile, settings)?;
    let digest = ContentDigest::from_sha256(Sha256::digest(bytes).into());
    let mapper = Mapper::new(profile, settings, &binding, encoding, digest)?;
    let mut ledger = Ledger::new(binding.names.clone());
    note_file(&mut ledger, &text, encoding);
    let mut lot = Lot::default();
    while next_row(&mut reader, &mut record)? {
        ledger.rows += 1;
        if ledger.rows > limits.rows {
            return Err(too_large("the lot", record.line, "rows", limits.rows));
        }
        let (cells, columns) = (record.cells.len(), binding.names.len());
        if cells < columns && reader.ended_open() {
            return Err(FileFault::CutShort { line: record.line, cells, columns });
        }
        match mapper.row(&record) {
            Outcome::Dropped(reason) => ledger.drop_row(reason),
            Outcome::Rejected { reject, unit } => {
                ledger.reject(reject);
                if let Some(unit) = unit {
                    lot.refuse(unit, record.line);
                }
            }
            Outcome::Listed { listing, notes } => lot.take(record.line, *listing, notes),
        }
    }
    if ledger.rows == 0 {
        return Err(FileFault::NoRows { line: header_line });
    }
    let listings = lot.settle(&mut ledger);
    let answers = answers(&binding, settings, &listings);
    let report = ledger.close(encoding, Some(delimiter), binding.columns);
    Ok(Import { listings, report, answers })
}

pub(crate) fn check(bytes: &[u8], settings: &SourceSettings, limits: Limits) -> Result<(), FileFault> {
    if bytes.len() > limits.file_bytes {
        return Err(too_large("the file", 1, "file_bytes", limits.file_bytes as u64));
    }
    let (observed_at, now) = (settings.observed_at, settings.now);
    if observed_at.seconds_since(now) > CLOCK_SKEW_SECONDS {
        return Err(FileFault::FutureFile { observed_at, now });
    }
    Ok(())
}

/// The next record with anything in it (A09).
fn next_row<'t>(reader: &mut RecordReader<'t>, record: &mut Record<'t>) -> Result<bool, FileFault> {
    while reader.next_record(record)? {
        if !record.is_blank() {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(crate) fn note_file(ledger: &mut Ledger, text: &str, encoding: Encoding) {
    if encoding == Encoding::Windows1252 {
        ledger.note_file(Notice::Windows1252, 1);
    }
    let lost = text.matches('\u{fffd}').count();
    if lost > 0 {
        ledger.note_file(Notice::LostCharacters, lost as u64);
    }
}

pub(crate) fn too_large(what: &'static str, line: u64, cap: &'static str, limit: u64) -> FileFault {
    FileFault::TooLarge { what, line, cap, limit }
}

/// A filter can be answered when its column is there, even if some cells are
/// blank; an odometer needs its unit too.
pub(crate) fn answers(binding: &Binding, settings: &SourceSettings, listings: &[Listing]) -> Vec<FilterKind> {
    let has = |field| binding.at(field).is_some();
    let has_unit = || settings.odometer_unit.is_some() || listings.iter().any(|listing| listing.odometer.is_some());
    [
        (FilterKind::VehicleType, has(Field::Body) || has(Field::VehicleType)),
        (FilterKind::Odometer, has(Field::Odometer) && has_unit()),
        (FilterKind::InventoryAge, has(Field::StockedAt)),
        (FilterKind::CertificationType, has(Field::Certified)),
        (FilterKind::Availability, has(Field::Status)),
        (FilterKind::HistoryReportStatus, has(Field::HistoryReports)),
    ]
    .into_iter()
    .filter_map(|(kind, answered)| answered.then_some(kind))
    .collect()
}
