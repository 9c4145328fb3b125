//! One byte, one character.

use std::fmt;

use encoding_rs::{ISO_8859_15, WINDOWS_1252};

use super::{DeclaredEncoding, Encoding};

/// A code page of 256 characters. Every byte has one, so nothing is lost; bytes
/// without a character of their own become control characters, which published
/// text leaves out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CodePage {
    encoding: Encoding,
    /// Characters of the bytes from 0x80.
    upper: [char; 128],
}

impl CodePage {
    /// The page that stands in where bytes are no UTF-8: the declared one if it
    /// is a page, else Windows-1252.
    #[must_use]
    pub fn declared(declared: Option<DeclaredEncoding>) -> Self {
        match declared {
            Some(DeclaredEncoding::Iso8859_15) => Self::new(Encoding::Iso8859_15, ISO_8859_15),
            Some(DeclaredEncoding::Utf8 | DeclaredEncoding::Utf16 | DeclaredEncoding::Windows1252) | None => {
                Self::new(Encoding::Windows1252, WINDOWS_1252)
            }
        }
    }

    fn new(encoding: Encoding, codec: &'static encoding_rs::Encoding) -> Self {
        let mut upper = ['\0'; 128];
        for (byte, place) in (0x80..=0xFF_u8).zip(&mut upper) {
            let (text, _) = codec.decode_without_bom_handling(std::slice::from_ref(&byte));
            *place = text.chars().next().unwrap_or_default();
        }
        Self { encoding, upper }
    }

    /// Which page it is.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The character of a byte.
    #[must_use]
    pub fn char(&self, byte: u8) -> char {
        let upper = byte.checked_sub(0x80).and_then(|at| self.upper.get(usize::from(at)));
        upper.copied().unwrap_or(char::from(byte))
    }

    /// Adds the text of these bytes.
    pub fn decode(&self, bytes: &[u8], into: &mut String) {
        into.extend(bytes.iter().map(|byte| self.char(*byte)));
    }
}

impl fmt::Debug for CodePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CodePage({})", self.encoding)
    }
}
