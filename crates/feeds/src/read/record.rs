//! One record, as it lies in the reader's buffer.

use crate::decode::{CodePage, Encoding};

/// Where a cell lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// One record. It borrows from its reader; nothing is copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record<'a> {
    /// The physical line on which it starts, from 1.
    pub line: u64,
    /// Whether a quotation mark inside a quoted cell was kept as text (A11).
    pub stray_quote: bool,
    /// The code page that stood in, where the record's bytes are no UTF-8 (A23).
    pub recoded: Option<Encoding>,
    /// Whether every character is ASCII.
    pub is_ascii: bool,
    /// Whether the file ends behind it without a line end: normal for some
    /// writers, and the mark of an upload that broke off (A17).
    pub is_open: bool,
    text: &'a str,
    cells: &'a [Span],
}

impl<'a> Record<'a> {
    pub(super) fn new(line: u64, text: &'a str, cells: &'a [Span]) -> Self {
        Self { line, text, cells, stray_quote: false, recoded: None, is_ascii: true, is_open: false }
    }

    pub(super) fn with(self, stray_quote: bool, recoded: Option<Encoding>, is_ascii: bool, is_open: bool) -> Self {
        Self { stray_quote, recoded, is_ascii, is_open, ..self }
    }

    /// How many cells it has; at least one.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Its cells, as written.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let text = self.text;
        self.cells.iter().map(move |cell| text.get(cell.start..cell.end).unwrap_or_default())
    }

    /// The cell at a position, without the spaces around it.
    #[must_use]
    pub fn cell(&self, at: usize) -> Option<&'a str> {
        let cell = self.cells.get(at)?;
        self.text.get(cell.start..cell.end).map(str::trim)
    }

    /// Everything in it, with what stands between the cells.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }
}

/// Cells that come one by one, from a document, as a record. Its room is used
/// again for the next one.
#[derive(Debug)]
pub(crate) struct JoinedCells {
    encoding: Encoding,
    text: String,
    cells: Vec<Span>,
}

impl JoinedCells {
    /// `encoding` is how the document was read.
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self { encoding, text: String::new(), cells: Vec::new() }
    }

    pub(crate) fn record<'c>(&mut self, line: u64, cells: impl Iterator<Item = &'c str>) -> Record<'_> {
        self.text.clear();
        self.cells.clear();
        for cell in cells {
            let start = self.text.len();
            self.text.push_str(cell);
            self.cells.push(Span { start, end: self.text.len() });
            self.text.push(' ');
        }
        let is_ascii = self.text.is_ascii();
        let recoded = (self.encoding == Encoding::Windows1252 && !is_ascii).then_some(self.encoding);
        Record::new(line, &self.text, &self.cells).with(false, recoded, is_ascii, false)
    }
}

/// Writes a record that is no UTF-8 as text, and where its cells are then.
pub(super) fn recode(bytes: &[u8], spans: &[Span], page: &CodePage, text: &mut String, cells: &mut Vec<Span>) {
    text.clear();
    cells.clear();
    for span in spans {
        let start = text.len();
        page.decode(bytes.get(span.start..span.end).unwrap_or_default(), text);
        cells.push(Span { start, end: text.len() });
        // What separates cells in the text is no cell's, so any mark will do.
        text.push(' ');
    }
}
