//! The keys that seal cursors, shared by all processes that use the store.
//!
//! A key is made a good while before it seals, so that every process has read it
//! when the first cursor of it arrives, and stays for the lifetime of a cursor
//! after the next one took over.

use std::{path::Path, time::Duration};

use dealeragent_gateway::{CURSOR_LIFETIME_SECONDS, CursorKey, CursorRing};
use dealeragent_protocol::values::Timestamp;
use rusqlite::{Row, Transaction, TransactionBehavior};

use crate::{StoreFault, columns, connection};

/// How often a process must read the keys.
pub const CURSOR_KEYS_REFRESH: Duration = Duration::from_secs(HOUR.unsigned_abs());

const HOUR: i64 = 3600;
/// A newer key is made when the newest is this old.
const NEW_KEY_AFTER: i64 = 24 * HOUR;
/// From making to sealing: two readings, so that one of them may fail.
const KNOWN_BEFORE: i64 = 2 * HOUR;

/// Brings the keys up to date and reads them, in one transaction that locks the
/// database first: of several processes, one makes a key and the others find it.
pub(crate) fn current(database: &Path, busy_timeout: Duration, now: Timestamp) -> Result<CursorRing, StoreFault> {
    // Made before it is known whether it is needed: nothing waits for randomness
    // while the database is locked.
    let fresh = CursorKey::generate(now.plus_seconds(KNOWN_BEFORE)).map_err(|_| StoreFault::Randomness)?;
    let mut connection = connection::writable(database, busy_timeout)?;
    let read = connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
        heal_future(&transaction, now)?;
        let mut keys = read(&transaction)?;
        if keys.last().is_none_or(|newest| age(newest, now) >= NEW_KEY_AFTER) {
            insert(&transaction, &fresh, now)?;
            keys.push(fresh);
        }
        let over = keys.windows(2).take_while(|pair| matches!(pair, [_, next] if is_over(next, now))).count();
        for key in keys.drain(..over) {
            transaction.execute("DELETE FROM cursor_keys WHERE id = ?1", [key.id()])?;
        }
        transaction.commit()?;
        CursorRing::of(keys).ok_or(rusqlite::Error::QueryReturnedNoRows)
    });
    read.map_err(StoreFault::database("keep the keys of cursors", database))
}

/// A clock that was ahead and was set right must not keep a key for years.
fn heal_future(transaction: &Transaction<'_>, now: Timestamp) -> rusqlite::Result<usize> {
    let sql = "UPDATE cursor_keys SET created_at_us = ?1 WHERE created_at_us > ?1";
    transaction.execute(sql, [columns::microseconds(now)])
}

/// All keys, the one that seals first before the others.
fn read(transaction: &Transaction<'_>) -> rusqlite::Result<Vec<CursorKey>> {
    let mut statement = transaction.prepare("SELECT id, key, created_at_us FROM cursor_keys ORDER BY 3, 1")?;
    statement.query_map([], key)?.collect()
}

fn key(row: &Row<'_>) -> rusqlite::Result<CursorKey> {
    let seals_from = columns::time(row, 2)?.plus_seconds(KNOWN_BEFORE);
    Ok(CursorKey::restore(row.get(0)?, row.get(1)?, seals_from))
}

fn insert(transaction: &Transaction<'_>, key: &CursorKey, now: Timestamp) -> rusqlite::Result<usize> {
    let sql = "INSERT INTO cursor_keys (id, key, created_at_us) VALUES (?1, ?2, ?3)";
    transaction.execute(sql, (key.id(), key.secret(), columns::microseconds(now)))
}

fn age(key: &CursorKey, now: Timestamp) -> i64 {
    now.seconds_since(key.seals_from().plus_seconds(-KNOWN_BEFORE))
}

/// Whether the key before `next` has stopped sealing for so long that no cursor
/// of it lives.
fn is_over(next: &CursorKey, now: Timestamp) -> bool {
    now.seconds_since(next.seals_from()) >= CURSOR_LIFETIME_SECONDS
}
