//! Finds out whether the disk takes a commit.

use rusqlite::Connection;

/// Commits about as much as a group of entries, and takes it away again: what
/// it leaves free is room for the entries that follow.
pub(crate) fn probe(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO audit_probe (id, content) VALUES (1, zeroblob(65536))", [])?;
    connection.execute("DELETE FROM audit_probe", []).map(|_| ())
}
