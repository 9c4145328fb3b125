//! One key that seals cursors.

use dealeragent_protocol::values::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::random::{self, NoRandomness};

/// Names a key inside a cursor. Random, so that it tells nothing of how often
/// keys changed.
pub(crate) const ID: usize = 8;
const SECRET: usize = 32;

/// A key that seals cursors from a time on, until a newer one does.
#[derive(Clone, PartialEq, Eq)]
pub struct CursorKey {
    id: [u8; ID],
    secret: [u8; SECRET],
    seals_from: Timestamp,
}

impl CursorKey {
    /// A fresh key.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub fn generate(seals_from: Timestamp) -> Result<Self, NoRandomness> {
        Ok(Self { id: random::secret()?, secret: random::secret()?, seals_from })
    }

    /// A key that was kept: its id, its secret, and when it begins to seal.
    #[must_use]
    pub fn restore(id: [u8; ID], secret: [u8; SECRET], seals_from: Timestamp) -> Self {
        Self { id, secret, seals_from }
    }

    /// What names it in a cursor.
    #[must_use]
    pub fn id(&self) -> &[u8; ID] {
        &self.id
    }

    /// Its secret, for whoever keeps it.
    #[must_use]
    pub fn secret(&self) -> &[u8; SECRET] {
        &self.secret
    }

    /// When it begins to seal, and the one before it stops.
    #[must_use]
    pub fn seals_from(&self) -> Timestamp {
        self.seals_from
    }

    pub(super) fn mac(&self, body: &[u8], binding: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.secret).ok()?;
        // The length keeps body and binding apart.
        mac.update(&(body.len() as u64).to_be_bytes());
        mac.update(body);
        mac.update(binding);
        Some(mac)
    }
}

impl std::fmt::Debug for CursorKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CursorKey").field("seals_from", &self.seals_from).finish_non_exhaustive()
    }
}
