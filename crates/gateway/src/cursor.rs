//! Sealed cursors (contract.md section 9): opaque, bound, short-lived.
//!
//! A cursor carries a position of the keyset, the id of its key, its issue time
//! and its expiry, and a seal over these and over everything that it is bound
//! to: site, query, caller. What it is bound to is not in it, so it holds
//! nothing personal.
//!
//! Keys change while the gateway runs. A key is known to all nodes before it
//! seals, and opens as long as a cursor of it lives.

mod key;
mod ring;

use std::sync::Arc;

use arc_swap::ArcSwap;
use dealeragent_inventory::Position;
use dealeragent_protocol::values::{Cursor, Timestamp};
use hmac::Mac as _;

pub use self::{key::CursorKey, ring::CursorRing};
use crate::random::NoRandomness;

const VERSION: u8 = 2;
/// How long a walk may pause between two pages.
pub const CURSOR_LIFETIME_SECONDS: i64 = 3600;
/// Issue time, expiry.
const TIMES: usize = 8 + 8;
const SEAL: usize = 32;

/// What seals and opens cursors; its keys can be replaced at any time.
#[derive(Debug)]
pub struct CursorKeys(ArcSwap<CursorRing>);

/// A cursor that is not ours, was changed, has expired or belongs elsewhere.
/// One refusal for all, since a caller needs no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BadCursor;

impl CursorKeys {
    /// Begins with these keys.
    #[must_use]
    pub fn new(ring: CursorRing) -> Self {
        Self(ArcSwap::from_pointee(ring))
    }

    /// A key for this process alone; cursors of an earlier run are refused.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub fn generate() -> Result<Self, NoRandomness> {
        CursorKey::generate(Timestamp::from_second(0)).map(|key| Self::new(key.into()))
    }

    /// Goes on with other keys. A cursor of a key that is not among them is
    /// refused from now on.
    pub fn replace(&self, ring: CursorRing) {
        self.0.store(Arc::new(ring));
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
        let ring = self.0.load();
        let key = ring.sealing(now);
        let mut bytes = vec![VERSION];
        bytes.extend(key.id());
        bytes.extend(now.as_second().to_be_bytes());
        bytes.extend(now.plus_seconds(CURSOR_LIFETIME_SECONDS).as_second().to_be_bytes());
        bytes.extend(position);
        let seal = key.mac(&bytes, binding)?.finalize().into_bytes();
        bytes.extend(seal);
        Some(data_encoding::BASE64URL_NOPAD.encode(&bytes))
    }

    /// Opens what [`Self::seal_bytes`] made for the same binding.
    pub(crate) fn open_bytes(&self, cursor: &str, binding: &[u8], now: Timestamp) -> Result<Vec<u8>, BadCursor> {
        // The codec takes one spelling only: no padding, no stray bits.
        let bytes = data_encoding::BASE64URL_NOPAD.decode(cursor.as_bytes()).map_err(|_| BadCursor)?;
        let body_length = bytes.len().checked_sub(SEAL).ok_or(BadCursor)?;
        let (body, seal) = bytes.split_at_checked(body_length).ok_or(BadCursor)?;
        let [VERSION, rest @ ..] = body else { return Err(BadCursor) };
        let (id, rest) = rest.split_at_checked(key::ID).ok_or(BadCursor)?;
        let ring = self.0.load();
        let key = ring.of_id(id).ok_or(BadCursor)?;
        key.mac(body, binding).ok_or(BadCursor)?.verify_slice(seal).map_err(|_| BadCursor)?;
        let (times, position) = rest.split_at_checked(TIMES).ok_or(BadCursor)?;
        let (_, expires) = times.split_at_checked(8).ok_or(BadCursor)?;
        let expires = i64::from_be_bytes(expires.try_into().map_err(|_| BadCursor)?);
        if now.as_second() >= expires {
            return Err(BadCursor);
        }
        Ok(position.to_vec())
    }
}
