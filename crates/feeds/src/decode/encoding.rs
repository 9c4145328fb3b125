//! The encodings that exports come in.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a file was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Encoding {
    /// UTF-8 without a mark.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-8 with a mark, which was taken off.
    #[serde(rename = "utf-8-bom")]
    Utf8Bom,
    /// UTF-16, low byte first.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, high byte first.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// The code page of most feed writers.
    #[serde(rename = "windows-1252")]
    Windows1252,
    /// The code page of some European writers; its euro sign is 0xA4.
    #[serde(rename = "iso-8859-15")]
    Iso8859_15,
}

/// What a source says about its files. A mark in the file, and clean UTF-8,
/// go before it: a code page that is forced on them would break them (A23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DeclaredEncoding {
    /// UTF-8.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, also without a mark.
    #[serde(rename = "utf-16")]
    Utf16,
    /// Windows-1252.
    #[serde(rename = "windows-1252")]
    Windows1252,
    /// ISO-8859-15.
    #[serde(rename = "iso-8859-15")]
    Iso8859_15,
}

impl DeclaredEncoding {
    /// Whether a file that was read as this keeps the promise.
    #[must_use]
    pub fn fits(self, read: Encoding) -> bool {
        match self {
            Self::Utf8 => matches!(read, Encoding::Utf8 | Encoding::Utf8Bom),
            Self::Utf16 => matches!(read, Encoding::Utf16Le | Encoding::Utf16Be),
            Self::Windows1252 => read == Encoding::Windows1252,
            Self::Iso8859_15 => read == Encoding::Iso8859_15,
        }
    }
}

/// The encoding that the first bytes settle, and the length of their mark.
/// Where UTF-16 is declared, the place of the first NUL says which byte comes
/// first: a header starts with a character of ASCII.
pub(super) fn marked(head: &[u8], declared: Option<DeclaredEncoding>) -> Option<(Encoding, usize)> {
    match head {
        [0xEF, 0xBB, 0xBF, ..] => Some((Encoding::Utf8Bom, 3)),
        [0xFF, 0xFE, ..] => Some((Encoding::Utf16Le, 2)),
        [0xFE, 0xFF, ..] => Some((Encoding::Utf16Be, 2)),
        [1..=0xFF, 0, ..] if declared == Some(DeclaredEncoding::Utf16) => Some((Encoding::Utf16Le, 0)),
        [0, 1..=0xFF, ..] if declared == Some(DeclaredEncoding::Utf16) => Some((Encoding::Utf16Be, 0)),
        _ => None,
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8Bom => "UTF-8 with a byte order mark",
            Self::Utf16Le => "UTF-16 (little-endian)",
            Self::Utf16Be => "UTF-16 (big-endian)",
            Self::Windows1252 => "Windows-1252",
            Self::Iso8859_15 => "ISO-8859-15",
        })
    }
}
