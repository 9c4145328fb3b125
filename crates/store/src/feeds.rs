//! What is kept of feeds: the last good listings, runs with their rejects, what
//! waits for a person, and what people took off the air.
//!
//! A run is one transaction. Whoever is killed in the middle of one leaves the
//! old state, whole.

mod chunk;
mod controls;
mod head;
mod runs;
mod states;

use std::{path::PathBuf, time::Duration};

use dealeragent_feeds::{
    judge::{RunId, RunOutcome, RunRecord},
    keep::{Change, Commit, Controls, FeedStore, Hide, KeepFault, Kept, KeptFeed, Pause},
    report::Reject,
};
use dealeragent_protocol::values::{OrganizationId, RooftopId, Timestamp, VehicleId};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{StoreFault, connection};

/// Keeps what feeds must not lose. Opens the database anew for each question, so
/// that it can be kept and shared at will.
#[derive(Debug, Clone)]
pub struct SqliteFeedStore {
    database: PathBuf,
    busy_timeout: Duration,
}

/// Why a question was not answered.
enum Problem {
    /// SQLite failed.
    Database(rusqlite::Error),
    /// What stands there cannot be read.
    Content { what: String, problem: String },
    /// The question itself was at fault.
    Asked(KeepFault),
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl Problem {
    fn content(what: impl Into<String>, problem: &impl ToString) -> Self {
        Self::Content { what: what.into(), problem: problem.to_string() }
    }
}

type Answer<T> = Result<T, Problem>;

impl SqliteFeedStore {
    pub(crate) fn new(database: PathBuf, busy_timeout: Duration) -> Self {
        Self { database, busy_timeout }
    }

    fn fault(&self, doing: &'static str, problem: Problem) -> KeepFault {
        match problem {
            Problem::Asked(fault) => fault,
            Problem::Database(error) => store(&StoreFault::database(doing, &self.database)(error)),
            Problem::Content { what, problem } => {
                store(&StoreFault::BadFeedState { path: self.database.clone(), what, problem })
            }
        }
    }

    fn read<T>(&self, doing: &'static str, question: impl FnOnce(&Connection) -> Answer<T>) -> Result<T, KeepFault> {
        let mut connection = connection::readable(&self.database, self.busy_timeout).map_err(|fault| store(&fault))?;
        // One moment for all of it.
        let transaction = connection.transaction().map_err(|error| self.fault(doing, error.into()))?;
        question(&transaction).map_err(|problem| self.fault(doing, problem))
    }

    fn change<T>(
        &self,
        doing: &'static str,
        change: impl FnOnce(&Transaction<'_>) -> Answer<T>,
    ) -> Result<T, KeepFault> {
        let mut connection = connection::writable(&self.database, self.busy_timeout).map_err(|fault| store(&fault))?;
        let changed = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(Problem::from)
            .and_then(|transaction| {
                let changed = change(&transaction)?;
                transaction.commit()?;
                Ok(changed)
            });
        changed.map_err(|problem| self.fault(doing, problem))
    }
}

fn store(fault: &StoreFault) -> KeepFault {
    KeepFault::Store(fault.to_string())
}

/// Notes a change, and gives the new generation.
fn changed(transaction: &Transaction<'_>) -> rusqlite::Result<u64> {
    transaction.query_row("UPDATE feed_generation SET value = value + 1 RETURNING value", [], generation_of)
}

fn generation(connection: &Connection) -> rusqlite::Result<u64> {
    connection.query_row("SELECT value FROM feed_generation", [], generation_of)
}

fn generation_of(row: &rusqlite::Row<'_>) -> rusqlite::Result<u64> {
    row.get::<_, i64>(0).map(i64::unsigned_abs)
}

impl FeedStore for SqliteFeedStore {
    fn load(&self) -> Result<Kept, KeepFault> {
        self.read("read the last good listings", |connection| {
            let mut kept =
                Kept { generation: generation(connection)?, controls: controls::read(connection)?, ..Kept::default() };
            for (feed, version) in states::versions(connection)? {
                kept.feeds.insert(feed, KeptFeed { version, ..KeptFeed::default() });
            }
            for feed in states::feeds_with(connection, states::GOOD)? {
                let state = states::read(connection, &feed)?;
                kept.feeds.entry(feed).or_default().state = Some(std::sync::Arc::new(state));
            }
            for feed in states::feeds_with(connection, states::HELD)? {
                let held = states::held(connection, &feed)?;
                kept.feeds.entry(feed).or_default().held = held;
            }
            Ok(kept)
        })
    }

    fn generation(&self) -> Result<u64, KeepFault> {
        self.read("look for changes", |connection| Ok(generation(connection)?))
    }

