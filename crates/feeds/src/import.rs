//! The whole path, from a file's bytes to listings and a report.
//!
//! The file is read once, record by record; what is kept of it is the listings
//! and a bounded report.

mod run;
mod suspect;
mod trailer;

use std::io::Read;

use dealeragent_inventory::{Listing, search::FilterKind};
use dealeragent_protocol::{
    facts::Provenance,
    values::{ContentDigest, List, RooftopId, Vin},
};

use crate::{
    CLOCK_SKEW_SECONDS, FeedReport, FileFault, Limits, SourceSettings,
    bind::Binding,
    decode::Decoder,
    profile::{Field, Profile},
    read::{Entry, RecordReader},
    shape::{self, Shape},
};
pub(crate) use run::Run;

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
    /// Units that the file has, but whose rows are held back: they are not gone.
    pub withheld: Vec<Withheld>,
    /// The digest of the file's bytes.
    pub digest: ContentDigest,
}

/// A row that is held back, as far as it tells which unit it is about. One that
/// tells nothing at all is none of these.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Withheld {
    /// The unit's rooftop, where the row tells it.
    pub rooftop_id: Option<RooftopId>,
    /// Its VIN, where the row has a usable one.
    pub vin: Option<Vin>,
    /// Its stock number, verbatim, where nothing better tells it.
    pub stock: Option<String>,
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
    match shape::import(bytes, profile, settings, limits)? {
        Some(import) => Ok(import),
        None => delimited(bytes, profile, settings, limits),
    }
}

/// [`import`] from a reader. Memory does not grow with the file, only with the
/// listings that come of it; but a document, such as JSON, is held whole.
///
/// # Errors
/// As [`import`], and [`FileFault::Unreadable`] when the reader fails.
pub fn import_reader(
    input: impl Read,
    profile: &Profile,
    settings: &SourceSettings,
    limits: Limits,
) -> Result<Import, FileFault> {
    if profile.shape == Shape::Delimited {
        return delimited(input, profile, settings, limits);
    }
    let mut bytes = Vec::new();
    // One byte more than the cap is enough to tell that there are more.
    let most = (limits.file_bytes as u64).saturating_add(1);
    input.take(most).read_to_end(&mut bytes).map_err(FileFault::from_io)?;
    import_within(&bytes, profile, settings, limits)
}

fn delimited(
    input: impl Read,
    profile: &Profile,
    settings: &SourceSettings,
    limits: Limits,
) -> Result<Import, FileFault> {
    check_time(settings)?;
    let decoder = Decoder::open(input, settings.reading.encoding, &limits)?;
    let opening = decoder.opening();
    let delimiter = settings.reading.delimiter.or(profile.delimiter);
    let mut reader = RecordReader::new(decoder, delimiter, limits)?.with_fallback(opening.fallback);
    let first = match reader.next_entry()? {
        Some(Entry::Record(first)) => first,
        Some(Entry::Lost(lost)) => return Err(FileFault::OpenQuote { line: lost.line }),
        None => return Err(FileFault::Empty),
    };
    let line = first.line;
    if first.count() > limits.columns {
        return Err(FileFault::too_large("the first record", Some(line), "columns", limits.columns as u64));
    }
    let binding = Binding::new(&first, profile, settings);
    if first.count() == 1 {
        let expected = reader.delimiter();
        return Err(match (reader.sniff(), binding) {
            (Ok(found), _) if found != expected => FileFault::OtherDelimiter { line, expected, found },
            (_, Err(fault)) => fault,
            (_, Ok(_)) => FileFault::NoDelimiter { line },
        });
    }
    let binding = binding?;
    let mut run = Run::new(profile, settings, &binding, limits)?;
    if profile.layout.is_positional() {
        run.record(&first)?;
    }
    reader.expect_columns(binding.names.len());
    while let Some(entry) = reader.next_entry()? {
        match entry {
            Entry::Record(record) => run.record(&record)?,
            Entry::Lost(lost) => run.lost(lost)?,
        }
    }
    run.close(line, opening, reader)
}

/// Whether the file is from the future.
pub(crate) fn check_time(settings: &SourceSettings) -> Result<(), FileFault> {
    let (observed_at, now) = (settings.observed_at, settings.now);
    if observed_at.seconds_since(now) > CLOCK_SKEW_SECONDS {
        return Err(FileFault::FutureFile { observed_at, now });
    }
    Ok(())
}

/// Writes the file's digest into where each listing, and each report that the
/// file names, comes from: it is known only once the last byte was read.
fn sealed(listings: Vec<Listing>, digest: &ContentDigest) -> Vec<Listing> {
    let seal = |mut listing: Listing| {
        seal(&mut listing.provenance, digest);
        for report in &mut listing.evidence.history_reports {
            seal(&mut report.provenance, digest);
        }
        listing
    };
    listings.into_iter().map(seal).collect()
}

fn seal(provenance: &mut Provenance, digest: &ContentDigest) {
    let mut sources: Vec<_> = provenance.sources.iter().cloned().collect();
    for source in &mut sources {
        source.content_digest = Some(digest.clone());
    }
    // As many as before, so they are a list again.
    if let Ok(sources) = List::new(sources) {
        provenance.sources = sources;
    }
}

/// A filter can be answered when its column is there, even if some cells are
/// blank; an odometer needs its unit too.
fn answers(binding: &Binding, settings: &SourceSettings, listings: &[Listing]) -> Vec<FilterKind> {
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
