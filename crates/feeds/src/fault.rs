//! Why a whole file was refused. Nothing of a refused file is used.

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
    #[error("{what} on line {line} is larger than the cap `{cap}` of {limit}; raise the cap or mend the file")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Where it starts.
        line: u64,
        /// The setting that says so.
        cap: &'static str,
        /// Its value.
        limit: u64,
    },
    /// An archive behind a text name (A20).
    #[error("the file is a {kind} archive; unpack it, this version reads plain text only")]
    Archive {
        /// gzip or zip.
        kind: &'static str,
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
        "line {line}: no comma, semicolon, tab or pipe in the header, so the columns cannot be told apart; set the \
         profile's `delimiter`"
    )]
    NoDelimiter {
        /// Line of the header.
        line: u64,
    },
    /// The profile expects another separator than the header has (A05).
    #[error(
        "line {line}: the header has no {expected}, which the profile expects, but {found}s; set the profile's \
         `delimiter` to {found}, or export with {expected}s"
    )]
    OtherDelimiter {
        /// Line of the header.
        line: u64,
        /// The profile's.
        expected: Delimiter,
        /// The file's.
        found: Delimiter,
    },
    /// Two candidates fit equally well (A05).
    #[error(
        "line {line}: the header has as many {first}s as {second}s, so it does not say which one separates the \
         columns; set the profile's `delimiter`"
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
        "line {line}: the first record holds a VIN, so it is a unit and not a header; add the header line, or use a \
         profile for files without one"
    )]
    NoHeader {
        /// Its line.
        line: u64,
    },
    /// One field, two columns (A15).
    #[error(
        "line {line}: {field} could be column {first} or column {second} (\"{name}\"); remove or rename one of them"
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
    #[error("line {line}: no column for {field}; any of these names would do: {accepted}{hint}")]
    MissingColumn {
        /// Line of the header.
        line: u64,
        /// The field.
        field: String,
        /// Accepted names.
        accepted: String,
        /// What else would mend it.
        hint: &'static str,
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
