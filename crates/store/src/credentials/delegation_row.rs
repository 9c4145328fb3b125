//! Delegations to rows and back.

use dealeragent_gateway::DelegationId;
use dealeragent_protocol::values::OrganizationId;
use rusqlite::{Connection, OptionalExtension as _, Row, named_params};

use super::DelegationRecord;
use crate::columns;

/// The columns, in the order of [`read`].
pub(super) const COLUMNS: &str =
    "id, issuer, grantee, organization_id, rooftop_ids, scopes, created_at_us, expires_at_us, revoked_at_us";

const INSERT: &str = "INSERT INTO delegations (id, issuer, grantee, organization_id, rooftop_ids, scopes, \
     created_at_us, expires_at_us, revoked_at_us) VALUES (:id, :issuer, :grantee, :organization, :rooftops, :scopes, \
     :created_at, :expires_at, :revoked_at)";

pub(super) fn insert(connection: &Connection, record: &DelegationRecord) -> rusqlite::Result<()> {
    let parameters = named_params! {
        ":id": record.id.as_str(),
        ":issuer": record.issuer.as_str(),
        ":grantee": record.grantee.as_str(),
        ":organization": record.organization.as_str(),
        ":rooftops": columns::set_text(&record.rooftops)?,
        ":scopes": columns::set_text(&record.scopes)?,
        ":created_at": columns::microseconds(record.created_at),
        ":expires_at": columns::microseconds(record.expires_at),
        ":revoked_at": record.revoked_at.map(columns::microseconds),
    };
    connection.execute(INSERT, parameters).map(|_| ())
}

pub(super) fn find(connection: &Connection, id: &DelegationId) -> rusqlite::Result<Option<DelegationRecord>> {
    let sql = format!("SELECT {COLUMNS} FROM delegations WHERE id = ?1");
    connection.prepare_cached(&sql)?.query_row([id.as_str()], read).optional()
}

/// Reads a row of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<DelegationRecord> {
    Ok(DelegationRecord {
        id: columns::bounded(row, 0)?,
        issuer: columns::bounded(row, 1)?,
        grantee: columns::bounded(row, 2)?,
        organization: columns::text(row, 3, OrganizationId::parse)?,
        rooftops: columns::set(row, 4)?,
        scopes: columns::set(row, 5)?,
        created_at: columns::time(row, 6)?,
        expires_at: columns::time(row, 7)?,
        revoked_at: columns::optional_time(row, 8)?,
    })
}
