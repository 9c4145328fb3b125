//! Token records to rows and back.

use dealeragent_protocol::values::{OrganizationId, Text};
use rusqlite::{Connection, Row, named_params, types::Type};

use super::{RecordedReach, Revocation, TokenRecord};
use crate::columns;

/// The columns, in the order of [`read`].
pub(super) const COLUMNS: &str = "jti, subject, organization_id, rooftop_ids, delegation_id, scopes, profiles, \
     purposes, audience, issued_at_us, expires_at_us, revoked_at_us, revoked_reason";

const INSERT: &str = "INSERT INTO issued_tokens (jti, subject, organization_id, rooftop_ids, delegation_id, scopes, \
     profiles, purposes, audience, issued_at_us, expires_at_us, revoked_at_us, revoked_reason) VALUES (:jti, :subject, \
     :organization, :rooftops, :delegation, :scopes, :profiles, :purposes, :audience, :issued_at, :expires_at, \
     :revoked_at, :reason)";

pub(super) fn insert(connection: &Connection, record: &TokenRecord) -> rusqlite::Result<()> {
    let (rooftops, delegation) = match &record.reach {
        RecordedReach::Rooftops(rooftops) => (Some(columns::set_text(rooftops)?), None),
        RecordedReach::Delegation(id) => (None, Some(id.as_str())),
    };
    let revoked = record.revoked.as_ref();
    let parameters = named_params! {
        ":jti": record.jti.as_str(),
        ":subject": record.subject.as_str(),
        ":organization": record.organization.as_str(),
        ":rooftops": rooftops,
        ":delegation": delegation,
        ":scopes": columns::set_text(&record.scopes)?,
        ":profiles": record.profiles.as_ref().map(columns::set_text).transpose()?,
        ":purposes": record.purposes.as_ref().map(columns::set_text).transpose()?,
        ":audience": record.audience,
        ":issued_at": columns::microseconds(record.issued_at),
        ":expires_at": columns::microseconds(record.expires_at),
        ":revoked_at": revoked.map(|revoked| columns::microseconds(revoked.at)),
        ":reason": revoked.and_then(|revoked| revoked.reason.as_ref()).map(Text::as_str),
    };
    connection.execute(INSERT, parameters).map(|_| ())
}

/// Reads a row of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<TokenRecord> {
    Ok(TokenRecord {
        jti: columns::bounded(row, 0)?,
        subject: columns::bounded(row, 1)?,
        organization: columns::text(row, 2, OrganizationId::parse)?,
        reach: reach(row)?,
        scopes: columns::set(row, 5)?,
        profiles: columns::optional_set(row, 6)?,
        purposes: columns::optional_set(row, 7)?,
        audience: row.get(8)?,
        issued_at: columns::time(row, 9)?,
        expires_at: columns::time(row, 10)?,
        revoked: revocation(row)?,
    })
}

fn reach(row: &Row<'_>) -> rusqlite::Result<RecordedReach> {
    match (columns::optional_set(row, 3)?, row.get::<_, Option<String>>(4)?) {
        (Some(rooftops), None) => Ok(RecordedReach::Rooftops(rooftops)),
        (None, Some(_)) => columns::bounded(row, 4).map(RecordedReach::Delegation),
        _ => Err(columns::unreadable(3, Type::Text, "a token has either rooftops or a delegation")),
    }
}

fn revocation(row: &Row<'_>) -> rusqlite::Result<Option<Revocation>> {
    let Some(at) = columns::optional_time(row, 11)? else { return Ok(None) };
    let reason = match row.get::<_, Option<String>>(12)? {
        Some(_) => Some(columns::bounded(row, 12)?),
        None => None,
    };
    Ok(Some(Revocation { at, reason }))
}
