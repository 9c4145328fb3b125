//! Runs and the rows that they held back.

use dealeragent_feeds::{
    judge::{RunId, RunRecord},
    keep::KEPT_RUNS,
    report::Reject,
};
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::{Answer, Problem, chunk};
use crate::columns;

pub(super) fn insert(transaction: &Transaction<'_>, record: &RunRecord, rejects: &[Reject]) -> Answer<()> {
    let sql = "INSERT INTO feed_runs (id, feed, started_at_us, outcome, record) VALUES (?1, ?2, ?3, ?4, ?5)";
    let started = columns::microseconds(record.started_at);
    transaction.execute(sql, (record.id.as_str(), &record.feed, started, record.outcome.as_str(), json(record)?))?;
    if !rejects.is_empty() {
        let content = chunk::pack(&serde_json::to_vec(rejects).map_err(|error| Problem::content("rejects", &error))?);
        transaction
            .execute("INSERT INTO feed_rejects (run, content) VALUES (?1, ?2)", (record.id.as_str(), content))?;
    }
    Ok(())
}

pub(super) fn update(transaction: &Transaction<'_>, record: &RunRecord) -> Answer<()> {
    let sql = "UPDATE feed_runs SET outcome = ?2, record = ?3 WHERE id = ?1";
    transaction.execute(sql, (record.id.as_str(), record.outcome.as_str(), json(record)?))?;
    Ok(())
}

pub(super) fn find(connection: &Connection, id: &RunId) -> Answer<Option<RunRecord>> {
    let sql = "SELECT record FROM feed_runs WHERE id = ?1";
    let found: Option<String> = connection.query_row(sql, [id.as_str()], |row| row.get(0)).optional()?;
    found.map(|record| parsed(&record)).transpose()
}

/// The newest first: ids sort by time.
pub(super) fn list(connection: &Connection, feed: Option<&str>, most: usize) -> Answer<Vec<RunRecord>> {
    let sql = "SELECT record FROM feed_runs WHERE ?1 IS NULL OR feed = ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = connection.prepare(sql)?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let records = statement.query_map((feed, most), |row| row.get::<_, String>(0))?;
    records.map(|record| parsed(&record?)).collect()
}

pub(super) fn rejects(connection: &Connection, id: &RunId) -> Answer<Vec<Reject>> {
    let sql = "SELECT content FROM feed_rejects WHERE run = ?1";
    let found: Option<Vec<u8>> = connection.query_row(sql, [id.as_str()], |row| row.get(0)).optional()?;
    let Some(content) = found else { return Ok(Vec::new()) };
    let unreadable = |problem: String| Problem::content(format!("the rejects of run {id}"), &problem);
    let content = chunk::unpack(&content).map_err(unreadable)?;
    serde_json::from_slice(&content).map_err(|error| unreadable(error.to_string()))
}

/// Drops the oldest runs, but never the one that waits.
pub(super) fn prune(transaction: &Transaction<'_>, feed: &str) -> Answer<()> {
    let old = "SELECT id FROM feed_runs WHERE feed = ?1
               AND id NOT IN (SELECT id FROM feed_runs WHERE feed = ?1 ORDER BY id DESC LIMIT ?2)
               AND id NOT IN (SELECT run FROM feed_states WHERE feed = ?1 AND kind = 'held')";
    let keep = i64::try_from(KEPT_RUNS).unwrap_or(i64::MAX);
    transaction.execute(&format!("DELETE FROM feed_rejects WHERE run IN ({old})"), (feed, keep))?;
    transaction.execute(&format!("DELETE FROM feed_runs WHERE id IN ({old})"), (feed, keep))?;
    Ok(())
}

fn json(record: &RunRecord) -> Answer<String> {
    serde_json::to_string(record).map_err(|error| Problem::content("a run", &error))
}

fn parsed(record: &str) -> Answer<RunRecord> {
    serde_json::from_str(record).map_err(|error| Problem::content("a run", &error))
}
