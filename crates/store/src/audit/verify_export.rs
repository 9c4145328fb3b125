//! Verifies an export on its own, without the store.

use std::io::{BufRead, Read as _};

use super::{
    Broken, Defect, Place, Tip, Verification,
    check::ChainCheck,
    export::{FORMAT, Line},
};
use crate::StoreFault;

/// The longest line. Entries are bounded far below.
const LONGEST: u64 = 256 * 1024;

/// Verifies what [`AuditArchive::export`](super::AuditArchive::export) wrote,
/// line by line. Each byte counts: a line must stand as it was written. A
/// noted tip does here what it does for a log.
///
/// # Errors
/// [`StoreFault`] when the input cannot be read or is no export at all; what
/// is wrong with an export stands in the result.
pub fn verify_export(input: impl BufRead, noted: Option<&Tip>) -> Result<Verification, StoreFault> {
    let mut lines = Lines { input, bytes: Vec::new() };
    let not_an_export = |problem| StoreFault::NotAnExport { line: 1, problem };
    let log_id = match lines.next()? {
        Next::Line(Line::Header { format, log_id }) if format == FORMAT => log_id,
        Next::Line(Line::Header { .. }) => return Err(not_an_export("names a form that this program does not know")),
        _ => return Err(not_an_export("is not the header of an export")),
    };
    let mut check = ChainCheck::new(log_id, noted.cloned());
    let broken = match check.is_noted_log() {
        Ok(()) => go_along(&mut lines, &mut check)?,
        Err(broken) => Some(broken),
    };
    Ok(check.finish(broken))
}

/// Checks all lines after the header.
fn go_along<R: BufRead>(lines: &mut Lines<R>, check: &mut ChainCheck) -> Result<Option<Broken>, StoreFault> {
    loop {
        let link = match lines.next()? {
            Next::Line(line) => go_on(check, &line),
            Next::Other(problem) => Err(unreadable(check, problem)),
            Next::Nothing => Err(Broken { place: Place::Log, defect: Defect::NoEnd }),
        };
        match link {
            Ok(true) => {}
            Ok(false) => return Ok(trailing(lines, check)?.or_else(|| check.noted().err())),
            Err(broken) => return Ok(Some(broken)),
        }
    }
}

/// Checks one line; false after the last one.
fn go_on(check: &mut ChainCheck, line: &Line) -> Result<bool, Broken> {
    match line {
        Line::Header { .. } => Err(unreadable(check, "a header in the middle")),
        Line::Anchor(_) if check.counts().1 > 0 => Err(unreadable(check, "an anchor among the entries")),
        Line::Anchor(anchor) => check.anchor(anchor).map(|()| true),
        Line::Entry(record) => check.entry(record).map(|()| true),
        Line::End { anchors, entries, tip } if (*anchors, *entries) == check.counts() && *tip == check.tip() => {
            Ok(false)
        }
        Line::End { .. } => Err(Broken { place: Place::Log, defect: Defect::WrongEnd }),
    }
}

/// Nothing comes after the end.
fn trailing<R: BufRead>(lines: &mut Lines<R>, check: &ChainCheck) -> Result<Option<Broken>, StoreFault> {
    match lines.next()? {
        Next::Nothing => Ok(None),
        Next::Line(_) | Next::Other(_) => Ok(Some(unreadable(check, "something follows the export's end"))),
    }
}

fn unreadable(check: &ChainCheck, problem: &str) -> Broken {
    Broken { place: check.next_entry(), defect: Defect::Unreadable { problem: problem.to_owned() } }
}

enum Next {
    Line(Line),
    /// Something that is no line of an export.
    Other(&'static str),
    Nothing,
}

struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Next, StoreFault> {
        self.bytes.clear();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut self.bytes);
        if read.map_err(|source| StoreFault::Export { doing: "read", source })? == 0 {
            return Ok(Next::Nothing);
        }
        let Some(text) = self.bytes.strip_suffix(b"\n") else {
            return Ok(Next::Other("the line is too long or breaks off"));
        };
        let Ok(line) = serde_json::from_slice::<Line>(text) else {
            return Ok(Next::Other("the line is no line of an export"));
        };
        // Other spaces, escapes or members would not change the hash.
        match serde_json::to_vec(&line) {
            Ok(written) if written == text => Ok(Next::Line(line)),
            _ => Ok(Next::Other("the line is not as this program writes it")),
        }
    }
}
