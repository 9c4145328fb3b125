//! Randomness for ids and keys.

use std::sync::atomic::{AtomicU64, Ordering};

/// The system's randomness could not be had.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the system gives no randomness")]
pub struct NoRandomness;

/// Fills secret bytes.
///
/// # Errors
/// [`NoRandomness`]: a key is never made of anything weaker.
pub(crate) fn secret<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// Entropy for an id that must be unique but need not be secret. Without the
/// system's randomness a counter still keeps ids of one process apart.
pub(crate) fn for_id() -> u128 {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    secret::<16>().map_or_else(|_| u128::from(COUNTER.fetch_add(1, Ordering::Relaxed)), u128::from_le_bytes)
}
