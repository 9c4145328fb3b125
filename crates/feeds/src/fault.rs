//! Why a whole file was refused. Nothing of a refused file is used.

mod kind;

use std::io;

pub use kind::FaultKind;

use crate::read::Delimiter;

/// A file that cannot be read as what it should be. Every message says what is
/// wrong, where, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// Nothing in it (A16).
    #[error("the file is empty; export it again, and check that the upload had ended")]
    Empty,
    /// A header and no rows (A16).
    #[error("the file has a header on line {line} and no rows; an empty export is never taken for an empty lot")]
    NoRows {
        /// Line of the header.
        line: u64,
    },
    /// More than a cap allows (A19).
    #[error(
        "{}{what} is larger than the cap `{cap}` of {limit}; if the file is right, set `{cap}` higher for this source",
        at(*line)
    )]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Where it starts; `None` for the file as a whole.
        line: Option<u64>,
        /// The setting that says so.
        cap: &'static str,
        /// Its value.
        limit: u64,
    },
    /// An archive that cannot be used (A20).
    #[error("the file is a {kind} archive and {problem}")]
    Archive {
        /// gzip, zip or nested.
        kind: &'static str,
        /// What is wrong with it, and how to mend it.
        problem: &'static str,
    },
    /// The bytes could not be had.
    #[error("the file could not be read to its end ({reason}); it is read again on the next run")]
    Unreadable {
        /// The kind of failure.
        reason: String,
    },
    /// A page or a document where rows were expected (A18).
    #[error("the file is {kind}, not delimited text; a login or error page was probably saved in its place")]
    Document {
        /// What it looks like.
        kind: &'static str,
    },
    /// NULs in place of text: UTF-16 without a mark, or no text at all (A02).
    #[error(
        "the file holds {share} % NUL bytes and no byte order mark; export it as UTF-8, or as UTF-16 with a byte \
         order mark"
    )]
    Nuls {
        /// Share of NUL bytes at the file's start, in percent.
        share: usize,
    },
    /// UTF-16 that breaks off or holds half characters.
    #[error("the file is marked as UTF-16 but is not valid UTF-16; it may be cut short: export it again")]
    BrokenUtf16,
    /// No candidate in the header.
    #[error(
        "line {line}: no comma, semicolon, tab or pipe in the first record, so the columns cannot be told apart; set \
         `delimiter`"
    )]
    NoDelimiter {
        /// Line of the header.
        line: u64,
    },
    /// Another separator is expected than the file has (A05).
    #[error(
        "line {line}: the first record has no {expected}, which is expected, but {found}s; set `delimiter` to {found}, \
         or export with {expected}s"
    )]
    OtherDelimiter {
        /// Line of the header.
        line: u64,
        /// The settings' or the profile's.
        expected: Delimiter,
        /// The file's.
        found: Delimiter,
    },
    /// Two candidates fit equally well (A05).
    #[error(
        "line {line}: the first records fit {first}s as well as {second}s, so they do not say which one separates the \
         columns; set `delimiter`"
    )]
    DelimiterTie {
        /// Line of the header.
        line: u64,
        /// One candidate.
        first: Delimiter,
        /// The other.
        second: Delimiter,
    },
    /// A quoted cell that never ends (A17).
    #[error(
        "line {line}: the quoted cell that starts here never ends; the file is cut short or a quotation mark is \
         missing"
    )]
    OpenQuote {
        /// Where the cell starts.
        line: u64,
    },
    /// The last record breaks off (A17).
    #[error(
        "line {line}: the last row breaks off after {cells} of {columns} cells; the file is cut short: export it again"
    )]
    CutShort {
        /// Line of the last row.
        line: u64,
        /// Cells that are there.
        cells: usize,
        /// Columns of the header.
        columns: usize,
    },
    /// The first record is a unit, not a header (A07).
    #[error(
        "line {line}: the first record looks like a unit and not like a header; add the header line, or use a profile \
         for files without one"
    )]
    NoHeader {
        /// Its line.
        line: u64,
    },
    /// A header under a profile for files without one.
    #[error(
        "line {line}: the first record is a header, but the profile is for files without one; leave the header out, or \
         use a profile that reads columns by name"
    )]
    UnexpectedHeader {
        /// Its line.
        line: u64,
    },
    /// Another number of columns than the profile's positions (A04).
    #[error(
        "line {line}: the first record has {cells} cells, but the profile has {columns} positions; without a header \
         columns are told apart by place alone, so nothing is read: compare the file with the profile's `positions`"
    )]
    FieldCount {
        /// Its line.
        line: u64,
        /// Cells that are there.
        cells: usize,
        /// Positions of the profile.
        columns: usize,
    },
    /// A row that does not fit, where none may (A12).
    #[error("line {line}: {problem}, and the source is read strictly; mend the row, or set `strict` to false")]
    NotStrict {
        /// Where the row starts.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The closing record counts other rows than there are (A17).
    #[error(
        "line {line}: the closing record counts {stated} rows, but the file has {rows}; the file is cut short or was \
         put together wrongly: export it again"
    )]
    TrailerMismatch {
        /// Its line.
        line: u64,
        /// What it says.
        stated: u64,
        /// Rows above it.
        rows: u64,
    },
    /// One field, two columns (A15).
    #[error(
        "line {line}: {field} could be column {first} or column {second} (\"{name}\"); remove or rename one of them, or \
         name the one to read in the profile, such as \"{name}[2]\" for the second"
    )]
    DuplicateColumn {
        /// Line of the header.
        line: u64,
        /// The field that both would fill.
        field: String,
        /// The second column's name.
        name: String,
        /// Position of the first, from 1.
        first: usize,
        /// Position of the second, from 1.
        second: usize,
    },
    /// A column without which there is no listing (A13).
    #[error(
        "line {line}: no column for {field}; any of these names would do: {accepted}{hint}; the file has: {present}"
    )]
    MissingColumn {
        /// Line of the header.
        line: u64,
        /// The field.
        field: String,
        /// Accepted names.
        accepted: String,
        /// What else would mend it.
        hint: &'static str,
        /// The columns that are there, so that the right name can be picked.
        present: String,
    },
    /// The settings name a column that is never an offer to the public (B02).
    #[error("price_column \"{name}\" {why}; name the column that holds the advertised price")]
    NotAPriceColumn {
        /// The column.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// A template that cannot make addresses (B22).
    #[error("listing_url_template {problem}; write it like https://dealer.example/vehicle/{{stock}}")]
    BadTemplate {
        /// What is wrong with it.
        problem: String,
    },
    /// Not a document of the shape that the profile describes.
    #[error("the file {problem}; check the export, and the profile's `shape`")]
    Shape {
        /// What is wrong, and where.
        problem: String,
    },
    /// A file from the future.
    #[error("the file's time {observed_at} lies after now, {now}; check the clock of the machine that wrote it")]
    FutureFile {
        /// The file's time.
        observed_at: dealeragent_protocol::values::Timestamp,
        /// The time of the run.
        now: dealeragent_protocol::values::Timestamp,
    },
}

impl FileFault {
    pub(crate) fn too_large(what: &'static str, line: Option<u64>, cap: &'static str, limit: u64) -> Self {
        Self::TooLarge { what, line, cap, limit }
    }

    /// What kind of trouble it is, for whoever decides what happens next.
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        FaultKind::of(self)
    }

    /// The fault on its way through a reader.
    pub(crate) fn into_io(self) -> io::Error {
        io::Error::other(self)
    }

    /// The fault behind a reader's error. Any other error is told by its kind
    /// only: its text may name a path or a host.
    pub(crate) fn from_io(error: io::Error) -> Self {
        let reason = error.kind().to_string();
        error.downcast::<Self>().unwrap_or(Self::Unreadable { reason })
    }
}

/// The place in front of a message.
fn at(line: Option<u64>) -> String {
    line.map(|line| format!("line {line}: ")).unwrap_or_default()
}
