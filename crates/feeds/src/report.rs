//! What became of a file, for the person who runs the source.

mod display;
mod ledger;
mod sheet;
mod shown;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    decode::{Container, Encoding},
    read::Delimiter,
};

pub(crate) use ledger::{Ledger, Note};
pub use sheet::{sheet_cell, write_sheet_line};
pub(crate) use shown::escaped;
pub use shown::shown;

/// What became of a file's rows. Every row below the header is counted in
/// exactly one of `published`, `dropped`, `collapsed` and `rejected`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeedReport {
    /// Rows below the header; blank ones are not rows.
    pub rows: u64,
    /// Listings made.
    pub published: u64,
    /// Listings without a usable price: kept, but in no search.
    pub unknown_price: u64,
    /// Rows left out by the profile's rules, by reason, such as `wholesale`.
    pub dropped: BTreeMap<String, u64>,
    /// Rows that repeat an earlier one in everything that is read.
    pub collapsed: u64,
    /// Rows held back.
    pub rejected: u64,
    /// Those rows, by line; the first [`MAX_REJECTS`] of them.
    pub rejects: Vec<Reject>,
    /// Notes about published rows and about the file, by kind.
    pub warnings: Vec<Warning>,
    /// The archive that the file really is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<Container>,
    /// How the bytes were read.
    pub encoding: Encoding,
    /// What separates the columns; `None` for a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<Delimiter>,
    /// What became of the columns.
    pub columns: Columns,
}

/// Rejects that a report lists; it counts all of them.
pub const MAX_REJECTS: usize = 1_000;
/// Lines that a warning lists; it counts all of them.
pub const MAX_LINES: usize = 20;

/// A row that was held back, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reject {
    /// The physical line on which the row starts; the header's is usually 1.
    pub line: u64,
    /// The column at fault, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The rule that held it back.
    pub keyword: Keyword,
    /// What is wrong.
    pub reason: String,
    /// How to mend it.
    pub hint: String,
    /// The row's stock number, to find the unit by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<String>,
}

/// Rules that hold a row back. Scripts branch on these words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Keyword {
    /// More or fewer cells than the header (A12).
    Ragged,
    /// A quoted cell that runs into further rows (A11).
    LostQuote,
    /// No usable VIN (B11 to B16, B40).
    Vin,
    /// No usable model year (B17).
    Year,
    /// No make.
    Make,
    /// No model.
    Model,
    /// A stock number that cannot be kept verbatim (B21).
    Stock,
    /// A condition that the profile does not know (B29).
    Condition,
    /// No address of the unit's page (B22).
    ListingUrl,
    /// A rooftop or an organization that the source does not fill (C06).
    Rooftop,
    /// No time of observation where the contract asks for one, or one ahead of
    /// now (contract.md section 10).
    ObservedAt,
    /// A price or currency that breaks the contract of inventory CSV 0.1 (B08).
    Price,
    /// A structured cell that breaks it (B08).
    JsonCell,
    /// Rows of one VIN that differ (B19).
    DuplicateDiffers,
}

/// Kinds of warning. Scripts branch on these words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Notice {
    /// Not UTF-8, read as Windows-1252 (A03).
    Windows1252,
    /// Rows in another encoding than most (A23).
    MixedEncodings,
    /// The file is not in the encoding that the settings declare (A23).
    OtherEncoding,
    /// The last row has no line end; it may be cut (A17).
    NoLastLineEnd,
    /// Control characters, which published text leaves out (A21).
    ControlCharacters,
    /// Text that was decoded wrongly before it was exported (A25).
    Mojibake,
    /// A quotation mark inside a quoted cell was kept as text (A11).
    StrayQuote,
    /// Lost characters (U+FFFD) in the file were left out.
    LostCharacters,
    /// The price cell says that there is no price (B01).
    PriceUnknown,
    /// The price cell cannot be read without guessing (B03 to B05).
    PriceRefused,
    /// The price is under half of the sticker price.
    PriceUnderHalf,
    /// Cash that only some shoppers get may already be taken off (B06).
    ConditionalCash,
    /// Nobody says whether the price holds the required charges, or the text
    /// contradicts what the settings say (B07).
    FeesUnknown,
    /// The row's charges and the settings differ on what the price holds.
    ChargesConflict,
    /// The odometer cell cannot be read without guessing (B09, B10).
    OdometerRefused,
    /// The odometer cell names no unit and neither do the settings (B10).
    OdometerWithoutUnit,
    /// The odometer cell says that there is no true reading: TMU, Exempt (B10).
    OdometerNotTrue,
    /// A reading beyond 500,000 (B09).
    OdometerHigh,
    /// Zero on a unit that was driven before: taken as unknown.
    OdometerZero,
    /// A lower reading than the last file's (B09).
    OdometerFell,
    /// The check digit does not fit (B12).
    VinCheckDigit,
    /// The VIN's model-year letter and the year disagree (B17).
    VinYear,
    /// A row without a stock number.
    StockMissing,
    /// A status that the profile does not know: unknown (B30).
    StatusWord,
    /// Sold, and still in the file (B30).
    SoldListed,
    /// A certified flag that the profile does not know: unknown (B28).
    CertifiedWord,
    /// Condition and certified flag contradict each other.
    CertifiedConflict,
    /// A fuel, drivetrain or body that the profile does not know: left out.
    WordUnknown,
    /// A date that cannot be read, does not exist or lies ahead (B31 to B33).
    DateRefused,
    /// A time that the clocks showed twice that day; the earlier one was taken
    /// (B32).
    TimeDoubled,
    /// An unusable page address, replaced by the template's (B22).
    ListingUrlReplaced,
    /// Images without TLS, left out (B23).
    ImageNotHttps,
    /// Images whose address is none, left out (B24).
    ImageUnusable,
    /// Pictures that show no unit, left out (B24).
    ImagePlaceholder,
    /// Text, a list or pictures cut to the contract's length.
    Cut,
    /// A row that repeats an earlier one (B19).
    RepeatedRow,
}

/// One kind of warning and where it was met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The kind.
    pub kind: Notice,
    /// The column, where it is one column's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// How often. Of rows, except for images, which count themselves.
    pub count: u64,
    /// The first [`MAX_LINES`] lines.
    pub lines: Vec<u64>,
    /// The first cell that caused it, shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// What it means.
    pub meaning: &'static str,
}

/// What became of the columns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Columns {
    /// Columns that are read, with the field that each fills.
    pub matched: Vec<MatchedColumn>,
    /// Columns that no field of the profile asks for.
    pub unmapped: Vec<String>,
    /// Columns that are known to be internal; never read (B27).
    pub private: Vec<String>,
}

/// A column and its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MatchedColumn {
    /// Its name in the file.
    pub column: String,
    /// The field that it fills.
    pub field: String,
}
