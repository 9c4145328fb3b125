//! One cell.

use std::io::Read;

use memchr::{memchr, memchr2, memchr3};

use super::{record::Span, window::Window};
use crate::FileFault;

/// What stands behind a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Delimiter,
    Line,
    /// The end of the file.
    Input,
}

/// A cell and where the next one starts.
pub(super) struct Cell {
    pub(super) span: Span,
    pub(super) next: usize,
    pub(super) ending: Ending,
    /// Line ends inside it.
    pub(super) lines: u64,
    /// Whether a quotation mark in it is written as two.
    pub(super) doubled: bool,
    /// Whether a quotation mark in it is written as one.
    pub(super) stray_quote: bool,
}

/// A cell that does not end where it should.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    pub(super) is_quoted: bool,
    /// The file ends in it; else it has more bytes than the cap.
    pub(super) at_end: bool,
    /// Bytes of the window that were looked at.
    pub(super) scanned: usize,
    /// Line ends in it so far.
    pub(super) lines: u64,
    /// Line ends of the record in front of it.
    pub(super) lines_before: u64,
}

/// Reads the cell at `at`. `delimiter` is ASCII, as are quotation marks and
/// line ends, so every cut is a boundary of characters in every encoding.
pub(super) fn read<R: Read>(
    window: &mut Window<R>,
    at: usize,
    delimiter: u8,
    most: usize,
) -> Result<Result<Cell, Stop>, FileFault> {
    if window.byte(at)? == Some(b'"') {
        return quoted(window, at + 1, delimiter, most);
    }
    let mut end = at;
    loop {
        let rest = window.rest(end);
        let found = memchr3(delimiter, b'\n', b'\r', rest);
        end += found.unwrap_or(rest.len());
        if end - at > most {
            return Ok(Err(Stop { is_quoted: false, at_end: false, scanned: end, lines: 0, lines_before: 0 }));
        }
        if found.is_some() || !window.more()? {
            break;
        }
    }
    let (ending, next) = behind(window, end, delimiter)?;
    let span = Span { start: at, end };
    Ok(Ok(Cell { span, next, ending, lines: 0, doubled: false, stray_quote: false }))
}

/// A quoted cell, from behind its first quotation mark. A mark that neither is
/// doubled nor ends the cell is an inch sign or the like and stays as text.
fn quoted<R: Read>(
    window: &mut Window<R>,
    start: usize,
    delimiter: u8,
    most: usize,
) -> Result<Result<Cell, Stop>, FileFault> {
    let (mut at, mut doubled, mut stray_quote) = (start, false, false);
    loop {
        // Never beyond the cap, however much is there: what is looked at must not
        // depend on the pieces in which the file comes.
        let left = (most + 1).saturating_sub(at - start);
        let rest = window.rest(at);
        let rest = rest.get(..left).unwrap_or(rest);
        let found = memchr(b'"', rest);
        at += found.unwrap_or(rest.len());
        let too_long = at - start > most;
        if too_long || (found.is_none() && !window.more()?) {
            let lines = line_ends(window.rest(start).get(..at - start).unwrap_or_default());
            return Ok(Err(Stop { is_quoted: true, at_end: !too_long, scanned: at, lines, lines_before: 0 }));
        }
        if found.is_none() {
            continue;
        }
        match window.byte(at + 1)? {
            Some(b'"') => {
                doubled = true;
                at += 2;
            }
            Some(byte) if !ends_cell(byte, delimiter) => {
                stray_quote = true;
                at += 1;
            }
            _ => break,
        }
    }
    let lines = line_ends(window.rest(start).get(..at - start).unwrap_or_default());
    let (ending, next) = behind(window, at + 1, delimiter)?;
    let span = Span { start, end: at };
    Ok(Ok(Cell { span, next, ending, lines, doubled, stray_quote }))
}

pub(super) fn ends_cell(byte: u8, delimiter: u8) -> bool {
    byte == delimiter || byte == b'\n' || byte == b'\r'
}

/// What stands at `at`, and where to go on.
fn behind<R: Read>(window: &mut Window<R>, at: usize, delimiter: u8) -> Result<(Ending, usize), FileFault> {
    Ok(match window.byte(at)? {
        None => (Ending::Input, at),
        Some(byte) if byte == delimiter => (Ending::Delimiter, at + 1),
        Some(b'\r') if window.byte(at + 1)? == Some(b'\n') => (Ending::Line, at + 2),
        Some(_) => (Ending::Line, at + 1),
    })
}

/// Takes one of each two quotation marks out, and gives the new length. The
/// bytes behind it become spaces.
pub(super) fn unquote(bytes: &mut [u8]) -> usize {
    let (mut from, mut to) = (0, 0);
    while let Some(byte) = bytes.get(from).copied() {
        from += if byte == b'"' && bytes.get(from + 1) == Some(&b'"') { 2 } else { 1 };
        if let Some(place) = bytes.get_mut(to) {
            *place = byte;
        }
        to += 1;
    }
    bytes.get_mut(to..).unwrap_or_default().fill(b' ');
    to
}

/// Line ends in these bytes: CRLF is one.
pub(super) fn line_ends(bytes: &[u8]) -> u64 {
    // Most cells have none.
    let Some(first) = memchr2(b'\r', b'\n', bytes) else { return 0 };
    let mut count = 0;
    let mut before = 0;
    for byte in bytes.get(first..).unwrap_or_default() {
        count += u64::from(*byte == b'\r' || *byte == b'\n' && before != b'\r');
        before = *byte;
    }
    count
}

/// The cell at `at` of bytes that are all there: where its text starts and
/// ends, and where what stands behind it does. `None` where a quoted one has no
/// end.
pub(super) fn at(bytes: &[u8], at: usize, delimiter: u8) -> Option<(Span, usize)> {
    if bytes.get(at) != Some(&b'"') {
        let rest = bytes.get(at..)?;
        let end = at + memchr3(delimiter, b'\n', b'\r', rest).unwrap_or(rest.len());
        return Some((Span { start: at, end }, end));
    }
    let start = at + 1;
    let mut end = start;
    loop {
        end += memchr(b'"', bytes.get(end..)?)?;
        match bytes.get(end + 1) {
            Some(b'"') => end += 2,
            Some(byte) if !ends_cell(*byte, delimiter) => end += 1,
            _ => return Some((Span { start, end }, end + 1)),
        }
    }
}
