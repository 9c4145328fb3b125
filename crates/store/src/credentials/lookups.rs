//! One connection with what it was asked before.

use std::{
    collections::HashMap,
    path::Path,
    time::{Duration, SystemTime},
};

use dealeragent_gateway::{CredentialId, Delegation, DelegationId, Subject};
use rusqlite::{Connection, OptionalExtension as _};

use super::delegation_row;
use crate::{StoreFault, connection};

/// A reader of a write-ahead log waits for nobody, but while one is recovered.
const BUSY_TIMEOUT: Duration = Duration::from_millis(250);

/// So many answers of a kind are remembered; then all are forgotten. Ids come
/// from credentials whose signature was checked, so that junk cannot fill it.
const MOST_REMEMBERED: usize = 10_000;

/// A connection, what it was asked before, and how the database looked then.
#[derive(Debug)]
pub(super) struct Lookups {
    connection: Connection,
    stamp: Stamp,
    /// Moves with every commit of another connection.
    data_version: i64,
    tokens: HashMap<CredentialId, Option<TokenState>>,
    delegations: HashMap<DelegationId, Option<Delegation>>,
}

/// What counts of a token's record.
#[derive(Debug)]
struct TokenState {
    subject: String,
    is_revoked: bool,
}

/// How the record of a token stands to one that bears its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is on record, for this subject, and was not revoked.
    Good,
    /// It was revoked, or is on record for another subject.
    Refused,
    /// There is no record.
    Unknown,
}

impl Standing {
    fn of(state: Option<&TokenState>, subject: &Subject) -> Self {
        match state {
            None => Self::Unknown,
            Some(state) if state.is_revoked || state.subject != subject.as_str() => Self::Refused,
            Some(_) => Self::Good,
        }
    }
}

/// What changes when somebody writes into the file past SQLite, which would go
/// on answering from its memory. A checkpoint changes it too, now and then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(path: &Path) -> Result<Self, StoreFault> {
        let metadata = std::fs::metadata(path).map_err(StoreFault::files("find", path))?;
        Ok(Self { length: metadata.len(), modified: metadata.modified().ok() })
    }
}

impl Lookups {
    pub(super) fn open(database: &Path) -> Result<Self, StoreFault> {
        let stamp = Stamp::of(database)?;
        let connection = connection::readable(database, BUSY_TIMEOUT)?;
        let data_version =
            data_version(&connection).map_err(StoreFault::database("read the records about credentials", database))?;
        Ok(Self { connection, stamp, data_version, tokens: HashMap::new(), delegations: HashMap::new() })
    }

    /// Forgets what may have changed since `last` was used.
    pub(super) fn refreshed(last: Option<Self>, database: &Path) -> Result<Self, StoreFault> {
        let Some(mut lookups) = last else { return Self::open(database) };
        if Stamp::of(database)? != lookups.stamp {
            // Closed before the file is looked at again: closing may write.
            drop(lookups);
            return Self::open(database);
        }
        let found = data_version(&lookups.connection)
            .map_err(StoreFault::database("read the records about credentials", database))?;
        if found != lookups.data_version {
            lookups.data_version = found;
            lookups.tokens.clear();
            lookups.delegations.clear();
        }
        Ok(lookups)
    }

    /// How the record of a token stands to one that bears its id.
    pub(super) fn standing(&mut self, id: &CredentialId, subject: &Subject) -> rusqlite::Result<Standing> {
        if let Some(state) = self.tokens.get(id) {
            return Ok(Standing::of(state.as_ref(), subject));
        }
        let sql = "SELECT subject, revoked_at_us IS NOT NULL FROM issued_tokens WHERE jti = ?1";
        let read = |row: &rusqlite::Row<'_>| Ok(TokenState { subject: row.get(0)?, is_revoked: row.get(1)? });
        let state = self.connection.prepare_cached(sql)?.query_row([id.as_str()], read).optional()?;
        let standing = Standing::of(state.as_ref(), subject);
        remember(&mut self.tokens, id.clone(), state);
        Ok(standing)
    }

    pub(super) fn delegation(&mut self, id: &DelegationId) -> rusqlite::Result<Option<Delegation>> {
        if let Some(delegation) = self.delegations.get(id) {
            return Ok(delegation.clone());
        }
        let record = delegation_row::find(&self.connection, id)?;
        let delegation = record.and_then(|record| record.to_delegation());
        remember(&mut self.delegations, id.clone(), delegation.clone());
        Ok(delegation)
    }
}

fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))
}

fn remember<K: std::hash::Hash + Eq, V>(answers: &mut HashMap<K, V>, id: K, answer: V) {
    if answers.len() >= MOST_REMEMBERED {
        answers.clear();
    }
    answers.insert(id, answer);
}
