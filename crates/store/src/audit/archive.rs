//! Reads what was written down.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use dealeragent_protocol::{tool::NamedTool, values::TraceId};
use rusqlite::{Connection, Rows, named_params};

use super::{AuditFilter, AuditRecord, OutcomeFilter, Tip, row, tip};
use crate::{
    DATABASE_FILE, StoreFault, StoreSettings, connection,
    folder::{self, Found},
    migrate,
};

/// The audit log for its readers. Opens the database anew for each question,
/// so that it can be kept and shared at will.
#[derive(Debug, Clone)]
pub struct AuditArchive {
    database: PathBuf,
    busy_timeout: Duration,
}

/// The most entries of one trace id. Ours have one each, but callers of later
/// versions may bring their own.
const MOST_OF_A_TRACE: u32 = 1000;

impl AuditArchive {
    /// Opens the log in `data_dir` to inspect it: nothing is made, and no schema
    /// is brought up to date.
    ///
    /// # Errors
    /// [`StoreFault`]: there is no log, or the database is not one that this
    /// program can read.
    pub fn open(data_dir: &Path) -> Result<Self, StoreFault> {
        let database = data_dir.join(DATABASE_FILE);
        match folder::find(&database)? {
            Found::Content => {}
            Found::Empty => return Err(StoreFault::NoLog { path: database }),
            Found::Nothing => return Err(StoreFault::NoDatabase { folder: data_dir.to_owned() }),
        }
        let archive = Self::new(database, StoreSettings::default().busy_timeout);
        migrate::check(&archive.connect()?, archive.database())?;
        Ok(archive)
    }

    pub(crate) fn new(database: PathBuf, busy_timeout: Duration) -> Self {
        Self { database, busy_timeout }
    }

    pub(crate) fn database(&self) -> &Path {
        &self.database
    }

    pub(crate) fn connect(&self) -> Result<Connection, StoreFault> {
        connection::readable(&self.database, self.busy_timeout)
    }

    pub(crate) fn connect_writable(&self) -> Result<Connection, StoreFault> {
        connection::writable(&self.database, self.busy_timeout)
    }

    /// Lists entries, the newest first.
    ///
    /// # Errors
    /// [`StoreFault`] when the database or an entry cannot be read.
    pub fn list(&self, filter: &AuditFilter) -> Result<Vec<AuditRecord>, StoreFault> {
        let (good, code) = match filter.outcome {
            None => (None, None),
            Some(OutcomeFilter::Good) => (Some(true), None),
            Some(OutcomeFilter::Failed) => (Some(false), None),
            Some(OutcomeFilter::Code(code)) => (None, Some(code.as_str())),
        };
        let sql = format!(
            "SELECT {} FROM audit_entries
             WHERE (:before IS NULL OR seq < :before)
               AND (:since IS NULL OR at_us >= :since)
               AND (:until IS NULL OR at_us < :until)
               AND (:actor IS NULL OR actor = :actor)
               AND (:tool IS NULL OR tool = :tool)
               AND (:good IS NULL OR (outcome IS NULL) = :good)
               AND (:code IS NULL OR outcome = :code)
             ORDER BY seq DESC LIMIT :limit",
            row::COLUMNS
        );
        let failed = StoreFault::database("list audit entries", &self.database);
        let connection = self.connect()?;
        let mut statement = connection.prepare(&sql).map_err(&failed)?;
        let rows = statement.query(named_params! {
            ":before": filter.before_seq.map(|seq| i64::try_from(seq).unwrap_or(i64::MAX)),
            ":since": filter.since.map(row::microseconds),
            ":until": filter.until.map(row::microseconds),
            ":actor": filter.actor,
            ":tool": filter.tool.map(NamedTool::as_str),
            ":good": good,
            ":code": code,
            ":limit": filter.limit.min(AuditFilter::MOST),
        });
        self.collect(rows.map_err(&failed)?)
    }

    /// The entries of one call, in their order.
    ///
    /// # Errors
    /// [`StoreFault`] when the database or an entry cannot be read.
    pub fn show(&self, trace_id: &TraceId) -> Result<Vec<AuditRecord>, StoreFault> {
        let sql = format!("SELECT {} FROM audit_entries WHERE trace_id = ?1 ORDER BY seq LIMIT ?2", row::COLUMNS);
        let failed = StoreFault::database("read audit entries", &self.database);
        let connection = self.connect()?;
        let mut statement = connection.prepare(&sql).map_err(&failed)?;
        let rows = statement.query((trace_id.as_str(), MOST_OF_A_TRACE)).map_err(&failed)?;
        self.collect(rows)
    }

    /// The chain's end, to note down where the file's owner cannot reach.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be read.
    pub fn tip(&self) -> Result<Tip, StoreFault> {
        let mut connection = self.connect()?;
        // One view: between two questions retention could move the tip.
        let view = connection.transaction();
        let tip = view.and_then(|view| tip::read(&view));
        tip.map_err(StoreFault::database("read the audit log's tip", &self.database))
    }

    fn collect(&self, mut rows: Rows<'_>) -> Result<Vec<AuditRecord>, StoreFault> {
        let failed = StoreFault::database("read audit entries", &self.database);
        let mut records = Vec::new();
        while let Some(row) = rows.next().map_err(&failed)? {
            let record = row::read(row).map_err(|error| {
                if row::is_content(&error) {
                    let seq = row::unsigned(row, 0).unwrap_or(0);
                    StoreFault::Unreadable { path: self.database.clone(), seq, problem: error.to_string() }
                } else {
                    failed(error)
                }
            })?;
            records.push(record);
        }
        Ok(records)
    }
}
