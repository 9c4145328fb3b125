//! Why the store cannot do its work.

use std::{io, path::Path, path::PathBuf};

use rusqlite::ErrorCode as Sqlite;

use crate::Broken;

/// A fault of the store. Every message says what is wrong, where, and how to
/// mend it. For operators: it names paths, so no caller may see it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreFault {
    /// The folder or a file in it cannot be used.
    #[error(
        "cannot {doing} {path}: {source}; check that the folder exists on a local disk and belongs to this \
         user",
        path = path.display()
    )]
    Files {
        /// What was being done.
        doing: &'static str,
        /// Where.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// SQLite refused.
    #[error("cannot {doing} in {path}: {source}; {advice}", path = path.display())]
    Database {
        /// What was being done.
        doing: &'static str,
        /// Where.
        path: PathBuf,
        /// What helps.
        advice: &'static str,
        /// SQLite's reason.
        source: rusqlite::Error,
    },
    /// There is no database to read.
    #[error("{folder} holds no audit yet; `dealeragent serve` with this data folder makes it", folder = folder.display())]
    NoDatabase {
        /// Where.
        folder: PathBuf,
    },
    /// A database without any schema: not even a new one is that.
    #[error(
        "{path} is empty or holds no audit log, though it must have held one: somebody emptied it; keep it for \
         inspection, and restore a backup, or move it away to begin a new log",
        path = path.display()
    )]
    NoLog {
        /// Where.
        path: PathBuf,
    },
    /// A write-ahead log without its database.
    #[error(
        "{path} is gone, but the write-ahead log beside it is there; put the database back, or move what is left of it \
         away to begin a new log",
        path = path.display()
    )]
    Parted {
        /// Where the database was.
        path: PathBuf,
    },
    /// An earlier program wrote the file, and nothing may be changed in it.
    #[error(
        "{path} has a schema before version {known}; start `dealeragent serve` with it once, which brings it up to date",
        path = path.display()
    )]
    OlderSchema {
        /// Where.
        path: PathBuf,
        /// The version that is wanted.
        known: i64,
    },
    /// The file holds somebody else's tables.
    #[error("{path} is a SQLite database of another program; point the data folder elsewhere", path = path.display())]
    Foreign {
        /// Where.
        path: PathBuf,
    },
    /// A later program wrote the file.
    #[error(
        "{path} has schema version {found}, this program knows up to {known}; use the newer program again, or restore \
         the backup made before it ran",
        path = path.display()
    )]
    NewerSchema {
        /// Where.
        path: PathBuf,
        /// The file's version.
        found: i64,
        /// The latest known here.
        known: i64,
    },
    /// The file's history of migrations is not this program's.
    #[error(
        "{path}: migration {version} is not the one that this program has; the file was made by another build or \
         changed by hand: use that build, or restore a backup",
        path = path.display()
    )]
    ChangedMigration {
        /// Where.
        path: PathBuf,
        /// Which migration.
        version: i64,
    },
    /// The database was moved or deleted while it was in use: what is written
    /// then is lost with the old file.
    #[error(
        "{path} was moved, deleted or replaced while in use; put it back, which is noticed without a restart, or \
         restart to begin a new log",
        path = path.display()
    )]
    Replaced {
        /// Where.
        path: PathBuf,
    },
    /// An entry that cannot be read back.
    #[error(
        "audit entry {seq} in {path} cannot be read: {problem}; run the verification to see what was changed",
        path = path.display()
    )]
    Unreadable {
        /// Where.
        path: PathBuf,
        /// The entry.
        seq: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// A record about a credential that cannot be read back.
    #[error(
        "the record of {kind} in {path} cannot be read: {problem}; it was changed by hand: revoke all tokens (`dealeragent \
         token rotate-key --now`) and restore a backup",
        path = path.display()
    )]
    BadRecord {
        /// Where.
        path: PathBuf,
        /// What it is about, such as `a delegation`.
        kind: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// What is kept of feeds cannot be read back. An empty lot in its place
    /// would be a lie.
    #[error(
        "{what} in {path} cannot be read: {problem}; the file is damaged, was changed by hand or is of a newer program: \
         restore a backup, or move the file away for inspection, so that a new one begins and every feed is read anew",
        path = path.display()
    )]
    BadFeedState {
        /// Where.
        path: PathBuf,
        /// What cannot be read, such as `the last good listings of feed north`.
        what: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Entries that retention would drop do not verify: dropping them would
    /// destroy the evidence.
    #[error(
        "retention of the audit log in {path} stopped: {broken}; keep a copy of the file, find out who changed it, and \
         start a new data folder",
        path = path.display()
    )]
    Tampered {
        /// Where.
        path: PathBuf,
        /// What does not verify.
        broken: Broken,
    },
    /// The system gives no randomness.
    #[error("the system gives no randomness for a key; check /dev/urandom and the sandbox around this program")]
    Randomness,
    /// The system gives no thread for the writer.
    #[error("cannot start the audit writer: {source}; raise the limit of threads for this user")]
    Thread {
        /// The system's reason.
        source: io::Error,
    },
    /// An export that cannot be written or read.
    #[error("cannot {doing} the audit export: {source}; check the disk and the file")]
    Export {
        /// What was being done.
        doing: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// A file that is no export.
    #[error("line {line} of the audit export {problem}; export it again, or verify the log itself")]
    NotAnExport {
        /// Where.
        line: u64,
        /// What is wrong.
        problem: &'static str,
    },
}

impl StoreFault {
    pub(crate) fn files(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Files { doing, path, source }
    }

    pub(crate) fn database(doing: &'static str, path: &Path) -> impl Fn(rusqlite::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Database { doing, path: path.clone(), advice: advice(&source), source }
    }
}

/// What helps against a refusal of SQLite.
fn advice(error: &rusqlite::Error) -> &'static str {
    match error.sqlite_error_code() {
        Some(Sqlite::DiskFull) => "free some space on this disk",
        Some(Sqlite::DatabaseBusy | Sqlite::DatabaseLocked) => {
            "another process holds the database; end it, or wait until its work is done"
        }
        Some(Sqlite::ReadOnly | Sqlite::PermissionDenied | Sqlite::CannotOpen) => {
            "the file and its folder must exist and be writable for this user"
        }
        Some(Sqlite::DatabaseCorrupt | Sqlite::NotADatabase) => {
            "the file is damaged or no database; move it away for inspection and restore a backup"
        }
        Some(Sqlite::SystemIoFailure) => "the disk fails; check it, and the system's log",
        None => "a row was changed by hand; run the verification to see which",
        Some(_) => "the schema may have been changed by hand; restore a backup, or report this as a defect",
    }
}
