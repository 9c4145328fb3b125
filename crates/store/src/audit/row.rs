//! Entries to rows and back.

use rusqlite::{Connection, Row, named_params, types::Type};

use super::{AuditRecord, ChainHash};
use crate::columns::unreadable;
pub(crate) use crate::columns::{is_content, microseconds, time};

/// The columns, in the order of [`read`].
pub(crate) const COLUMNS: &str = "seq, encoding, at_us, trace_id, actor, organization_id, rooftop_ids, \
     rooftops_omitted, tool, profile, decision, policy_version, resource_ids, resources_omitted, outcome, private_reason, \
     previous_hash, hash";

const INSERT: &str = "INSERT INTO audit_entries (seq, encoding, at_us, trace_id, actor, organization_id, rooftop_ids, \
     rooftops_omitted, tool, profile, decision, policy_version, resource_ids, resources_omitted, outcome, private_reason, \
     previous_hash, hash) VALUES (:seq, :encoding, :at, :trace_id, :actor, :organization_id, :rooftop_ids, \
     :rooftops_omitted, :tool, :profile, :decision, :policy_version, :resource_ids, :resources_omitted, :outcome, \
     :private_reason, :previous_hash, :hash)";

pub(crate) fn insert(connection: &Connection, record: &AuditRecord) -> rusqlite::Result<()> {
    let parameters = named_params! {
        ":seq": signed(record.seq)?,
        ":encoding": signed(record.encoding)?,
        ":at": microseconds(record.at),
        ":trace_id": record.trace_id,
        ":actor": record.actor,
        ":organization_id": record.organization_id,
        ":rooftop_ids": list_text(&record.rooftop_ids)?,
        ":rooftops_omitted": signed(record.rooftops_omitted)?,
        ":tool": record.tool,
        ":profile": record.profile,
        ":decision": record.decision,
        ":policy_version": record.policy_version,
        ":resource_ids": list_text(&record.resource_ids)?,
        ":resources_omitted": signed(record.resources_omitted)?,
        ":outcome": record.outcome,
        ":private_reason": record.private_reason,
        ":previous_hash": record.previous_hash.as_bytes(),
        ":hash": record.hash.as_bytes(),
    };
    connection.prepare_cached(INSERT)?.execute(parameters).map(|_| ())
}

/// Reads a row of [`COLUMNS`]. Stricter than needed for showing it: every byte
/// of a row must count for its hash.
pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<AuditRecord> {
    Ok(AuditRecord {
        seq: unsigned(row, 0)?,
        encoding: unsigned(row, 1)?,
        at: time(row, 2)?,
        trace_id: row.get(3)?,
        actor: row.get(4)?,
        organization_id: row.get(5)?,
        rooftop_ids: list(row, 6)?,
        rooftops_omitted: unsigned(row, 7)?,
        tool: row.get(8)?,
        profile: row.get(9)?,
        decision: row.get(10)?,
        policy_version: row.get(11)?,
        resource_ids: list(row, 12)?,
        resources_omitted: unsigned(row, 13)?,
        outcome: row.get(14)?,
        private_reason: row.get(15)?,
        previous_hash: ChainHash::new(row.get(16)?),
        hash: ChainHash::new(row.get(17)?),
    })
}

pub(crate) fn signed(number: u64) -> rusqlite::Result<i64> {
    i64::try_from(number).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

pub(crate) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn list(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let text: String = row.get(column)?;
    let list: Vec<String> =
        serde_json::from_str(&text).map_err(|_| unreadable(column, Type::Text, "the list is no JSON list of texts"))?;
    if list_text(&list)? == text {
        Ok(list)
    } else {
        Err(unreadable(column, Type::Text, "the list is not written as this program writes lists"))
    }
}

fn list_text(list: &[String]) -> rusqlite::Result<String> {
    serde_json::to_string(list).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}