    fn commit(&self, commit: &Commit<'_>) -> Result<u64, KeepFault> {
        let feed = commit.record.feed.as_str();
        self.change("keep a run", |transaction| {
            if states::version(transaction, feed)? != commit.based_on {
                return Err(Problem::Asked(KeepFault::Conflict { feed: feed.to_owned() }));
            }
            runs::insert(transaction, commit.record, commit.rejects)?;
            match commit.change {
                Change::None => {}
                Change::Apply(state) => {
                    supersede(transaction, feed)?;
                    states::write(transaction, feed, states::GOOD, &commit.record.id, state)?;
                    states::bump(transaction, feed)?;
                }
                Change::Hold(state) => {
                    supersede(transaction, feed)?;
                    states::write(transaction, feed, states::HELD, &commit.record.id, state)?;
                }
            }
            runs::prune(transaction, feed)?;
            Ok(changed(transaction)?)
        })
    }

    fn runs(&self, feed: Option<&str>, most: usize) -> Result<Vec<RunRecord>, KeepFault> {
        self.read("list runs", |connection| runs::list(connection, feed, most))
    }

    fn run(&self, id: &RunId) -> Result<Option<RunRecord>, KeepFault> {
        self.read("look a run up", |connection| runs::find(connection, id))
    }

    fn rejects(&self, id: &RunId) -> Result<Vec<Reject>, KeepFault> {
        self.read("read rejects", |connection| match runs::find(connection, id)? {
            Some(_) => runs::rejects(connection, id),
            None => Err(Problem::Asked(KeepFault::NoSuchRun { id: id.clone() })),
        })
    }

    fn accept(&self, id: &RunId, by: &str, at: Timestamp) -> Result<RunRecord, KeepFault> {
        self.change("accept a run", |transaction| {
            let Some(mut record) = runs::find(transaction, id)? else {
                return Err(Problem::Asked(KeepFault::NoSuchRun { id: id.clone() }));
            };
            let waits = states::held(transaction, &record.feed)?.is_some_and(|held| held.run == *id);
            record.outcome = match record.outcome {
                RunOutcome::Held { reasons } if waits => RunOutcome::Accepted { reasons, by: by.to_owned(), at },
                other => {
                    let (feed, outcome) = (record.feed, other.as_str());
                    return Err(Problem::Asked(KeepFault::NotHeld { id: id.clone(), feed, outcome }));
                }
            };
            states::release(transaction, &record.feed)?;
            states::bump(transaction, &record.feed)?;
            runs::update(transaction, &record)?;
            changed(transaction)?;
            Ok(record)
        })
    }

    fn forget(&self, feed: &str) -> Result<(), KeepFault> {
        self.change("forget a feed", |transaction| {
            supersede(transaction, feed)?;
            states::delete(transaction, feed, states::GOOD)?;
            states::bump(transaction, feed)?;
            changed(transaction)?;
            Ok(())
        })
    }

    fn controls(&self) -> Result<Controls, KeepFault> {
        self.read("read what is off the air", controls::read)
    }

    fn hide(&self, hide: &Hide) -> Result<bool, KeepFault> {
        self.change("hide a unit", |transaction| noted(transaction, controls::hide(transaction, hide)?))
    }

    fn show(&self, organization: &OrganizationId, vehicle: &VehicleId) -> Result<bool, KeepFault> {
        self.change("show a unit", |transaction| {
            noted(transaction, controls::show(transaction, organization, vehicle)?)
        })
    }

    fn pause(&self, pause: &Pause) -> Result<bool, KeepFault> {
        self.change("pause a rooftop", |transaction| noted(transaction, controls::pause(transaction, pause)?))
    }

    fn resume(&self, organization: &OrganizationId, rooftop: &RooftopId) -> Result<bool, KeepFault> {
        self.change("resume a rooftop", |transaction| {
            noted(transaction, controls::resume(transaction, organization, rooftop)?)
        })
    }
}

/// A change of so many rows is a change where there is one.
fn noted(transaction: &Transaction<'_>, rows: usize) -> Answer<bool> {
    if rows > 0 {
        changed(transaction)?;
    }
    Ok(rows > 0)
}

/// The run of a feed that waited waits no more.
fn supersede(transaction: &Transaction<'_>, feed: &str) -> Answer<()> {
    let Some(held) = states::held(transaction, feed)? else { return Ok(()) };
    states::delete(transaction, feed, states::HELD)?;
    if let Some(mut record) = runs::find(transaction, &held.run)?
        && let RunOutcome::Held { reasons } = record.outcome
    {
        record.outcome = RunOutcome::Superseded { reasons };
        runs::update(transaction, &record)?;
    }
    Ok(())
}
