//! Connections to the database, each for one use.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags};

use crate::StoreFault;

/// Opens the existing database to write to it: a commit is on the disk when it
/// returns (`synchronous=FULL`).
pub(crate) fn writable(path: &Path, busy_timeout: Duration) -> Result<Connection, StoreFault> {
    open(path, busy_timeout, "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;")
}

/// Opens the existing database to read from it. Opened for writing all the
/// same, since a reader of a write-ahead log keeps its side files.
pub(crate) fn readable(path: &Path, busy_timeout: Duration) -> Result<Connection, StoreFault> {
    open(path, busy_timeout, "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")
}

/// Never makes a file: a database that is gone must not be followed by an
/// empty one that looks like a log.
fn open(path: &Path, busy_timeout: Duration, pragmas: &str) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connect = || {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(busy_timeout)?;
        connection.execute_batch(pragmas)?;
        Ok(connection)
    };
    connect().map_err(StoreFault::database("open the database", path))
}

/// Which file a path named when it was opened. SQLite goes on writing into a
/// deleted file without a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileIdentity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
}

impl FileIdentity {
    #[cfg(unix)]
    pub(crate) fn of(path: &Path) -> Result<Self, StoreFault> {
        use std::os::unix::fs::MetadataExt as _;
        let metadata = std::fs::metadata(path).map_err(StoreFault::files("find", path))?;
        Ok(Self { device_and_inode: (metadata.dev(), metadata.ino()) })
    }

    /// Elsewhere an open file cannot be deleted, so that its presence is enough.
    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path) -> Result<Self, StoreFault> {
        std::fs::metadata(path).map_err(StoreFault::files("find", path))?;
        Ok(Self {})
    }

    /// Refuses to go on when the path names another file by now.
    pub(crate) fn check(self, path: &Path) -> Result<(), StoreFault> {
        match Self::of(path) {
            Ok(found) if found == self => Ok(()),
            _ => Err(StoreFault::Replaced { path: path.to_owned() }),
        }
    }
}
