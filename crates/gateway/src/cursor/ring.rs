//! The keys of a time: one seals, all of them open.

use dealeragent_protocol::values::Timestamp;

use super::CursorKey;

/// Keys in the order in which they seal; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CursorRing {
    first: CursorKey,
    later: Vec<CursorKey>,
}

impl CursorRing {
    /// A ring of these keys; `None` without any.
    #[must_use]
    pub fn of(mut keys: Vec<CursorKey>) -> Option<Self> {
        keys.sort_by_key(|key| (key.seals_from(), *key.id()));
        let mut keys = keys.into_iter();
        Some(Self { first: keys.next()?, later: keys.collect() })
    }

    /// All keys, the one that seals first before the others.
    pub fn keys(&self) -> impl Iterator<Item = &CursorKey> {
        std::iter::once(&self.first).chain(&self.later)
    }

    /// The key that seals now: the newest whose time has come, or the first
    /// where none has.
    pub(super) fn sealing(&self, now: Timestamp) -> &CursorKey {
        self.later.iter().rev().find(|key| key.seals_from() <= now).unwrap_or(&self.first)
    }

    pub(super) fn of_id(&self, id: &[u8]) -> Option<&CursorKey> {
        self.keys().find(|key| key.id() == id)
    }
}

impl From<CursorKey> for CursorRing {
    fn from(first: CursorKey) -> Self {
        Self { first, later: Vec::new() }
    }
}
