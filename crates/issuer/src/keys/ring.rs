//! Which keys there are.

use dealeragent_protocol::values::Timestamp;
use jsonwebtoken::jwk::JwkSet;

use super::public_key::PublicKey;
use crate::Lifetime;

/// The key that signs, and those that were retired and still verify.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ring {
    pub(super) signing: PublicKey,
    pub(super) created_at: Timestamp,
    /// The newest first.
    pub(super) retired: Vec<RetiredKey>,
}

/// A key that signs no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RetiredKey {
    pub(super) key: PublicKey,
    pub(super) created_at: Timestamp,
    pub(super) retired_at: Timestamp,
    /// When the last token that it signed has ended.
    pub(super) verifies_until: Timestamp,
}

/// What becomes of keys that are retired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// They verify until the last token that they signed has ended.
    UntilTheirTokensEnd,
    /// They are dropped at once, and all their tokens with them.
    No,
}

/// So long a token may be let live beyond its end, for clocks that differ, and
/// so late a process may notice that a key was retired.
const GRACE_SECONDS: i64 = 300;

impl Ring {
    pub(super) fn new(signing: PublicKey, now: Timestamp) -> Self {
        Self { signing, created_at: now, retired: Vec::new() }
    }

    /// Lets `next` sign from now on.
    pub(super) fn rotated(&self, next: PublicKey, keep: Keep, now: Timestamp) -> Self {
        let mut ring = Self::new(next, now);
        if keep == Keep::UntilTheirTokensEnd {
            ring.retired.push(RetiredKey {
                key: self.signing.clone(),
                created_at: self.created_at,
                retired_at: now,
                verifies_until: now.plus_seconds(Lifetime::LONGEST.as_seconds() + GRACE_SECONDS),
            });
            ring.retired.extend(self.retired.iter().filter(|retired| now < retired.verifies_until).cloned());
        }
        ring
    }

    /// Whether a key verifies at this time.
    pub(super) fn has(&self, key_id: &str, now: Timestamp) -> bool {
        let is = |key: &PublicKey| key.kid() == key_id;
        is(&self.signing) || self.retired.iter().any(|retired| now < retired.verifies_until && is(&retired.key))
    }

    /// The keys that verify at this time, the signing one first.
    pub(super) fn verifying(&self, now: Timestamp) -> JwkSet {
        let retired = self.retired.iter().filter(|retired| now < retired.verifies_until);
        let keys = std::iter::once(&self.signing).chain(retired.map(|retired| &retired.key));
        JwkSet { keys: keys.map(PublicKey::jwk).collect() }
    }
}
