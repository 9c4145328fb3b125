//! States of feeds: heads and chunks.

use std::{num::NonZeroUsize, sync::mpsc, thread};

use dealeragent_feeds::{
    judge::{FeedState, RunId},
    keep::HeldRun,
};
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::{
    Answer, Problem,
    chunk::{self, Chunk},
    head::Head,
};

pub(super) const GOOD: &str = "good";
pub(super) const HELD: &str = "held";

/// How often each feed's good state was replaced.
pub(super) fn versions(connection: &Connection) -> rusqlite::Result<Vec<(String, u64)>> {
    let mut statement = connection.prepare("SELECT feed, version FROM feed_versions")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?.collect()
}

pub(super) fn version(connection: &Connection, feed: &str) -> rusqlite::Result<u64> {
    let sql = "SELECT version FROM feed_versions WHERE feed = ?1";
    let found: Option<i64> = connection.query_row(sql, [feed], |row| row.get(0)).optional()?;
    Ok(found.map_or(0, i64::unsigned_abs))
}

pub(super) fn bump(transaction: &Transaction<'_>, feed: &str) -> rusqlite::Result<usize> {
    let sql = "INSERT INTO feed_versions (feed, version) VALUES (?1, 1)
               ON CONFLICT (feed) DO UPDATE SET version = version + 1";
    transaction.execute(sql, [feed])
}

pub(super) fn feeds_with(connection: &Connection, kind: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT feed FROM feed_states WHERE kind = ?1 ORDER BY feed")?;
    statement.query_map([kind], |row| row.get(0))?.collect()
}

/// The run of a feed that waits for a person.
pub(super) fn held(connection: &Connection, feed: &str) -> Answer<Option<HeldRun>> {
    let sql = "SELECT run, encoding, head FROM feed_states WHERE feed = ?1 AND kind = 'held'";
    let found = connection.query_row(sql, [feed], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
    let Some((run, encoding, head)): Option<(String, i64, String)> = found else { return Ok(None) };
    let unreadable = |problem: String| Problem::content(format!("the state of feed {feed} that waits"), &problem);
    let run = RunId::parse(&run).map_err(|error| unreadable(error.to_string()))?;
    let head = parsed(encoding, &head).map_err(unreadable)?;
    Ok(Some(HeldRun { run, file: head.file }))
}

/// The last good state of a feed that has one.
pub(super) fn read(connection: &Connection, feed: &str) -> Answer<FeedState> {
    let unreadable = |problem: String| Problem::content(format!("the last good listings of feed {feed}"), &problem);
    let sql = "SELECT encoding, head FROM feed_states WHERE feed = ?1 AND kind = 'good'";
    let (encoding, head): (i64, String) = connection.query_row(sql, [feed], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let head = parsed(encoding, &head).map_err(unreadable)?;
    let mut units = Vec::new();
    let sql = "SELECT number, digest, content FROM feed_units WHERE feed = ?1 AND kind = 'good' ORDER BY number";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([feed])?;
    while let Some(row) = rows.next()? {
        let (number, digest, content): (i64, Vec<u8>, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        chunk::read(&content, &digest, &mut units)
            .map_err(|problem| unreadable(format!("chunk {number}: {problem}")))?;
    }
    // A chunk that is gone must not be taken for units that were sold.
    if units.len() as u64 != head.units {
        return Err(unreadable(format!("{} of {} units are there", units.len(), head.units)));
    }
    Ok(head.with(units))
}

fn parsed(encoding: i64, head: &str) -> Result<Head, String> {
    if encoding != chunk::ENCODING {
        return Err(format!("it is written in encoding {encoding}, which a newer program knows"));
    }
    serde_json::from_str(head).map_err(|error| error.to_string())
}

/// Writes a state in place of the one of its kind.
pub(super) fn write(
    transaction: &Transaction<'_>,
    feed: &str,
    kind: &str,
    run: &RunId,
    state: &FeedState,
) -> Answer<()> {
    delete(transaction, feed, kind)?;
    let unwritable = |error: serde_json::Error| Problem::content(format!("the listings of feed {feed}"), &error);
    let head = serde_json::to_string(&Head::of(state)).map_err(unwritable)?;
    let sql = "INSERT INTO feed_states (feed, kind, run, encoding, head) VALUES (?1, ?2, ?3, ?4, ?5)";
    transaction.execute(sql, (feed, kind, run.as_str(), chunk::ENCODING, head))?;
    let sql = "INSERT INTO feed_units (feed, kind, number, digest, content) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut insert = transaction.prepare(sql)?;
    let mut keep = |number: usize, chunk: serde_json::Result<Chunk>| -> Answer<()> {
        let Chunk { digest, content } = chunk.map_err(unwritable)?;
        insert.execute((feed, kind, i64::try_from(number).unwrap_or(i64::MAX), digest, content))?;
        Ok(())
    };
    let chunks = state.units.chunks(chunk::UNITS);
    let writers = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(chunks.len());
    if writers < 2 {
        return chunks.enumerate().try_for_each(|(number, units)| keep(number, chunk::write(units)));
    }
    // Packing takes longer than writing, so that it is shared out.
    thread::scope(|scope| {
        let (sender, packed) = mpsc::sync_channel(2 * writers);
        for writer in 0..writers {
            let (sender, chunks) = (sender.clone(), chunks.clone());
            scope.spawn(move || {
                for (number, units) in chunks.enumerate().skip(writer).step_by(writers) {
                    // Nobody listens any more after a fault.
                    if sender.send((number, chunk::write(units))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        packed.into_iter().try_for_each(|(number, chunk)| keep(number, chunk))
    })
}

pub(super) fn delete(transaction: &Transaction<'_>, feed: &str, kind: &str) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM feed_units WHERE feed = ?1 AND kind = ?2", (feed, kind))?;
    transaction.execute("DELETE FROM feed_states WHERE feed = ?1 AND kind = ?2", (feed, kind))?;
    Ok(())
}

/// Makes the state that waits the good one, byte by byte.
pub(super) fn release(transaction: &Transaction<'_>, feed: &str) -> rusqlite::Result<()> {
    delete(transaction, feed, GOOD)?;
    transaction.execute("UPDATE feed_units SET kind = 'good' WHERE feed = ?1 AND kind = 'held'", [feed])?;
    transaction.execute("UPDATE feed_states SET kind = 'good' WHERE feed = ?1 AND kind = 'held'", [feed])?;
    Ok(())
}
