//! Appends to the chain.

use rusqlite::{Connection, TransactionBehavior};

use super::{draft::Draft, row, tip};

/// Writes all of them in one transaction, which is on the disk on return. The
/// database is locked before the tip is read, so that two processes cannot
/// append to the same one.
pub(crate) fn append(connection: &mut Connection, drafts: Vec<Draft>) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut tip = tip::read(&transaction)?;
    for draft in drafts {
        let record = draft.follow(&tip);
        row::insert(&transaction, &record)?;
        tip.seq = record.seq;
        tip.hash = record.hash;
    }
    transaction.commit()
}
