//! The audit of a running gateway: who keeps it, for how long, and what is told
//! of what it could not keep.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::Result;
use dealeragent_gateway::{AuditLog, Clock, NoAudit};
use dealeragent_server::http::Shutdown;
use dealeragent_store::{AuditArchive, AuditStore, RetentionPolicy, Store};

use super::unwritten::Tally;

/// Old entries are dropped this often.
const RETENTION_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);
/// What was not written is told this often, where there was more of it.
const TALLY_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// What keeps the audit, and what to say about it.
pub(super) struct Keeper {
    store: Option<(Arc<AuditStore>, AuditArchive)>,
    /// The line of the banner.
    pub(super) line: String,
}

/// Opens the store in `folder`; without one nothing is kept.
///
/// # Errors
/// When the folder or the database in it cannot be used.
pub(super) fn open(folder: Option<&Path>) -> Result<Keeper> {
    let Some(folder) = folder else {
        let line = "Audit          off: no data folder (--data-dir DIR keeps one)".to_owned();
        return Ok(Keeper { store: None, line });
    };
    let store = Store::open(folder)?;
    let line = format!("Audit          {} (dealeragent audit list --data-dir {0})", folder.display());
    Ok(Keeper { store: Some((Arc::new(store.audit_store()?), store.audit_archive())), line })
}

impl Keeper {
    /// The store as the gateway has it.
    pub(super) fn log(&self) -> Arc<dyn AuditLog> {
        match &self.store {
            Some((log, _)) => Arc::clone(log) as _,
            None => Arc::new(NoAudit),
        }
    }

    /// Starts what goes on beside the answers, over every transport.
    pub(super) fn look_after(&self, policy: RetentionPolicy, clock: Arc<dyn Clock>, shutdown: &Shutdown) {
        if let Some((log, archive)) = &self.store {
            tokio::spawn(retain(archive.clone(), policy, clock, shutdown.clone()));
            tokio::spawn(tell(Arc::clone(log), shutdown.clone()));
        }
    }

    /// Waits for the last commit; nothing is taken any more. Others may still
    /// hold the store: tasks that end with the process do. Tells what was not
    /// written since the start.
    pub(super) fn close(self) {
        if let Some((log, _)) = self.store {
            log.close();
            Tally::default().log_news(&log.unwritten());
        }
    }
}

/// Tells what was not written, every hour in which there was something. At the
/// end all of it is told once more.
async fn tell(log: Arc<AuditStore>, mut shutdown: Shutdown) {
    let mut tally = Tally::default();
    let mut timer = tokio::time::interval(TALLY_INTERVAL);
    loop {
        tokio::select! {
            () = shutdown.begun() => return,
            _ = timer.tick() => {}
        }
        tally.log_news(&log.unwritten());
        if let Some(fault) = log.fault() {
            tracing::error!(%fault, "the audit store still takes no entries");
        }
    }
}

/// Drops entries that are older than the policy keeps them, now and every day.
async fn retain(archive: AuditArchive, policy: RetentionPolicy, clock: Arc<dyn Clock>, mut shutdown: Shutdown) {
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
