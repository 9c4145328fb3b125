//! Reports as CSV, for a person's spreadsheet (A22).
//!
//! A spreadsheet runs what starts like a formula, so such a cell gets an
//! apostrophe in front. That is for people only: listings and the protocol's
//! own files keep a stock number `-A2` as it is.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::FeedReport;

/// What a cell of a formula may start with. A tab or a line end in front is
/// passed over by some spreadsheets, and some read full-width signs alike.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A cell of a sheet for people: harmless to a spreadsheet, and quoted where
/// CSV needs it.
#[must_use]
pub fn sheet_cell(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.trim_start_matches([' ', '\u{feff}', '\u{a0}']).starts_with(FORMULA);
    let safe = if is_formula { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) };
    if safe.contains([',', ';', '\t', '"', '\r', '\n']) || safe.starts_with(char::is_whitespace) {
        return Cow::Owned(format!("\"{}\"", safe.replace('"', "\"\"")));
    }
    safe
}

/// Writes one line of a sheet.
///
/// # Errors
/// Those of the writer.
pub fn write_sheet_line<'c>(out: &mut impl Write, cells: impl IntoIterator<Item = &'c str>) -> io::Result<()> {
    for (at, cell) in cells.into_iter().enumerate() {
        let separator = if at == 0 { "" } else { "," };
        write!(out, "{separator}{}", sheet_cell(cell))?;
    }
    out.write_all(b"\r\n")
}

impl FeedReport {
    /// Writes the rejects that the report lists as a sheet, one a line, below a
    /// header. UTF-8 with a mark, which spreadsheets need to read it as such.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_rejects(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all("\u{feff}".as_bytes())?;
        write_sheet_line(out, ["line", "stock", "column", "rule", "reason", "hint"])?;
        for reject in &self.rejects {
            let line = reject.line.to_string();
            let stock = reject.stock.as_deref().unwrap_or_default();
            let column = reject.column.as_deref().unwrap_or_default();
            let rule = reject.keyword.as_str();
            write_sheet_line(out, [line.as_str(), stock, column, rule, &reject.reason, &reject.hint])?;
        }
        Ok(())
    }
}
