//! What people took off the air.

use dealeragent_feeds::keep::{Controls, Hide, Pause};
use dealeragent_protocol::values::{OrganizationId, RooftopId, VehicleId};
use rusqlite::{Connection, Row, Transaction};

use super::{Answer, Problem};
use crate::columns;

pub(super) fn read(connection: &Connection) -> Answer<Controls> {
    let sql =
        "SELECT organization_id, vehicle_id, name, actor, reason, at_us FROM feed_hides ORDER BY at_us, vehicle_id";
    let hides = all(connection, sql, |row| {
        Ok(Hide {
            organization_id: columns::text(row, 0, OrganizationId::parse)?,
            vehicle_id: columns::text(row, 1, VehicleId::parse)?,
            name: row.get(2)?,
            by: row.get(3)?,
            why: row.get(4)?,
            at: columns::time(row, 5)?,
        })
    });
    let sql = "SELECT organization_id, rooftop_id, actor, reason, at_us FROM feed_pauses ORDER BY at_us, rooftop_id";
    let pauses = all(connection, sql, |row| {
        Ok(Pause {
            organization_id: columns::text(row, 0, OrganizationId::parse)?,
            rooftop_id: columns::text(row, 1, RooftopId::parse)?,
            by: row.get(2)?,
            why: row.get(3)?,
            at: columns::time(row, 4)?,
        })
    });
    // A hide that cannot be read must not put a unit back on the air.
    let unreadable = |error: rusqlite::Error| match columns::is_content(&error) {
        true => Problem::content("a unit or rooftop that is off the air", &error),
        false => error.into(),
    };
    Ok(Controls { hides: hides.map_err(unreadable)?, pauses: pauses.map_err(unreadable)? })
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare(sql)?.query_map([], read)?.collect()
}

pub(super) fn hide(transaction: &Transaction<'_>, hide: &Hide) -> rusqlite::Result<usize> {
    let sql = "INSERT INTO feed_hides (organization_id, vehicle_id, name, actor, reason, at_us)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
    let (organization, vehicle) = (hide.organization_id.as_str(), hide.vehicle_id.as_str());
    transaction.execute(sql, (organization, vehicle, &hide.name, &hide.by, &hide.why, columns::microseconds(hide.at)))
}

pub(super) fn show(
    transaction: &Transaction<'_>,
    organization: &OrganizationId,
    vehicle: &VehicleId,
) -> rusqlite::Result<usize> {
    let sql = "DELETE FROM feed_hides WHERE organization_id = ?1 AND vehicle_id = ?2";
    transaction.execute(sql, (organization.as_str(), vehicle.as_str()))
}

pub(super) fn pause(transaction: &Transaction<'_>, pause: &Pause) -> rusqlite::Result<usize> {
    let sql = "INSERT INTO feed_pauses (organization_id, rooftop_id, actor, reason, at_us)
               VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    let (organization, rooftop) = (pause.organization_id.as_str(), pause.rooftop_id.as_str());
    transaction.execute(sql, (organization, rooftop, &pause.by, &pause.why, columns::microseconds(pause.at)))
}

pub(super) fn resume(
    transaction: &Transaction<'_>,
    organization: &OrganizationId,
    rooftop: &RooftopId,
) -> rusqlite::Result<usize> {
    let sql = "DELETE FROM feed_pauses WHERE organization_id = ?1 AND rooftop_id = ?2";
    transaction.execute(sql, (organization.as_str(), rooftop.as_str()))
}
