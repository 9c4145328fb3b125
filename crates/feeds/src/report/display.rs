//! A report on a terminal: counts first, then what needs a hand.

use std::fmt;

use super::{FeedReport, Keyword, Notice, Reject, Warning};

/// Rejects shown before the rest is only counted.
const SHOWN_REJECTS: usize = 20;

impl fmt::Display for FeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} rows: {} published ({} without a usable price), {} rejected, {} repeated",
            self.rows, self.published, self.unknown_price, self.rejected, self.collapsed
        )?;
        for (reason, count) in &self.dropped {
            writeln!(f, "  left out: {count} {reason}")?;
        }
        for reject in self.rejects.iter().take(SHOWN_REJECTS) {
            writeln!(f, "  {reject}")?;
        }
        let more = self.rejected.saturating_sub(self.rejects.len().min(SHOWN_REJECTS) as u64);
        if more > 0 {
            writeln!(f, "  and {more} more rejects")?;
        }
        for warning in &self.warnings {
            writeln!(f, "  {warning}")?;
        }
        if !self.columns.private.is_empty() {
            writeln!(f, "  private columns, never read: {}", self.columns.private.join(", "))?;
        }
        if !self.columns.unmapped.is_empty() {
            writeln!(f, "  columns not used: {}", self.columns.unmapped.join(", "))?;
        }
        if let Some(container) = self.container {
            writeln!(f, "  unpacked from a {container} archive")?;
        }
        write!(f, "  read as {}", self.encoding)?;
        match self.delimiter {
            Some(delimiter) => write!(f, ", columns separated by {delimiter}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(stock) = &self.stock {
            write!(f, " (stock {stock})")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", {column}")?;
        }
        write!(f, ": {}; {}", self.reason, self.hint)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "warning: {}", self.meaning)?;
        if let Some(column) = &self.column {
            write!(f, " [{column}]")?;
        }
        write!(f, ": {}", self.count)?;
        if !self.lines.is_empty() {
            let lines: Vec<String> = self.lines.iter().map(u64::to_string).collect();
            write!(f, ", line{} {}", if lines.len() == 1 { "" } else { "s" }, lines.join(", "))?;
        }
        if let Some(example) = &self.example {
            write!(f, ", such as {example}")?;
        }
        Ok(())
    }
}

impl Notice {
    /// What the kind means, in words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Windows1252 => "not valid UTF-8, read as Windows-1252",
            Self::MixedEncodings => "not in the encoding of most rows: each was read in its own",
            Self::OtherEncoding => "the file is not in the encoding that the settings declare",
            Self::NoLastLineEnd => "the last row has no line end: make sure that it is whole",
            Self::ControlCharacters => "control characters (NUL and the like) are left out of text",
            Self::Mojibake => "looks as if it had been decoded wrongly before the export; it is published as it is",
            Self::StrayQuote => "a quotation mark inside a quoted cell was kept as text",
            Self::LostCharacters => "characters were lost before the export (U+FFFD) and are left out",
            Self::PriceUnknown => "no price given: listed, but in no search",
            Self::PriceRefused => "price cannot be read without guessing: taken as unknown",
            Self::PriceUnderHalf => "price under half of the sticker price: check it",
            Self::ConditionalCash => {
                "cash that only some shoppers get may be taken off already: the price was published as given"
            }
            Self::FeesUnknown => "not clear whether the price holds the required charges",
            Self::ChargesConflict => "the row's charges and the settings differ on what the price holds",
            Self::OdometerRefused => "odometer cannot be read without guessing: left out",
            Self::OdometerWithoutUnit => "odometer without a unit: left out; set `odometer_unit`",
            Self::OdometerNotTrue => "the odometer cell says that there is no true reading: left out",
            Self::OdometerHigh => "odometer above 500,000",
            Self::OdometerZero => "odometer 0 on a unit that was driven: taken as unknown",
            Self::OdometerFell => "odometer lower than in the last file: check it",
            Self::VinCheckDigit => "the VIN's check digit does not fit",
            Self::VinYear => "the VIN's model-year letter and the year disagree; the year was kept",
            Self::StockMissing => "no stock number",
            Self::StatusWord => "status not in the profile's table: availability unknown",
            Self::SoldListed => "sold, and still in the file: shown as sold, in no search",
            Self::CertifiedWord => "certified flag not in the profile's table: certification unknown",
            Self::CertifiedConflict => "condition and certified flag contradict each other; the lesser claim was kept",
            Self::WordUnknown => "word not in the profile's table: left out",
            Self::DateRefused => "date cannot be used: left out",
            Self::TimeDoubled => "the clocks showed this time twice that day: the earlier was taken",
            Self::ListingUrlReplaced => "page address unusable, made from the template instead",
            Self::ImageNotHttps => "images without https: left out",
            Self::ImageUnusable => "images without a usable address: left out",
            Self::ImagePlaceholder => "pictures that show no unit: left out",
            Self::Cut => "longer than the contract allows: cut",
            Self::RepeatedRow => "repeats an earlier row: collapsed into one listing",
        }
    }
}

impl Keyword {
    /// The word as it stands in a report.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ragged => "ragged",
            Self::LostQuote => "lost_quote",
            Self::Vin => "vin",
            Self::Year => "year",
            Self::Make => "make",
            Self::Model => "model",
            Self::Stock => "stock",
            Self::Condition => "condition",
            Self::ListingUrl => "listing_url",
            Self::Rooftop => "rooftop",
            Self::ObservedAt => "observed_at",
            Self::Price => "price",
            Self::JsonCell => "json_cell",
            Self::DuplicateDiffers => "duplicate_differs",
        }
    }
}
