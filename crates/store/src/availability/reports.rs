//! Keeps reports.

use std::{path::PathBuf, time::Duration};

use dealeragent_protocol::{
    facts::AvailabilityStatus,
    values::{OrganizationId, RooftopId, Text, Timestamp, Vin},
};
use rusqlite::{OptionalExtension as _, Row, Transaction, TransactionBehavior};

use super::{Confirmation, Recorded, Reported, UnitReport};
use crate::{StoreFault, columns, connection};

/// The reports, for who takes them in. Opens the database anew for each call, which
/// is one transaction, on the disk when the call returns.
#[derive(Debug, Clone)]
pub struct AvailabilityReports {
    database: PathBuf,
    busy_timeout: Duration,
}

const DOING: &str = "keep reports of availability";

impl AvailabilityReports {
    pub(crate) fn new(database: PathBuf, busy_timeout: Duration) -> Self {
        Self { database, busy_timeout }
    }

    /// Takes reports about units of a rooftop in, all or none, and gives back what
    /// became of each. The same again changes nothing.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to; nothing was kept then.
    pub fn report(
        &self,
        (organization, rooftop): (&OrganizationId, &RooftopId),
        units: &[UnitReport],
        confirmation: Option<Confirmation>,
        (by, now): (&Text<1, 200>, Timestamp),
    ) -> Result<Vec<Recorded>, StoreFault> {
        let failed = StoreFault::database(DOING, &self.database);
        let mut connection = connection::writable(&self.database, self.busy_timeout)?;
        let recorded = connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            let place = (organization.as_str(), rooftop.as_str());
            let keep = |unit| record(&transaction, place, unit, (by, now));
            let recorded = units.iter().map(keep).collect::<rusqlite::Result<Vec<_>>>()?;
            if let Some(Confirmation { as_of }) = confirmation {
                let sql = "INSERT INTO availability_confirmations VALUES (?1, ?2, ?3, ?4, ?5)
                    ON CONFLICT DO UPDATE SET as_of_us = excluded.as_of_us, reported_by = excluded.reported_by,
                        received_at_us = excluded.received_at_us
                    WHERE excluded.as_of_us > as_of_us";
                let times = (columns::microseconds(as_of), columns::microseconds(now));
                transaction.execute(sql, (place.0, place.1, times.0, by.as_str(), times.1))?;
            }
            transaction.commit()?;
            Ok(recorded)
        });
        recorded.map_err(&failed)
    }

    /// What was reported at a rooftop, the latest first.
    ///
    /// # Errors
    /// [`StoreFault`] when the database or a report cannot be read.
    pub fn list(
        &self,
        organization: &OrganizationId,
        rooftop: &RooftopId,
        limit: u32,
    ) -> Result<Vec<Reported>, StoreFault> {
        let failed = StoreFault::database("list reports of availability", &self.database);
        let connection = connection::readable(&self.database, self.busy_timeout)?;
        let sql = "SELECT organization_id, rooftop_id, vin, status, observed_at_us, reason, reported_by, received_at_us
            FROM availability_reports WHERE organization_id = ?1 AND rooftop_id = ?2
            ORDER BY received_at_us DESC, vin LIMIT ?3";
        let mut statement = connection.prepare(sql).map_err(&failed)?;
        let rows = statement.query_map((organization.as_str(), rooftop.as_str(), limit), reported).map_err(&failed)?;
        rows.collect::<rusqlite::Result<_>>().map_err(&failed)
    }

    /// Forgets what was reported about a unit, as if nobody had said anything;
    /// whether there was something.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to.
    pub fn forget(&self, organization: &OrganizationId, rooftop: &RooftopId, vin: &Vin) -> Result<bool, StoreFault> {
        let failed = StoreFault::database(DOING, &self.database);
        let connection = connection::writable(&self.database, self.busy_timeout)?;
        let sql = "DELETE FROM availability_reports WHERE organization_id = ?1 AND rooftop_id = ?2 AND vin = ?3";
        let gone = connection.execute(sql, (organization.as_str(), rooftop.as_str(), vin.as_str())).map_err(&failed)?;
        Ok(gone > 0)
    }

    /// Drops reports that came before `limit` and gives back how many: by then their
    /// units are long gone from the exports.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to.
    pub fn prune(&self, limit: Timestamp) -> Result<usize, StoreFault> {
        let failed = StoreFault::database("drop old reports of availability", &self.database);
        let connection = connection::writable(&self.database, self.busy_timeout)?;
        let sql = "DELETE FROM availability_reports WHERE received_at_us < ?1";
        connection.execute(sql, [columns::microseconds(limit)]).map_err(&failed)
    }
}

/// The later word stands. Of two words of one moment the one that promises less
/// stands, whichever came first.
fn record(
    transaction: &Transaction<'_>,
    (organization, rooftop): (&str, &str),
    unit: &UnitReport,
    (by, now): (&Text<1, 200>, Timestamp),
) -> rusqlite::Result<Recorded> {
    let sql = "SELECT status, observed_at_us FROM availability_reports
        WHERE organization_id = ?1 AND rooftop_id = ?2 AND vin = ?3";
    let known = transaction
        .prepare_cached(sql)?
        .query_row((organization, rooftop, unit.vin.as_str()), |row| Ok((status(row, 0)?, row.get::<_, i64>(1)?)))
        .optional()?;
    let observed_at = columns::microseconds(unit.observed_at);
    if let Some((known, at)) = known {
        if at == observed_at && known == unit.status {
            return Ok(Recorded::Unchanged);
        }
        if at > observed_at || at == observed_at && !unit.status.promises_less_than(known) {
            return Ok(Recorded::Older);
        }
    }
    let sql = "INSERT OR REPLACE INTO availability_reports VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let (status, reason) = (unit.status.as_str(), unit.reason.as_ref().map(Text::as_str));
    let received_at = columns::microseconds(now);
    let values = (organization, rooftop, unit.vin.as_str(), status, observed_at, reason, by.as_str(), received_at);
    transaction.prepare_cached(sql)?.execute(values)?;
    Ok(Recorded::Applied)
}

pub(super) fn status(row: &Row<'_>, column: usize) -> rusqlite::Result<AvailabilityStatus> {
    columns::text(row, column, |text| AvailabilityStatus::ALL.iter().copied().find(|it| it.as_str() == text).ok_or(()))
}

fn reported(row: &Row<'_>) -> rusqlite::Result<Reported> {
    Ok(Reported {
        organization_id: columns::text(row, 0, OrganizationId::parse)?,
        rooftop_id: columns::text(row, 1, RooftopId::parse)?,
        report: UnitReport {
            vin: columns::text(row, 2, Vin::parse)?,
            status: status(row, 3)?,
            observed_at: columns::time(row, 4)?,
            reason: optional_reason(row, 5)?,
        },
        reported_by: columns::bounded(row, 6)?,
        received_at: columns::time(row, 7)?,
    })
}

pub(super) fn optional_reason(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Text<1, 500>>> {
    Ok(row.get::<_, Option<String>>(column)?.as_deref().and_then(Text::truncated))
}
