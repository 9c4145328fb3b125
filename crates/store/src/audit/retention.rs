//! Drops old entries and leaves an anchor for them.

use std::num::NonZeroU32;

use dealeragent_protocol::values::Timestamp;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::{
    Anchor, AuditArchive, ChainHash, Tip,
    check::ChainCheck,
    cleaning, draft, row, tip,
    verify::{self, Stop},
};
use crate::StoreFault;

/// How long entries are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetentionPolicy {
    /// The policy's name, for the anchor.
    pub name: String,
    /// Its version, for the anchor.
    pub version: String,
    /// Entries older than that many days are dropped.
    pub keep_days: NonZeroU32,
}

impl RetentionPolicy {
    /// What is strictly older than this is dropped.
    #[must_use]
    pub fn limit(&self, now: Timestamp) -> Timestamp {
        now.plus_seconds(-i64::from(self.keep_days.get()) * 86_400)
    }
}

/// What a retention run did.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Retired {
    /// Entries that were dropped.
    pub dropped: u64,
    /// The anchors that stand for them, the newest last; one for each batch.
    pub anchors: Vec<Anchor>,
}

/// Entries of one transaction: a long one would hold up the writer.
const BATCH: i64 = 10_000;

impl AuditArchive {
    /// Drops the oldest entries that are strictly older than the policy's
    /// limit, up to the first one that is not: the rest stays one chain. What
    /// would be dropped is verified before, so that retention cannot destroy
    /// the evidence of a change. The file does not shrink; its room is used
    /// for later entries, and dropped content is overwritten.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to, or what would be
    /// dropped does not verify. Batches that were done stay done.
    pub fn apply_retention(&self, policy: &RetentionPolicy, now: Timestamp) -> Result<Retired, StoreFault> {
        let failed = StoreFault::database("apply the retention of the audit log", self.database());
        let mut connection = self.connect_writable()?;
        connection.pragma_update(None, "secure_delete", true).map_err(&failed)?;
        let mut retired = Retired { dropped: 0, anchors: Vec::new() };
        loop {
            match drop_batch(&mut connection, policy, now) {
                Ok(Some(anchor)) => {
                    retired.dropped = retired.dropped.saturating_add(anchor.count());
                    retired.anchors.push(anchor);
                }
                Ok(None) => break,
                Err(Stop::Broken(broken)) => {
                    return Err(StoreFault::Tampered { path: self.database().to_owned(), broken });
                }
                Err(Stop::Database(source)) => return Err(failed(source)),
            }
        }
        if retired.dropped > 0 {
            forget(&connection);
        }
        Ok(retired)
    }
}

fn drop_batch(connection: &mut Connection, policy: &RetentionPolicy, now: Timestamp) -> Result<Option<Anchor>, Stop> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let Some(last) = last_to_drop(&transaction, policy.limit(now))? else { return Ok(None) };
    let mut check = ChainCheck::new(tip::read_log_id(&transaction)?, None);
    verify::anchors(&transaction, &mut check)?;
    let first_seq = check.tip().seq.saturating_add(1);
    let number = check.counts().0.saturating_add(1);
    let previous_hash = check.last_anchor();
    verify::entries(&transaction, &mut check, last)?;
    let Tip { seq: last_seq, hash: last_hash, .. } = check.tip();
    let mut anchor = Anchor {
        number,
        encoding: Anchor::ENCODING,
        at: draft::to_microseconds(now),
        policy_name: cleaning::text(&policy.name, cleaning::NAME),
        policy_version: cleaning::text(&policy.version, cleaning::NAME),
        first_seq,
        last_seq,
        last_hash,
        previous_hash,
        hash: ChainHash::new([0; 32]),
    };
    anchor.hash = anchor.computed_hash();
    // The trigger lets go only of what an anchor stands for.
    anchor.insert(&transaction)?;
    transaction.execute("DELETE FROM audit_entries WHERE seq <= ?1", [last])?;
    transaction.commit()?;
    Ok(Some(anchor))
}

/// The last entry of the next batch, if there is anything to drop.
fn last_to_drop(transaction: &Transaction<'_>, limit: Timestamp) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT min(seq), (SELECT max(seq) FROM audit_entries) FROM audit_entries";
    let bounds =
        transaction.query_row(sql, [], |row| Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<i64>>(1)?)))?;
    let (Some(first), Some(newest)) = bounds else { return Ok(None) };
    let end = first.saturating_add(BATCH - 1).min(newest);
    // Not `min(seq)` over all of them: ordered, SQLite stops at the first.
    let kept = "SELECT coalesce((SELECT seq FROM audit_entries WHERE at_us >= ?1 AND seq <= ?2 ORDER BY seq LIMIT 1), \
                ?2 + 1)";
    let kept: i64 = transaction.query_row(kept, (row::microseconds(limit), end), |row| row.get(0))?;
    Ok((kept > first).then_some(kept.saturating_sub(1)))
}

/// Takes dropped entries out of the write-ahead log too. Best effort: with a
/// reader at work the next checkpoint does it.
fn forget(connection: &Connection) {
    let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
}
