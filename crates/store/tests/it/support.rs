//! A store in a folder of its own, entries for it, and a way around it.

use std::{future::Future, num::NonZeroUsize, time::Duration};

use dealeragent_gateway::{AuditEntry, AuditLog as _, Decision};
use dealeragent_protocol::{
    error::ErrorCode,
    tool::Tool,
    values::{OrganizationId, RooftopId, Timestamp, TraceId, VehicleId},
};
use dealeragent_store::{AuditArchive, AuditStore, Broken, Place, Store, StoreSettings, Verification, WriterSettings};
use rusqlite::Connection;
use tempfile::TempDir;

pub(crate) struct World {
    pub(crate) folder: TempDir,
    pub(crate) store: Store,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with(StoreSettings::default())
    }

    pub(crate) fn with(settings: StoreSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_with(folder.path(), settings).unwrap();
        Self { folder, store }
    }

    /// A world whose log holds so many entries, one a second.
    pub(crate) fn of(entries: i64) -> Self {
        let world = Self::new();
        let log = world.store.audit_store().unwrap();
        write(&log, (1..=entries).map(entry));
        world
    }

    pub(crate) fn archive(&self) -> AuditArchive {
        self.store.audit_archive()
    }

    /// A connection of somebody who owns the file. Need not be durable.
    pub(crate) fn raw(&self) -> Connection {
        let connection = Connection::open(self.store.database()).unwrap();
        connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA busy_timeout = 60000").unwrap();
        connection
    }

    /// The same, past the triggers.
    pub(crate) fn unguarded(&self) -> Connection {
        let connection = self.raw();
        connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
        let names: Vec<String> = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert!(!names.is_empty());
        names.iter().for_each(|name| connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
        connection
    }

    pub(crate) fn verify(&self) -> Verification {
        self.archive().verify(None).unwrap()
    }

    pub(crate) fn broken(&self) -> Broken {
        self.verify().broken.expect("the change was not found")
    }

    pub(crate) fn broken_at(&self) -> Place {
        self.broken().place
    }
}

/// Settings under which only what a test asks for is tried.
pub(crate) fn impatient(queue: usize, retry: Duration) -> StoreSettings {
    StoreSettings {
        busy_timeout: Duration::from_millis(1),
        writer: WriterSettings { queue: NonZeroUsize::new(queue).unwrap(), first_retry: retry, longest_retry: retry },
    }
}

pub(crate) const NEVER: Duration = Duration::from_secs(1_000_000);

/// Settings under which the writer waits for a lock as long as it takes.
pub(crate) fn patient(queue: usize) -> StoreSettings {
    StoreSettings { busy_timeout: Duration::from_secs(600), ..impatient(queue, NEVER) }
}

pub(crate) fn start() -> Timestamp {
    Timestamp::parse("2026-09-01T14:00:00Z").unwrap()
}

/// The entry of second `n`: each differs in kind too.
pub(crate) fn entry(n: i64) -> AuditEntry {
    let refused = n % 2 == 0;
    AuditEntry {
        trace_id: TraceId::mint(start(), u128::try_from(n).unwrap()),
        at: start().plus_seconds(n),
        actor: format!("caller-{}", n % 3),
        organization_id: (n % 3 != 0).then(|| OrganizationId::parse("org-1").unwrap()),
        rooftop_ids: vec![RooftopId::parse("north").unwrap(), RooftopId::parse("south").unwrap()],
        tool: Tool::ALL[usize::try_from(n).unwrap() % Tool::ALL.len()].into(),
        decision: if refused { Decision::Refused } else { Decision::Allowed },
        policy_version: "default/1".to_owned(),
        resource_ids: (0..n % 4).map(|i| VehicleId::parse(&format!("veh-{n}-{i}")).unwrap()).collect(),
        outcome: refused.then_some(ErrorCode::ScopeInsufficient),
        private_reason: refused.then(|| "the grant lacks inventory.read – “yet”".to_owned()),
    }
}

/// Appends and waits until all of it is durable.
pub(crate) fn write(log: &AuditStore, entries: impl IntoIterator<Item = AuditEntry>) {
    let waiting: Vec<_> = entries.into_iter().map(|entry| log.append(entry).unwrap()).collect();
    waiting.into_iter().for_each(|durable| block_on(durable).unwrap());
}

pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}
