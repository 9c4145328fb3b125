//! Sealed cursors (contract.md section 9): opaque, bound, short-lived.
//!
//! A cursor carries a position of the keyset, its issue time and its expiry,
//! and a seal over these and over everything that it is bound to: site, query,
//! caller. What it is bound to is not in it, so it holds nothing personal.

use dealeragent_inventory::Position;
use dealeragent_protocol::values::{Cursor, Timestamp};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::random::{self, NoRandomness};

const VERSION: u8 = 1;
/// How long a walk may pause between two pages.
const LIFETIME_SECONDS: i64 = 3600;
/// Version, issue time, expiry.
const HEADER: usize = 1 + 8 + 8;
const SEAL: usize = 32;

/// The key that seals cursors.
#[derive(Clone)]
pub struct CursorKey([u8; 32]);

/// A cursor that is not ours, was changed, has expired or belongs elsewhere.
/// One refusal for all, since a caller needs no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BadCursor;

impl CursorKey {
    /// A fresh key; cursors of an earlier run are then refused.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub fn generate() -> Result<Self, NoRandomness> {
        random::secret().map(Self)
    }

    /// Seals a position for one binding.
    pub(crate) fn seal(&self, position: &Position, binding: &[u8], now: Timestamp) -> Option<Cursor> {
        Cursor::parse(self.seal_bytes(&position.to_bytes(), binding, now)?).ok()
    }

    /// Opens a cursor that was sealed for the same binding.
    pub(crate) fn open(&self, cursor: &Cursor, binding: &[u8], now: Timestamp) -> Result<Position, BadCursor> {
        Position::from_bytes(&self.open_bytes(cursor.as_str(), binding, now)?).ok_or(BadCursor)
    }

    /// The same for a position of any kind.
    pub(crate) fn seal_bytes(&self, position: &[u8], binding: &[u8], now: Timestamp) -> Option<String> {
        let mut bytes = vec![VERSION];
        bytes.extend(now.as_second().to_be_bytes());
        bytes.extend(now.plus_seconds(LIFETIME_SECONDS).as_second().to_be_bytes());
        bytes.extend(position);
        let seal = self.mac(&bytes, binding)?.finalize().into_bytes();
        bytes.extend(seal);
        Some(data_encoding::BASE64URL_NOPAD.encode(&bytes))
    }

    /// Opens what [`Self::seal_bytes`] made for the same binding.
    pub(crate) fn open_bytes(&self, cursor: &str, binding: &[u8], now: Timestamp) -> Result<Vec<u8>, BadCursor> {
        // The codec takes one spelling only: no padding, no stray bits.
        let bytes = data_encoding::BASE64URL_NOPAD.decode(cursor.as_bytes()).map_err(|_| BadCursor)?;
        let body_length = bytes.len().checked_sub(SEAL).ok_or(BadCursor)?;
        let (body, seal) = bytes.split_at_checked(body_length).ok_or(BadCursor)?;
        self.mac(body, binding).ok_or(BadCursor)?.verify_slice(seal).map_err(|_| BadCursor)?;
        let (header, position) = body.split_at_checked(HEADER).ok_or(BadCursor)?;
        let [VERSION, times @ ..] = header else { return Err(BadCursor) };
        let (_, expires) = times.split_at_checked(8).ok_or(BadCursor)?;
        let expires = i64::from_be_bytes(expires.try_into().map_err(|_| BadCursor)?);
        if now.as_second() >= expires {
            return Err(BadCursor);
        }
        Ok(position.to_vec())
    }

    fn mac(&self, body: &[u8], binding: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.0).ok()?;
        // The length keeps body and binding apart.
        mac.update(&(body.len() as u64).to_be_bytes());
        mac.update(body);
        mac.update(binding);
        Some(mac)
    }
}

impl std::fmt::Debug for CursorKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CursorKey(..)")
    }
}
