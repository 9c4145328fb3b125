//! The id that ties an answer, its log lines and its audit record together.

use super::pattern::{InvalidText, checked_string};

checked_string! {
    /// `^[A-Za-z0-9._:-]+$`, 8 to 128 characters. Ours are `trc_` and a ULID.
    TraceId, error = InvalidText,
    check = |text| (8..=128).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-')),
    reject = InvalidText { wanted: "8 to 128 letters, digits, '.', '_', ':' or '-'" },
    schema = { "type": "string", "minLength": 8, "maxLength": 128, "pattern": "^[A-Za-z0-9._:-]+$" }
}

impl TraceId {
    /// A new id that sorts by its time. `random` is the entropy of the ULID.
    #[must_use]
    pub fn mint(at: super::Timestamp, random: u128) -> Self {
        Self(format!("trc_{}", super::identifier::ulid_text(at, random)).into())
    }
}
