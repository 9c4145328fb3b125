//! Hashes and ids that are shown in hexadecimal.

use std::{borrow::Cow, fmt, str::FromStr};

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use super::encoding::Encoder;

/// Bytes that are written as lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex<const N: usize>([u8; N]);

/// The SHA-256 hash of an entry or an anchor.
pub type ChainHash = Hex<32>;

/// The random id of one audit log.
pub type LogId = Hex<16>;

/// Refusal of a text that is no hash or id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be {digits} lower-case hexadecimal digits")]
pub struct InvalidHex {
    digits: usize,
}

impl<const N: usize> Hex<N> {
    /// Shows these bytes.
    #[must_use]
    pub fn new(bytes: [u8; N]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; N] {
        &self.0
    }
}

impl ChainHash {
    /// The hash of an encoded entry or anchor.
    pub(crate) fn of(encoded: &[u8]) -> Self {
        Self(Sha256::digest(encoded).into())
    }
}

impl LogId {
    /// What the first entry and the first anchor of the log follow.
    #[must_use]
    pub fn genesis(&self) -> ChainHash {
        let mut encoder = Encoder::new("dealeragent.audit.genesis/1");
        encoder.bytes(&self.0);
        ChainHash::of(&encoder.finish())
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = InvalidHex;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok();
        bytes.and_then(|bytes| bytes.try_into().ok()).map(Self).ok_or(InvalidHex { digits: N * 2 })
    }
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> serde::Serialize for Hex<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const N: usize> serde::Deserialize<'de> for Hex<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
