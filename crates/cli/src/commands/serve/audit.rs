//! The audit of a running gateway: who keeps it, and for how long.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::Result;
use dealeragent_gateway::{AuditLog, Clock, NoAudit};
use dealeragent_server::http::Shutdown;
use dealeragent_store::{AuditArchive, RetentionPolicy, Store};

/// Old entries are dropped this often.
const RETENTION_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// What keeps the audit, and what to say about it.
pub(super) struct Keeper {
    pub(super) log: Arc<dyn AuditLog>,
    pub(super) archive: Option<AuditArchive>,
    pub(super) line: String,
}

/// Opens the store in `folder`; without one nothing is kept.
///
/// # Errors
/// When the folder or the database in it cannot be used.
pub(super) fn open(folder: Option<&Path>) -> Result<Keeper> {
    let Some(folder) = folder else {
        let line = "Audit          off: no data folder (--data-dir DIR keeps one)".to_owned();
        return Ok(Keeper { log: Arc::new(NoAudit), archive: None, line });
    };
    let store = Store::open(folder)?;
    let (log, archive) = (Arc::new(store.audit_store()?), store.audit_archive());
    let line = format!("Audit          {} (dealeragent audit list --data-dir {0})", folder.display());
    Ok(Keeper { log, archive: Some(archive), line })
}

/// Drops entries that are older than the policy keeps them, now and every day.
pub(super) async fn retain(
    archive: AuditArchive,
    policy: RetentionPolicy,
    clock: Arc<dyn Clock>,
    mut shutdown: Shutdown,
) {
    let mut timer = tokio::time::interval(RETENTION_INTERVAL);
    loop {
        tokio::select! {
            () = shutdown.begun() => return,
            _ = timer.tick() => {}
        }
        let (archive, policy, now) = (archive.clone(), policy.clone(), clock.now());
        match tokio::task::spawn_blocking(move || archive.apply_retention(&policy, now)).await {
            Ok(Ok(retired)) => tracing::info!(?retired, "audit retention"),
            Ok(Err(error)) => tracing::error!(%error, "old audit entries could not be dropped"),
            Err(error) => tracing::error!(%error, "audit retention failed"),
        }
    }
}
