//! What no export says about itself: the operator's settings for one source.

use dealeragent_protocol::values::{Currency, DistanceUnit, OrganizationId, RooftopId, Text, TimeZoneName, Timestamp};

use crate::{decode::DeclaredEncoding, read::Delimiter};

/// Settings of one source. Nothing here is ever guessed from the file.
#[derive(Debug, Clone)]
pub struct SourceSettings {
    /// The source's name in every provenance.
    pub source_name: Text<1, 128>,
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The rooftop that every row of the file belongs to.
    pub rooftop_id: RooftopId,
    /// Dates and times without a zone are read in this one.
    pub time_zone: TimeZoneName,
    /// The currency of the price column; a price that names another is refused.
    pub currency: Currency,
    /// The unit of an odometer cell that names none. Without it such a cell
    /// has no reading (B10).
    pub odometer_unit: Option<DistanceUnit>,
    /// The one column with the advertised price. No other stands in (B02).
    pub price_column: String,
    /// Whether that price holds the rooftop's required charges.
    pub price_includes_required_charges: bool,
    /// What the dealer calls that price.
    pub price_label: Option<Text<1, 120>>,
    /// Address of a unit's page where the file has none, with `{stock}` or
    /// `{vin}`, percent-encoded when filled in (B22).
    pub listing_url_template: Option<String>,
    /// When the source saw the lot: the file's own time, not the download's.
    pub observed_at: Timestamp,
    /// The time of this run. The crate has no clock.
    pub now: Timestamp,
    /// Moves every date of the file by whole days. For the demonstration's
    /// dated files only; 0 for every real source. `observed_at` is the
    /// caller's and is not moved.
    pub date_shift_days: i64,
    /// How the source's files are to be read.
    pub reading: Reading,
}

/// How the files of a source are to be read, where its operator knows more
/// than the files say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// The encoding, for bytes that neither a mark nor UTF-8 settles (A03).
    pub encoding: Option<DeclaredEncoding>,
    /// What separates the columns; goes before the profile's (A05).
    pub delimiter: Option<Delimiter>,
    /// Refuses the whole file for one row with too many or too few cells, which
    /// is otherwise held back alone (A12).
    pub strict: bool,
}

/// Caps on what is read (A19). Each has its own message when it is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file as it came.
    pub file_bytes: usize,
    /// Bytes of what an archive unpacks to (A20).
    pub unpacked_bytes: usize,
    /// How many times larger that may be than the archive (A20).
    pub inflate_ratio: u64,
    /// Rows below the header.
    pub rows: u64,
    /// Columns of the header.
    pub columns: usize,
    /// Bytes of one record.
    pub record_bytes: usize,
    /// Bytes of one cell.
    pub cell_bytes: usize,
    /// Lines of one quoted cell; one with more has lost its quotation mark, and
    /// its record is held back (A11).
    pub quoted_lines: u64,
}

impl Default for Limits {
    /// 512 MiB as it came and 1 GiB unpacked, at most 200 times more; two
    /// million rows, 1,024 columns; 1 MiB and 256 KiB for a record and a cell,
    /// 100 lines in quotation marks.
    fn default() -> Self {
        Self {
            file_bytes: 512 << 20,
            unpacked_bytes: 1 << 30,
            inflate_ratio: 200,
            rows: 2_000_000,
            columns: 1_024,
            record_bytes: 1 << 20,
            cell_bytes: 256 << 10,
            quoted_lines: 100,
        }
    }
}

/// How far a time may lie ahead of `now` and still be a slow clock's.
pub const CLOCK_SKEW_SECONDS: i64 = 300;
