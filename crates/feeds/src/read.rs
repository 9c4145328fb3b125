//! Text to records: RFC 4180 with the leniency that real exports need, and
//! physical line numbers that stay right (A05, A08 to A12, A17, A19).
//!
//! Records are read one at a time over a buffer that slides along the file; a
//! record borrows from it and nothing is kept. CR, LF and CRLF end a record,
//! and each of them is one physical line.

mod cells;
mod delimiter;
mod encodings;
mod lost;
mod record;
mod window;

use std::{io::Read, mem};

pub use delimiter::Delimiter;
pub use encodings::{Encodings, Lines};
pub use lost::{Lost, Why};
pub(crate) use record::JoinedCells;
pub use record::Record;

use crate::{FileFault, Limits, decode::CodePage};
use cells::{Ending, Stop};
use record::Span;
use window::Window;

/// Bytes of the file's start from which a separator is told.
const SNIFFED: usize = 64 << 10;
/// Records that may be lost to quotation marks before the file is refused.
const MOST_LOST: u64 = 1_000;

/// What stands next in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry<'a> {
    /// A record.
    Record(Record<'a>),
    /// Lines that a lost quotation mark made unreadable (A11).
    Lost(Lost),
}

/// Reads records one at a time. Lines without anything on them are passed over
/// but counted.
#[derive(Debug)]
pub struct RecordReader<R> {
    window: Window<R>,
    delimiter: Delimiter,
    limits: Limits,
    fallback: CodePage,
    encodings: Encodings,
    /// Cells of every record, once that is known.
    columns: Option<usize>,
    /// The physical line at which the window starts.
    line: u64,
    /// Bytes and line ends of the record that was read last.
    taken: (usize, u64),
    lost: u64,
    spans: Vec<Span>,
    /// Cells with doubled quotation marks.
    doubled: Vec<usize>,
    /// The text of a record that is no UTF-8, and its cells.
    recoded: (String, Vec<Span>),
}

/// A record's extent, from the start of the window.
struct Extent {
    /// Where its last cell ends.
    end: usize,
    /// Where the next record starts.
    next: usize,
    /// Line ends up to there.
    lines: u64,
    /// Line ends inside quotation marks, of the cell with most of them.
    quoted_lines: u64,
    stray_quote: bool,
    is_open: bool,
}

impl<R: Read> RecordReader<R> {
    /// A reader at the start of a text. Without a delimiter, the first records
    /// say which one it is.
    ///
    /// # Errors
    /// [`FileFault`] when they do not, or the bytes cannot be had.
    pub fn new(input: R, delimiter: Option<Delimiter>, limits: Limits) -> Result<Self, FileFault> {
        let mut reader = Self {
            window: Window::new(input),
            delimiter: delimiter.unwrap_or(Delimiter::Comma),
            limits,
            fallback: CodePage::declared(None),
            encodings: Encodings::default(),
            columns: None,
            line: 1,
            taken: (0, 0),
            lost: 0,
            spans: Vec::new(),
            doubled: Vec::new(),
            recoded: Default::default(),
        };
        reader.skip_empty_lines()?;
        if delimiter.is_none() && reader.window.byte(0)?.is_some() {
            reader.delimiter = reader.sniff()?;
        }
        Ok(reader)
    }

    /// The code page of records that are no UTF-8; Windows-1252 unless set.
    #[must_use]
    pub fn with_fallback(mut self, page: CodePage) -> Self {
        self.fallback = page;
        self
    }

    /// From here on every record is expected to have this many cells, which is
    /// how a plausible record is told after a lost quotation mark.
    pub fn expect_columns(&mut self, columns: usize) {
        self.columns = Some(columns);
    }

    /// What separates the cells.
    #[must_use]
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// What the start of the file from here on says about its separator.
    ///
    /// # Errors
    /// As [`Delimiter::sniff`], or when the bytes cannot be had.
    pub fn sniff(&mut self) -> Result<Delimiter, FileFault> {
        let whole = self.window.fill(SNIFFED)?;
        Delimiter::sniff(self.window.rest(0), whole, self.line)
    }

    /// How the records were written, so far.
    #[must_use]
    pub fn encodings(&self) -> &Encodings {
        &self.encodings
    }

