//! Text to records: RFC 4180 with the leniency that real exports need, and
//! physical line numbers that stay right (A05, A08 to A12, A17, A19).
//!
//! Seam for the feed engine: resynchronisation after a lost quotation mark
//! goes into [`RecordReader::next_record`].

mod cell;
mod delimiter;

use std::borrow::Cow;

pub use delimiter::Delimiter;

use crate::{FileFault, Limits};
use cell::{CellFault, Ending};

/// One record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record<'t> {
    /// The physical line on which it starts, from 1.
    pub line: u64,
    /// Its cells; borrowed from the text where nothing had to be unquoted.
    pub cells: Vec<Cow<'t, str>>,
    /// Whether a quotation mark inside a quoted cell was kept as text (A11).
    pub stray_quote: bool,
}

impl Record<'_> {
    /// The cell at a position, without the spaces around it.
    #[must_use]
    pub fn cell(&self, at: usize) -> Option<&str> {
        self.cells.get(at).map(|cell| cell.trim())
    }

    /// Whether every cell is blank (A09).
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }
}

/// Reads records one at a time. CR, LF and CRLF end a record; lines without
/// anything on them are passed over but counted.
#[derive(Debug, Clone)]
pub struct RecordReader<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    delimiter: Delimiter,
    limits: Limits,
}

impl<'t> RecordReader<'t> {
    /// A reader at the start of the text.
    #[must_use]
    pub fn new(text: &'t str, delimiter: Delimiter, limits: Limits) -> Self {
        Self { text, at: 0, line: 1, delimiter, limits }
    }

    /// The next record that is not an empty line; `false` at the end. The
    /// record's storage is used again.
    ///
    /// # Errors
    /// [`FileFault::OpenQuote`], and [`FileFault::TooLarge`] for a cell or a
    /// record.
    pub fn next_record(&mut self, record: &mut Record<'t>) -> Result<bool, FileFault> {
        self.skip_empty_lines();
        record.cells.clear();
        record.stray_quote = false;
        record.line = self.line;
        if self.at >= self.text.len() {
            return Ok(false);
        }
        let start = self.at;
        loop {
            let ending = self.next_cell(record)?;
            if self.at - start > self.limits.record_bytes {
                return Err(too_large("a record", record.line, "record_bytes", self.limits.record_bytes));
            }
            if ending != Ending::Delimiter {
                return Ok(true);
            }
        }
    }

    /// Whether everything was read and the last record has no line end: normal
    /// for some writers, and the mark of an upload that broke off (A17).
    #[must_use]
    pub fn ended_open(&self) -> bool {
        self.at >= self.text.len() && !self.text.ends_with(['\r', '\n'])
    }

    fn next_cell(&mut self, record: &mut Record<'t>) -> Result<Ending, FileFault> {
        let line = self.line;
        let max = self.limits.cell_bytes;
        let read = cell::read(self.text, self.at, self.delimiter.byte(), max).map_err(|fault| match fault {
            CellFault::Open => FileFault::OpenQuote { line },
            CellFault::TooLong => too_large("a cell", line, "cell_bytes", max),
        })?;
        self.at = read.next;
        self.line += read.lines;
        record.stray_quote |= read.stray_quote;
        record.cells.push(read.text);
        Ok(read.ending)
    }

    fn skip_empty_lines(&mut self) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.line += cell::line_ends(rest.get(..ends).unwrap_or_default());
        self.at += ends;
    }
}

fn too_large(what: &'static str, line: u64, cap: &'static str, limit: usize) -> FileFault {
    FileFault::TooLarge { what, line, cap, limit: limit as u64 }
}
