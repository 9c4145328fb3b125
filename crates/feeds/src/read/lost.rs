//! Going on after a lost quotation mark (A11).

use std::fmt;

use memchr::memchr2;

use super::cells;
use crate::values::vin;

/// Lines that could not be read as records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost {
    /// The physical line on which they start.
    pub line: u64,
    /// How many physical lines.
    pub lines: u64,
    /// What happened.
    pub why: Why,
}

/// Why lines were lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A quoted cell ran into what reads like further records.
    LostQuote,
    /// A quoted cell has more lines than the cap `quoted_lines`.
    TooManyLines {
        /// The cap.
        most: u64,
    },
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Why::LostQuote => write!(f, "a quoted cell does not end where it should; ")?,
            Why::TooManyLines { most } => {
                write!(f, "a quoted cell has more lines than the cap `quoted_lines` of {most}; ")?;
            }
        }
        match self.lines {
            1 => write!(f, "the line is held back"),
            lines => write!(f, "lines {} to {} are held back", self.line, self.line + lines - 1),
        }
    }
}

/// The first line behind the first one that reads, alone, like a record of this
/// many cells: its position and the line ends before it. Each line is looked at
/// once. The last line counts where the region is `is_whole`.
pub(super) fn plausible(
    region: &[u8],
    is_whole: bool,
    columns: usize,
    delimiter: u8,
    needs_vin: bool,
) -> Option<(usize, u64)> {
    let (mut start, mut lines) = (0, 0);
    while let Some(rest) = region.get(start..).filter(|rest| !rest.is_empty()) {
        let length = memchr2(b'\r', b'\n', rest);
        if length.is_none() && !is_whole {
            return None;
        }
        let line = rest.get(..length.unwrap_or(rest.len())).unwrap_or_default();
        if lines > 0 && is_record(line, columns, delimiter, needs_vin) {
            return Some((start, lines));
        }
        let length = length?;
        let crlf = rest.get(length..length + 2) == Some(b"\r\n");
        start += length + if crlf { 2 } else { 1 };
        lines += 1;
    }
    None
}

fn is_record(line: &[u8], columns: usize, delimiter: u8, needs_vin: bool) -> bool {
    let (mut at, mut count, mut has_vin) = (0, 0, false);
    while let Some((span, end)) = cells::at(line, at, delimiter) {
        count += 1;
        if needs_vin && !has_vin {
            let cell = line.get(span.start..span.end).and_then(|cell| std::str::from_utf8(cell).ok());
            has_vin = cell.is_some_and(|cell| vin::parse(cell).is_ok());
        }
        if end >= line.len() {
            return columns > 1 && count == columns && (has_vin || !needs_vin);
        }
        at = end + 1;
    }
    false
}
