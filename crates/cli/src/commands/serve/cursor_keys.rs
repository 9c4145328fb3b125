//! The keys of cursors while the gateway runs: shared by all processes on one
//! data folder, or this process's own without one.

use std::{sync::Arc, time::Duration};

use anyhow::Result;
use dealeragent_gateway::{Clock, CursorKeys};
use dealeragent_protocol::values::Timestamp;
use dealeragent_server::http::Shutdown;
use dealeragent_store::{CURSOR_KEYS_REFRESH, Store};

/// After a reading that failed.
const RETRY: Duration = Duration::from_secs(60);

/// The keys to begin with.
///
/// # Errors
/// When the store cannot be used, or the system gives no randomness.
pub(super) fn open(store: Option<&Store>, now: Timestamp) -> Result<Arc<CursorKeys>> {
    let keys = match store {
        Some(store) => CursorKeys::new(store.cursor_keys(now)?),
        None => CursorKeys::generate()?,
    };
    Ok(Arc::new(keys))
}

/// Reads the shared keys again and again.
pub(super) async fn keep_fresh(store: Store, keys: Arc<CursorKeys>, clock: Arc<dyn Clock>, mut shutdown: Shutdown) {
    let mut wait = CURSOR_KEYS_REFRESH;
    loop {
        tokio::select! {
            () = shutdown.begun() => return,
            () = tokio::time::sleep(wait) => {}
        }
        let (store, now) = (store.clone(), clock.now());
        wait = match tokio::task::spawn_blocking(move || store.cursor_keys(now)).await {
            Ok(Ok(ring)) => {
                keys.replace(ring);
                CURSOR_KEYS_REFRESH
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "the keys of cursors could not be read; the ones at hand stay in use");
                RETRY
            }
            Err(error) => {
                tracing::error!(%error, "reading the keys of cursors failed");
                RETRY
            }
        };
    }
}
