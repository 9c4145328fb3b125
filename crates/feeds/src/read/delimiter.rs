//! What separates the columns.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cells;
use crate::FileFault;

/// A separator of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// `|`
    Pipe,
}

impl Delimiter {
    /// Every separator that can be told from a header.
    pub const ALL: [Self; 4] = [Self::Comma, Self::Semicolon, Self::Tab, Self::Pipe];

    /// Its byte.
    #[must_use]
    pub fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
        }
    }

    /// The one that the first records fit best: the more columns the first
    /// record has and the more of the next 20 have as many, the better.
    ///
    /// `start` is the start of a text, of which `line` is the first line; it is
    /// cut somewhere unless it is `whole`.
    ///
    /// # Errors
    /// [`FileFault::Empty`] when there is nothing to separate,
    /// [`FileFault::NoDelimiter`] when none separates anything,
    /// [`FileFault::DelimiterTie`] when two fit equally well (A05).
    pub fn sniff(start: &[u8], whole: bool, line: u64) -> Result<Self, FileFault> {
        if whole && is_blank(start) {
            return Err(FileFault::Empty);
        }
        let mut best: Option<(usize, Self)> = None;
        let mut tie = None;
        for candidate in Self::ALL {
            let fit = fit(start, whole, candidate.byte());
            match best {
                _ if fit == 0 => {}
                Some((most, _)) if fit < most => {}
                Some((most, first)) if fit == most => tie = Some((first, candidate)),
                _ => {
                    best = Some((fit, candidate));
                    tie = None;
                }
            }
        }
        match (best, tie) {
            (_, Some((first, second))) => Err(FileFault::DelimiterTie { line, first, second }),
            (Some((_, delimiter)), None) => Ok(delimiter),
            (None, None) => Err(FileFault::NoDelimiter { line }),
        }
    }
}

/// Whether nothing but separators stands here, whichever it will be.
fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_whitespace() || b",;|\"".contains(byte))
}

/// Records behind the first that are looked at.
const ROWS: usize = 20;

/// How well these records fit a separator: columns of the first, times the
/// records that have as many.
fn fit(start: &[u8], whole: bool, delimiter: u8) -> usize {
    let counts = counts(start, whole, delimiter);
    match counts.split_first() {
        None | Some((1, _)) => 0,
        Some((columns, rows)) => columns * (1 + rows.iter().filter(|count| *count == columns).count()),
    }
}

/// Cells of the first records with anything in them. The last one may be cut,
/// so it counts only where it is all that there is.
fn counts(start: &[u8], whole: bool, delimiter: u8) -> Vec<usize> {
    let mut counts = Vec::new();
    let (mut at, mut count, mut blank) = (0, 0, true);
    while counts.len() <= ROWS {
        let Some((span, end)) = cells::at(start, at, delimiter) else { break };
        count += 1;
        blank &= is_blank(start.get(span.start..span.end).unwrap_or_default());
        let behind = start.get(end).copied();
        at = end + 1;
        if behind == Some(delimiter) {
            continue;
        }
        if !blank && (behind.is_some() || whole || counts.is_empty()) {
            counts.push(count);
        }
        (count, blank) = (0, true);
        if behind.is_none() {
            break;
        }
    }
    counts
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
            Self::Pipe => "pipe",
        })
    }
}
