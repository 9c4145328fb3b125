//! The audit of a running gateway: who keeps it, for how long, and what is told
//! of what it could not keep.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::Result;
use dealeragent_gateway::{AuditLog, Clock, NoAudit};
use dealeragent_protocol::values::Timestamp;
use dealeragent_server::http::Shutdown;
use dealeragent_store::{AuditArchive, AuditStore, CredentialStore, RetentionPolicy, Store};

use super::unwritten::Tally;

/// Old entries are dropped this often.
const RETENTION_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);
/// What was not written is told this often, where there was more of it.
const TALLY_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// What keeps the audit, and what to say about it.
pub(super) struct Keeper {
    store: Option<(Arc<AuditStore>, Old)>,
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
    Ok(Keeper {
        store: Some((
            Arc::new(store.audit_store()?),
            Old { archive: store.audit_archive(), tokens: store.credential_store() },
        )),
        line,
    })
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
        if let Some((log, old)) = &self.store {
            tokio::spawn(retain(old.clone(), policy, clock, shutdown.clone()));
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

/// What grows old in a data folder. Keys of cursors are dropped where they are
/// read, and delegations stay on record for good.
#[derive(Clone)]
struct Old {
    archive: AuditArchive,
    tokens: CredentialStore,
}

impl Old {
    /// Drops what is older than the policy keeps it. Records of tokens stay as
    /// long as entries that their holders caused; revoked ones too, and a token
    /// has ended long before its record goes.
    fn drop_now(&self, policy: &RetentionPolicy, now: Timestamp) {
        match self.archive.apply_retention(policy, now) {
            Ok(retired) => tracing::info!(?retired, "audit retention"),
            Err(error) => tracing::error!(%error, "old audit entries could not be dropped"),
        }
        match self.tokens.prune_expired(policy.keep_days, now) {
            Ok(dropped) => tracing::info!(dropped, "retention of token records"),
            Err(error) => tracing::error!(%error, "old records of tokens could not be dropped"),
        }
    }
}

/// Drops what is too old, now and every day.
async fn retain(old: Old, policy: RetentionPolicy, clock: Arc<dyn Clock>, mut shutdown: Shutdown) {
    let mut timer = tokio::time::interval(RETENTION_INTERVAL);
    loop {
        tokio::select! {
            () = shutdown.begun() => return,
            _ = timer.tick() => {}
        }
        let (old, policy, now) = (old.clone(), policy.clone(), clock.now());
        if let Err(error) = tokio::task::spawn_blocking(move || old.drop_now(&policy, now)).await {
            tracing::error!(%error, "retention failed");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use dealeragent_gateway::ManualClock;
    use dealeragent_protocol::values::{OrganizationId, RooftopId, Text};
    use dealeragent_store::{RecordedReach, TokenFilter, TokenRecord};

    use super::*;

    /// A gateway that is started drops records that are too old by then.
    #[tokio::test]
    async fn records_of_tokens_go_when_entries_of_their_time_do() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let now = Timestamp::from_second(1_800_000_000);
        let ended = |days: i64| now.plus_seconds(-days * 86_400);
        let tokens = Store::open(&data).unwrap().credential_store();
        for (jti, days) in [("old", 31), ("kept", 29)] {
            let record = TokenRecord {
                jti: Text::bounded(jti),
                subject: Text::bounded("agent"),
                organization: OrganizationId::parse("one").unwrap(),
                reach: RecordedReach::Rooftops([RooftopId::parse("main").unwrap()].into()),
                scopes: [].into(),
                profiles: None,
                purposes: None,
                audience: "https://one.example".to_owned(),
                issued_at: ended(days + 1),
                expires_at: ended(days),
                revoked: None,
            };
            tokens.record(&record).unwrap();
        }
        tokens.revoke_all(None, now).unwrap();
        let keeper = open(Some(&data)).unwrap();
        let (switch, shutdown) = Shutdown::channel();
        let policy =
            RetentionPolicy { name: "default".into(), version: "1".into(), keep_days: NonZeroU32::new(30).unwrap() };
        keeper.look_after(policy, Arc::new(ManualClock::at(now)), &shutdown);
        let left = || {
            tokens
                .list(&TokenFilter::default())
                .unwrap()
                .into_iter()
                .map(|record| record.jti.to_string())
                .collect::<Vec<_>>()
        };
        let waited = tokio::time::timeout(Duration::from_secs(60), async {
            while left().len() > 1 {
                tokio::task::yield_now().await;
            }
        });
        waited.await.unwrap();
        assert_eq!(left(), ["kept"]);
        switch.send_replace(true);
        keeper.close();
    }
}
