//! Looks reports up for the gateway.

use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use dealeragent_gateway::{Asking, AvailabilitySource, Heard, SourceDown, UnitKey};
use dealeragent_protocol::values::Timestamp;
use rusqlite::{Connection, OptionalExtension as _};

use super::reports::{optional_reason, status};
use crate::{
    StoreFault, columns,
    connection::{self, FileIdentity},
};

/// A reader of a write-ahead log waits for nobody, but while one is recovered.
const BUSY_TIMEOUT: Duration = Duration::from_millis(250);

/// The reports as a source of the gateway: systems that report by themselves. Each
/// question is one indexed look-up, so that what another process took in a moment
/// ago is seen.
///
/// It fails closed: when the file is gone or damaged, or another one has taken its
/// place, every look-up says so.
#[derive(Debug)]
pub struct ReportedUnits {
    database: PathBuf,
    identity: FileIdentity,
    /// `None` after a fault; the next look-up tries anew.
    connection: Mutex<Option<Connection>>,
}

impl ReportedUnits {
    pub(crate) fn open(database: PathBuf) -> Result<Self, StoreFault> {
        let identity = FileIdentity::of(&database)?;
        let connection = connection::readable(&database, BUSY_TIMEOUT)?;
        Ok(Self { database, identity, connection: Mutex::new(Some(connection)) })
    }

    fn look_up(&self, unit: &UnitKey) -> Result<Option<Heard>, StoreFault> {
        let mut kept = self.lock();
        // Taken out: it is put back only when all went well.
        let last = kept.take();
        self.identity.check(&self.database)?;
        let connection = match last {
            Some(connection) => connection,
            None => connection::readable(&self.database, BUSY_TIMEOUT)?,
        };
        let failed = StoreFault::database("look up a report of availability", &self.database);
        let heard = find(&connection, unit).map_err(failed)?;
        *kept = Some(connection);
        Ok(heard)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Connection>> {
        self.connection.lock().unwrap_or_else(|poisoned| {
            let mut kept = PoisonError::into_inner(poisoned);
            *kept = None;
            kept
        })
    }
}

fn find(connection: &Connection, unit: &UnitKey) -> rusqlite::Result<Option<Heard>> {
    let sql = "SELECT r.status, max(r.observed_at_us, coalesce(c.as_of_us, r.observed_at_us)), r.reason
        FROM availability_reports r LEFT JOIN availability_confirmations c
            ON c.organization_id = r.organization_id AND c.rooftop_id = r.rooftop_id
        WHERE r.organization_id = ?1 AND r.rooftop_id = ?2 AND r.vin = ?3";
    let names = (unit.organization_id.as_str(), unit.rooftop_id.as_str(), unit.vin.as_str());
    let heard = connection.prepare_cached(sql)?.query_row(names, |row| {
        Ok(Heard { status: status(row, 0)?, observed_at: columns::time(row, 1)?, reason: optional_reason(row, 2)? })
    });
    heard.optional()
}

impl AvailabilitySource for ReportedUnits {
    fn last(&self, unit: &UnitKey) -> Result<Option<Heard>, SourceDown> {
        self.look_up(unit).map_err(|fault| SourceDown { private: fault.to_string(), retry_after: None })
    }

    fn ask<'a>(&'a self, _: &'a UnitKey, _: Timestamp) -> Option<Asking<'a>> {
        None
    }
}
