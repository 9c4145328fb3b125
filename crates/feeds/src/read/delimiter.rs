//! What separates the columns.

use std::fmt;

use serde::{Deserialize, Serialize};

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

    /// The one that stands most often in the header, outside quotation marks.
    ///
    /// # Errors
    /// [`FileFault::NoDelimiter`] when none does, [`FileFault::DelimiterTie`]
    /// when two do equally often (A05).
    pub fn sniff(text: &str) -> Result<Self, FileFault> {
        let (line, header) = header_of(text);
        let mut best: Option<(usize, Self)> = None;
        let mut tie = None;
        for candidate in Self::ALL {
            let count = count_outside_quotes(header, candidate.byte());
            match best {
                _ if count == 0 => {}
                Some((most, _)) if count < most => {}
                Some((most, first)) if count == most => tie = Some((first, candidate)),
                _ => {
                    best = Some((count, candidate));
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

/// The first line with anything on it, and its number.
fn header_of(text: &str) -> (u64, &str) {
    let start = text.find(|char| char != '\r' && char != '\n').unwrap_or(text.len());
    let (before, rest) = text.split_at(start);
    let line = 1 + super::cell::line_ends(before.as_bytes());
    (line, header_record(rest))
}

/// Up to the first line end outside quotation marks.
fn header_record(text: &str) -> &str {
    let mut inside = false;
    let end = text.bytes().position(|byte| {
        inside ^= byte == b'"';
        !inside && (byte == b'\r' || byte == b'\n')
    });
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

fn count_outside_quotes(header: &str, wanted: u8) -> usize {
    let mut inside = false;
    header
        .bytes()
        .filter(|byte| {
            inside ^= *byte == b'"';
            !inside && *byte == wanted
        })
        .count()
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
