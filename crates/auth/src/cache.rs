//! What was found out about tokens a moment ago.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use sha2::{Digest, Sha256};

/// Stands for a token. The token itself is not kept anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TokenDigest([u8; 32]);

impl TokenDigest {
    pub(crate) fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// A name for a credential that has none of its own.
    pub(crate) fn to_credential_name(self) -> String {
        format!("sha256:{}", data_encoding::HEXLOWER.encode(&self.0))
    }
}

/// Parts with a lock of their own.
const SHARDS: usize = 16;

/// A bounded memory. Each part has a young and an old half; when the young one
/// is full it becomes the old one, whose entries are gone. Both taking and
/// forgetting cost the same, however much is kept.
pub(crate) struct Cache<V> {
    shards: Vec<Mutex<Halves<V>>>,
    most_per_half: usize,
}

struct Halves<V> {
    young: HashMap<TokenDigest, V>,
    old: HashMap<TokenDigest, V>,
}

impl<V: Clone> Cache<V> {
    /// A memory of at most twice `most` entries.
    pub(crate) fn new(most: usize) -> Self {
        let empty = || Mutex::new(Halves { young: HashMap::new(), old: HashMap::new() });
        Self { shards: (0..SHARDS).map(|_| empty()).collect(), most_per_half: (most / SHARDS).max(1) }
    }

    pub(crate) fn get(&self, token: TokenDigest) -> Option<V> {
        self.with(token, |halves, _| halves.young.get(&token).or_else(|| halves.old.get(&token)).cloned()).flatten()
    }

    pub(crate) fn put(&self, token: TokenDigest, value: V) {
        self.with(token, |halves, most| {
            if halves.young.len() >= most && !halves.young.contains_key(&token) {
                halves.old = std::mem::take(&mut halves.young);
            }
            halves.old.remove(&token);
            halves.young.insert(token, value);
        });
    }

    pub(crate) fn remove(&self, token: TokenDigest) {
        self.with(token, |halves, _| {
            halves.young.remove(&token);
            halves.old.remove(&token);
        });
    }

    fn with<T>(&self, token: TokenDigest, act: impl FnOnce(&mut Halves<V>, usize) -> T) -> Option<T> {
        let TokenDigest([first, ..]) = token;
        let shard = self.shards.get(usize::from(first) % SHARDS)?;
        Some(act(&mut shard.lock().unwrap_or_else(PoisonError::into_inner), self.most_per_half))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_bounded_and_forgets_the_oldest() {
        let cache = Cache::new(64);
        let tokens: Vec<TokenDigest> = (0..10_000).map(|n| TokenDigest::of(&format!("token {n}"))).collect();
        for (n, token) in tokens.iter().enumerate() {
            cache.put(*token, n);
        }
        let kept = tokens.iter().filter(|token| cache.get(**token).is_some()).count();
        assert!((1..=128).contains(&kept), "{kept}");
        assert_eq!(cache.get(tokens[9_999]), Some(9_999));
        assert_eq!(cache.get(tokens[0]), None);
        cache.put(tokens[9_999], 1);
        assert_eq!(cache.get(tokens[9_999]), Some(1));
        cache.remove(tokens[9_999]);
        assert_eq!(cache.get(tokens[9_999]), None);
    }
}
