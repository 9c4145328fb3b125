//! Verifies a log where it stands.

use rusqlite::{Connection, Row};

use super::{Anchor, AuditArchive, Broken, Defect, Place, Tip, Verification, anchor, check::ChainCheck, row, tip};
use crate::StoreFault;

/// Why going along the chain stopped.
pub(crate) enum Stop {
    /// It does not verify.
    Broken(Broken),
    /// It cannot be read.
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl AuditArchive {
    /// Goes along the whole chain, in one consistent view and with little
    /// memory: all anchors, then the entries from the newest anchor on. With
    /// a tip that was noted down elsewhere it also finds a log that was
    /// rewritten or cut off.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be read; what is wrong with the
    /// log stands in the result.
    pub fn verify(&self, noted: Option<&Tip>) -> Result<Verification, StoreFault> {
        let failed = StoreFault::database("verify the audit log", self.database());
        let mut connection = self.connect()?;
        let view = connection.transaction().map_err(&failed)?;
        let log_id = tip::read_log_id(&view).map_err(&failed)?;
        let mut check = ChainCheck::new(log_id, noted.cloned());
        match go_along(&view, &mut check) {
            Ok(()) => Ok(check.finish(None)),
            Err(Stop::Broken(broken)) => Ok(check.finish(Some(broken))),
            Err(Stop::Database(source)) => Err(failed(source)),
        }
    }
}

fn go_along(view: &Connection, check: &mut ChainCheck) -> Result<(), Stop> {
    check.is_noted_log().map_err(Stop::Broken)?;
    anchors(view, check)?;
    entries(view, check, i64::MAX)?;
    check.noted().map_err(Stop::Broken)
}

/// Checks all anchors.
pub(crate) fn anchors(view: &Connection, check: &mut ChainCheck) -> Result<(), Stop> {
    let mut statement = view.prepare(&format!("SELECT {} FROM audit_anchors ORDER BY number", anchor::COLUMNS))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let anchor = readable(Anchor::read, row, check.next_anchor())?;
        check.anchor(&anchor).map_err(Stop::Broken)?;
    }
    Ok(())
}

/// Checks the entries up to and with `last`.
pub(crate) fn entries(view: &Connection, check: &mut ChainCheck, last: i64) -> Result<(), Stop> {
    let sql = format!("SELECT {} FROM audit_entries WHERE seq <= ?1 ORDER BY seq", row::COLUMNS);
    let mut statement = view.prepare(&sql)?;
    let mut rows = statement.query([last])?;
    while let Some(row) = rows.next()? {
        let record = readable(row::read, row, check.next_entry())?;
        check.entry(&record).map_err(Stop::Broken)?;
    }
    Ok(())
}

fn readable<T>(read: fn(&Row<'_>) -> rusqlite::Result<T>, row: &Row<'_>, place: Place) -> Result<T, Stop> {
    read(row).map_err(|error| {
        if row::is_content(&error) {
            Stop::Broken(Broken { place, defect: Defect::Unreadable { problem: error.to_string() } })
        } else {
            Stop::Database(error)
        }
    })
}