    /// Bytes that the reader's buffers hold, used or not. They have a bound
    /// that the limits set and the file's size does not.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        let spans = self.spans.capacity() + self.recoded.1.capacity() + self.doubled.capacity();
        self.window.capacity() + self.recoded.0.capacity() + spans * mem::size_of::<Span>()
    }

    /// What was read from.
    #[must_use]
    pub fn into_input(self) -> R {
        self.window.into_input()
    }

    /// The next record with anything in it; `None` at the end. Blank records
    /// are passed over (A09).
    ///
    /// # Errors
    /// [`FileFault::OpenQuote`], [`FileFault::TooLarge`] for a cell or a record,
    /// and [`FileFault::Unreadable`].
    pub fn next_entry(&mut self) -> Result<Option<Entry<'_>>, FileFault> {
        let extent = loop {
            let (bytes, lines) = mem::take(&mut self.taken);
            self.window.consume(bytes);
            self.line += lines;
            self.skip_empty_lines()?;
            if self.window.byte(0)?.is_none() {
                return Ok(None);
            }
            match self.extent()? {
                Err(stop) => return self.stopped(stop).map(|lost| Some(Entry::Lost(lost))),
                Ok(extent) if self.is_blank() => self.taken = (extent.next, extent.lines),
                Ok(extent) => break extent,
            }
        };
        if let Some(lost) = self.swallowed(&extent)? {
            return Ok(Some(Entry::Lost(lost)));
        }
        self.taken = (extent.next, extent.lines);
        self.unquote();
        Ok(Some(Entry::Record(self.record(&extent))))
    }

    fn skip_empty_lines(&mut self) -> Result<(), FileFault> {
        loop {
            let bytes = match self.window.byte(0)? {
                Some(b'\r') if self.window.byte(1)? == Some(b'\n') => 2,
                Some(b'\r' | b'\n') => 1,
                _ => return Ok(()),
            };
            self.window.consume(bytes);
            self.line += 1;
        }
    }

    fn is_blank(&self) -> bool {
        let bytes = self.window.rest(0);
        self.spans.iter().all(|span| bytes.get(span.start..span.end).unwrap_or_default().trim_ascii().is_empty())
    }

    /// Finds the cells of the record at the window's start. The inner error is
    /// a quoted cell that does not end where it should.
    fn extent(&mut self) -> Result<Result<Extent, Stop>, FileFault> {
        self.spans.clear();
        self.doubled.clear();
        let mut extent = Extent { end: 0, next: 0, lines: 0, quoted_lines: 0, stray_quote: false, is_open: false };
        loop {
            let cell = match cells::read(&mut self.window, extent.next, self.delimiter.byte(), self.limits.cell_bytes)?
            {
                Ok(cell) => cell,
                Err(stop) => return Ok(Err(Stop { lines_before: extent.lines, ..stop })),
            };
            if cell.doubled {
                self.doubled.push(self.spans.len());
            }
            self.spans.push(cell.span);
            extent.end = cell.span.end;
            extent.next = cell.next;
            extent.lines += cell.lines + u64::from(cell.ending == Ending::Line);
            extent.quoted_lines = extent.quoted_lines.max(cell.lines);
            extent.stray_quote |= cell.stray_quote;
            if extent.next > self.limits.record_bytes {
                let (cap, limit) = ("record_bytes", self.limits.record_bytes as u64);
                return Err(FileFault::too_large("the record", Some(self.line), cap, limit));
            }
            if cell.ending != Ending::Delimiter {
                extent.is_open = cell.ending == Ending::Input;
                return Ok(Ok(extent));
            }
        }
    }

    /// A quoted cell reached its cap or the end of the file. Where the lines
    /// after its first one read like records, a quotation mark was lost.
    fn stopped(&mut self, stop: Stop) -> Result<Lost, FileFault> {
        let runs_on = if stop.at_end { stop.lines > self.limits.quoted_lines } else { stop.lines > 0 };
        let line = self.line + stop.lines_before;
        let lost = if runs_on && stop.is_quoted { self.resume(stop.scanned, stop.at_end, false)? } else { None };
        lost.ok_or(if stop.at_end {
            FileFault::OpenQuote { line }
        } else {
            FileFault::too_large("the cell", Some(line), "cell_bytes", self.limits.cell_bytes as u64)
        })
    }

    /// Whether a quoted cell of this record swallowed what looks like further
    /// records. A clean one is believed, unless a line in it holds a VIN where
    /// it would be a record: prices of one unit must not end up at another.
    fn swallowed(&mut self, extent: &Extent) -> Result<Option<Lost>, FileFault> {
        let Some(columns) = self.columns.filter(|_| extent.quoted_lines > 0) else { return Ok(None) };
        let too_many = extent.quoted_lines > self.limits.quoted_lines;
        let is_clean = !too_many && !extent.stray_quote && self.spans.len() == columns;
        if let Some(lost) = self.resume(extent.next, true, is_clean)? {
            return Ok(Some(lost));
        }
        if !too_many {
            return Ok(None);
        }
        self.lose(extent.next, extent.lines, Why::TooManyLines { most: self.limits.quoted_lines }).map(Some)
    }

    /// Goes on at the next line within `bytes` that reads like a record.
    fn resume(&mut self, bytes: usize, is_whole: bool, needs_vin: bool) -> Result<Option<Lost>, FileFault> {
        let Some(columns) = self.columns else { return Ok(None) };
        let region = self.window.rest(0).get(..bytes).unwrap_or_default();
        let found = lost::plausible(region, is_whole, columns, self.delimiter.byte(), needs_vin);
        found.map(|(bytes, lines)| self.lose(bytes, lines, Why::LostQuote)).transpose()
    }

    fn lose(&mut self, bytes: usize, lines: u64, why: Why) -> Result<Lost, FileFault> {
        self.lost += 1;
        if self.lost > MOST_LOST {
            return Err(FileFault::OpenQuote { line: self.line });
        }
        self.taken = (bytes, lines);
        Ok(Lost { line: self.line, lines: lines.max(1), why })
    }

    /// Takes one of each two quotation marks out. What is left over behind a
    /// cell becomes spaces outside of every cell.
    fn unquote(&mut self) {
        for at in &self.doubled {
            if let Some(span) = self.spans.get_mut(*at) {
                span.end = span.start + cells::unquote(self.window.bytes_mut(span.start, span.end));
            }
        }
    }

    fn record(&mut self, extent: &Extent) -> Record<'_> {
        let bytes = self.window.rest(0).get(..extent.end).unwrap_or_default();
        let is_ascii = bytes.is_ascii();
        let (text, cells, recoded) = match std::str::from_utf8(bytes) {
            Ok(text) => (text, &self.spans, None),
            Err(_) => {
                let (text, cells) = &mut self.recoded;
                record::recode(bytes, &self.spans, &self.fallback, text, cells);
                (text.as_str(), &*cells, Some(self.fallback.encoding()))
            }
        };
        if !is_ascii {
            self.encodings.count(self.line, recoded.is_some());
        }
        let stray_quote = extent.stray_quote;
        Record::new(self.line, text, cells).with(stray_quote, recoded, is_ascii, extent.is_open)
    }
}
