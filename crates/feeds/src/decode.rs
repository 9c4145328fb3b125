//! Bytes to text: byte order mark, strict UTF-8, else Windows-1252 (A01 to
//! A04, A24). The order is fixed; nothing is guessed from statistics.
//!
//! Seam for the feed engine: archives are recognised here and refused; what
//! unpacks them comes before [`decode`].

mod magic;

use std::{borrow::Cow, fmt};

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::Serialize;

use crate::FileFault;

/// How the bytes were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Encoding {
    /// UTF-8 without a mark.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-8 with a mark, which was taken off.
    #[serde(rename = "utf-8-bom")]
    Utf8Bom,
    /// UTF-16, low byte first, by its mark.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, high byte first, by its mark.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// Not valid UTF-8, so taken for the code page of most feed writers.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8Bom => "UTF-8 with a byte order mark",
            Self::Utf16Le => "UTF-16 (little-endian)",
            Self::Utf16Be => "UTF-16 (big-endian)",
            Self::Windows1252 => "Windows-1252",
        })
    }
}

/// Text, and how it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text without its mark; borrowed where the bytes were UTF-8.
    pub text: Cow<'b, str>,
    /// How it was read.
    pub encoding: Encoding,
}

/// Reads a file's bytes as text.
///
/// # Errors
/// [`FileFault`]: empty, an archive, a page or another kind of document,
/// broken UTF-16, or NULs without a mark.
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, FileFault> {
    magic::refuse_archive(bytes)?;
    let decoded = by_mark(bytes)?;
    if decoded.text.trim().is_empty() {
        return Err(FileFault::Empty);
    }
    magic::refuse_document(&decoded.text)?;
    Ok(decoded)
}

fn by_mark(bytes: &[u8]) -> Result<Decoded<'_>, FileFault> {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        // A mark promises UTF-8; a file that breaks the promise is read like one without.
        return Ok(match std::str::from_utf8(rest) {
            Ok(text) => Decoded { text: Cow::Borrowed(text), encoding: Encoding::Utf8Bom },
            Err(_) => windows_1252(rest),
        });
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return utf_16(UTF_16LE, rest, Encoding::Utf16Le);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return utf_16(UTF_16BE, rest, Encoding::Utf16Be);
    }
    magic::refuse_nuls(bytes)?;
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => Decoded { text: Cow::Borrowed(text), encoding: Encoding::Utf8 },
        Err(_) => windows_1252(bytes),
    })
}

fn utf_16<'b>(
    codec: &'static encoding_rs::Encoding,
    bytes: &'b [u8],
    encoding: Encoding,
) -> Result<Decoded<'b>, FileFault> {
    codec
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(|text| Decoded { text, encoding })
        .ok_or(FileFault::BrokenUtf16)
}

/// Every byte has a character in this code page, so nothing is lost here; the
/// five unused ones become control characters, which published text leaves out.
fn windows_1252(bytes: &[u8]) -> Decoded<'_> {
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    Decoded { text, encoding: Encoding::Windows1252 }
}
