//! Digests of content.

use super::pattern::{InvalidText, checked_string};

checked_string! {
    /// `sha256:` and 64 lower-case hexadecimal digits.
    ContentDigest, error = InvalidText,
    check = |text| text.strip_prefix("sha256:").is_some_and(|hex| {
        hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    }),
    reject = InvalidText { wanted: "sha256: and 64 hexadecimal digits" },
    schema = { "type": "string", "pattern": "^sha256:[a-f0-9]{64}$" }
}

impl ContentDigest {
    /// The digest made of these 32 bytes.
    #[must_use]
    pub fn from_sha256(bytes: [u8; 32]) -> Self {
        use std::fmt::Write as _;
        let mut text = String::with_capacity(71);
        text.push_str("sha256:");
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Self(text.into())
    }
}
