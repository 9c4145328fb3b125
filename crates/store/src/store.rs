//! The store: one folder, one database.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use dealeragent_gateway::CursorRing;
use dealeragent_protocol::values::Timestamp;

use crate::{
    AuditArchive, AuditStore, AvailabilityReports, CredentialReader, CredentialStore, DelegationStore, ReportedUnits,
    SqliteFeedStore, StoreFault, WriterSettings, connection, cursor_keys,
    folder::{self, Found},
    migrate,
};

/// The database's name in the data folder.
pub const DATABASE_FILE: &str = "dealeragent.sqlite";

/// How the store works.
#[derive(Debug, Clone)]
pub struct StoreSettings {
    /// How long to wait for another process that holds the database.
    pub busy_timeout: Duration,
    /// How the audit's writer works.
    pub writer: WriterSettings,
}

impl Default for StoreSettings {
    fn default() -> Self {
        Self { busy_timeout: Duration::from_secs(5), writer: WriterSettings::default() }
    }
}

/// An opened store. Several processes may open the same one; all of them must
/// be on one machine, as SQLite's write-ahead log wants it.
#[derive(Debug, Clone)]
pub struct Store {
    database: PathBuf,
    settings: StoreSettings,
}

impl Store {
    /// Opens the store in `data_dir`, making folder and database where they
    /// are missing: readable for their owner alone. A database that is there and
    /// empty is refused: this program leaves none behind, so that somebody else
    /// emptied it, and a fresh log in its place would hide that. Who only wants
    /// to read opens the [`AuditArchive`].
    ///
    /// # Errors
    /// [`StoreFault`]: the folder cannot be used, or the database is not one
    /// that this program can read.
    pub fn open(data_dir: &Path) -> Result<Self, StoreFault> {
        Self::open_with(data_dir, StoreSettings::default())
    }

    /// Opens the store with settings of its own.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_with(data_dir: &Path, settings: StoreSettings) -> Result<Self, StoreFault> {
        folder::create(data_dir)?;
        let database = data_dir.join(DATABASE_FILE);
        let was_used = folder::was_used(data_dir);
        let _alone = folder::lock(data_dir)?;
        match folder::find(&database)? {
            Found::Content => {}
            Found::Empty => return Err(StoreFault::NoLog { path: database }),
            Found::Nothing => {
                if was_used {
                    tracing::warn!(folder = %data_dir.display(), "the audit log that was here is gone; a new one begins");
                }
                let fill = |path: &Path| migrate::create(&mut connection::writable(path, settings.busy_timeout)?, path);
                folder::create_database(data_dir, &database, fill)?;
            }
        }
        let mut connection = connection::writable(&database, settings.busy_timeout)?;
        // Before anything is changed in a file that may not be ours.
        migrate::migrate(&mut connection, &database)?;
        // Readers and the writer must not wait for each other.
        let set = connection.pragma_update(None, "journal_mode", "wal");
        set.map_err(StoreFault::database("switch to the write-ahead log", &database))?;
        Ok(Self { database, settings })
    }

    /// Starts a writer for the audit log. One per process is enough; more of
    /// them, here or in other processes, write one chain.
    ///
    /// # Errors
    /// [`StoreFault`]: the database cannot be written to.
    pub fn audit_store(&self) -> Result<AuditStore, StoreFault> {
        AuditStore::start(self.database.clone(), &self.settings)
    }

    /// What was written down, for reading, verification and retention.
    #[must_use]
    pub fn audit_archive(&self) -> AuditArchive {
        AuditArchive::new(self.database.clone(), self.settings.busy_timeout)
    }

    /// The records about issued tokens.
    #[must_use]
    pub fn credential_store(&self) -> CredentialStore {
        CredentialStore::new(self.database.clone(), self.settings.busy_timeout)
    }

    /// The recorded delegations.
    #[must_use]
    pub fn delegation_store(&self) -> DelegationStore {
        DelegationStore::new(self.database.clone(), self.settings.busy_timeout)
    }

    /// Looks up, for each call, whether a token was revoked and what a
    /// delegation says. One per process is enough.
    ///
    /// # Errors
    /// [`StoreFault`]: the database cannot be read.
    pub fn credential_reader(&self) -> Result<CredentialReader, StoreFault> {
        CredentialReader::open(self.database.clone())
    }

    /// What is kept of feeds.
    #[must_use]
    pub fn feed_store(&self) -> SqliteFeedStore {
        SqliteFeedStore::new(self.database.clone(), self.settings.busy_timeout)
    }

    /// What was reported about units, for who takes reports in.
    #[must_use]
    pub fn availability_reports(&self) -> AvailabilityReports {
        AvailabilityReports::new(self.database.clone(), self.settings.busy_timeout)
    }

    /// Looks reports about units up for the gateway. One per process is enough.
    ///
    /// # Errors
    /// [`StoreFault`]: the database cannot be read.
    pub fn reported_units(&self) -> Result<ReportedUnits, StoreFault> {
        ReportedUnits::open(self.database.clone())
    }

    /// The keys that seal and open cursors now: makes one where it is time, and
    /// drops those of which no cursor lives. To be asked again every
    /// [`CURSOR_KEYS_REFRESH`](crate::CURSOR_KEYS_REFRESH).
    ///
    /// # Errors
    /// [`StoreFault`]: the database cannot be written to, or the system gives no
    /// randomness.
    pub fn cursor_keys(&self, now: Timestamp) -> Result<CursorRing, StoreFault> {
        cursor_keys::current(&self.database, self.settings.busy_timeout, now)
    }

    /// The database file.
    #[must_use]
    pub fn database(&self) -> &Path {
        &self.database
    }
}
