//! One cell.

use std::borrow::Cow;

/// What stands after a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Delimiter,
    Line,
    Text,
}

/// A cell and where the next one starts.
pub(super) struct Cell<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) next: usize,
    pub(super) ending: Ending,
    /// Line ends passed, the one behind the cell included.
    pub(super) lines: u64,
    pub(super) stray_quote: bool,
}

/// Why a cell could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellFault {
    /// A quoted one never ends.
    Open,
    /// It has more than `max` bytes.
    TooLong,
}

/// Reads the cell at `at`. `delimiter` is ASCII, as are quotation marks and
/// line ends, so every cut is a boundary of characters.
pub(super) fn read(text: &str, at: usize, delimiter: u8, max: usize) -> Result<Cell<'_>, CellFault> {
    if text.as_bytes().get(at) == Some(&b'"') {
        quoted(text, at + 1, delimiter, max)
    } else {
        let bytes = text.as_bytes().get(at..).unwrap_or_default();
        let length = bytes.iter().position(|byte| ends_cell(*byte, delimiter)).unwrap_or(bytes.len());
        if length > max {
            return Err(CellFault::TooLong);
        }
        let (ending, next, lines) = after(text.as_bytes(), at + length, delimiter);
        let text = Cow::Borrowed(text.get(at..at + length).unwrap_or_default());
        Ok(Cell { text, next, ending, lines, stray_quote: false })
    }
}

/// A quoted cell, from behind its first quotation mark. A mark that neither is
/// doubled nor ends the cell is an inch sign or the like and stays as text.
fn quoted(text: &str, start: usize, delimiter: u8, max: usize) -> Result<Cell<'_>, CellFault> {
    let bytes = text.as_bytes();
    let mut owned: Option<String> = None;
    let mut from = start;
    let mut stray_quote = false;
    let mut at = start;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        // A lost quotation mark must not swallow the whole file into memory.
        let window = rest.get(..=max).unwrap_or(rest);
        let beyond = if window.len() < rest.len() { CellFault::TooLong } else { CellFault::Open };
        at += window.iter().position(|byte| *byte == b'"').ok_or(beyond)?;
        if at - start > max {
            return Err(CellFault::TooLong);
        }
        let behind = bytes.get(at + 1).copied();
        if behind.is_none_or(|byte| ends_cell(byte, delimiter)) {
            break;
        }
        let doubled = behind == Some(b'"');
        stray_quote |= !doubled;
        // Keep one mark: the text up to and with it, then go on behind the pair.
        let end = at + 1;
        owned.get_or_insert_default().push_str(text.get(from..end).unwrap_or_default());
        at = if doubled { end + 1 } else { end };
        from = at;
    }
    let tail = text.get(from..at).unwrap_or_default();
    let inner = bytes.get(start..at).unwrap_or_default();
    let content = match owned {
        Some(mut owned) => {
            owned.push_str(tail);
            Cow::Owned(owned)
        }
        None => Cow::Borrowed(tail),
    };
    let (ending, next, lines) = after(bytes, at + 1, delimiter);
    Ok(Cell { text: content, next, ending, lines: lines + line_ends(inner), stray_quote })
}

fn ends_cell(byte: u8, delimiter: u8) -> bool {
    byte == delimiter || byte == b'\n' || byte == b'\r'
}

/// What stands at `at`, where to go on, and how many line ends that passes.
fn after(bytes: &[u8], at: usize, delimiter: u8) -> (Ending, usize, u64) {
    match bytes.get(at) {
        None => (Ending::Text, at, 0),
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => (Ending::Line, at + 2, 1),
        Some(byte) if *byte == delimiter => (Ending::Delimiter, at + 1, 0),
        Some(_) => (Ending::Line, at + 1, 1),
    }
}

/// Line ends in these bytes: CRLF is one.
pub(super) fn line_ends(bytes: &[u8]) -> u64 {
    let mut count = 0;
    let mut before = 0;
    for byte in bytes {
        count += u64::from(*byte == b'\r' || *byte == b'\n' && before != b'\r');
        before = *byte;
    }
    count
}
