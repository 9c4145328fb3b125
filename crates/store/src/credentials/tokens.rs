//! Keeps the records about issued tokens.

use std::{num::NonZeroU32, path::PathBuf, time::Duration};

use dealeragent_gateway::{CredentialId, Subject};
use dealeragent_protocol::values::{Text, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, named_params};

use super::{Revoked, TokenFilter, TokenRecord, fault, token_row};
use crate::{StoreFault, columns, connection};

/// Who checks a token may let it live a little longer than its end, for clocks
/// that differ. A revocation reaches that far back.
const GRACE_SECONDS: i64 = 300;

/// The records about issued tokens, for their keeper. Opens the database anew
/// for each question, so that it can be kept and shared at will. Each change is
/// one transaction, on the disk when the call returns.
#[derive(Debug, Clone)]
pub struct CredentialStore {
    database: PathBuf,
    busy_timeout: Duration,
}

impl CredentialStore {
    pub(crate) fn new(database: PathBuf, busy_timeout: Duration) -> Self {
        Self { database, busy_timeout }
    }

    /// Keeps the record of a token. Call it before the token is handed out:
    /// what is not on record cannot be revoked.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to, or has a token of
    /// that id already, or lacks the delegation that the record names.
    pub fn record(&self, record: &TokenRecord) -> Result<(), StoreFault> {
        self.change("keep the record of a token", |transaction| token_row::insert(transaction, record))
    }

    /// Lists records, the newest first.
    ///
    /// # Errors
    /// [`StoreFault`] when the database or a record cannot be read.
    pub fn list(&self, filter: &TokenFilter) -> Result<Vec<TokenRecord>, StoreFault> {
        let failed = fault("list token records", "a token", &self.database);
        let sql = format!(
            "SELECT {} FROM issued_tokens
             WHERE (:subject IS NULL OR subject = :subject)
               AND (:live_at IS NULL OR (expires_at_us > :live_at AND revoked_at_us IS NULL))
             ORDER BY issued_at_us DESC, jti DESC",
            token_row::COLUMNS
        );
        let parameters = named_params! {
            ":subject": filter.subject.as_ref().map(Text::as_str),
            ":live_at": filter.live_at.map(columns::microseconds),
        };
        let connection = connection::readable(&self.database, self.busy_timeout)?;
        let mut statement = connection.prepare(&sql).map_err(&failed)?;
        let records = statement.query_map(parameters, token_row::read).map_err(&failed)?;
        records.collect::<rusqlite::Result<_>>().map_err(&failed)
    }

    /// Revokes one token, from now on and for all processes.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to, or the record
    /// cannot be read.
    pub fn revoke(
        &self,
        jti: &CredentialId,
        reason: Option<&Text<1, 200>>,
        now: Timestamp,
    ) -> Result<Revoked<TokenRecord>, StoreFault> {
        self.change("revoke a token", |transaction| {
            let sql = "UPDATE issued_tokens SET revoked_at_us = ?2, revoked_reason = ?3 \
                       WHERE jti = ?1 AND revoked_at_us IS NULL";
            let reason = reason.map(Text::as_str);
            let changed = transaction.execute(sql, (jti.as_str(), columns::microseconds(now), reason))?;
            Ok(match (find(transaction, jti)?, changed) {
                (None, _) => Revoked::Unknown,
                (Some(record), 0) => Revoked::Before(record),
                (Some(record), _) => Revoked::Now(record),
            })
        })
    }

    /// Revokes every token of an agent that could still be used, and gives back
    /// their ids. Tokens that are issued to it later are not affected.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to.
    pub fn revoke_subject(
        &self,
        subject: &Subject,
        reason: Option<&Text<1, 200>>,
        now: Timestamp,
    ) -> Result<Vec<CredentialId>, StoreFault> {
        self.revoke_many(Some(subject), reason, now)
    }

    /// Revokes every token that could still be used, of whatever agent.
    ///
    /// # Errors
    /// As [`CredentialStore::revoke_subject`].
    pub fn revoke_all(&self, reason: Option<&Text<1, 200>>, now: Timestamp) -> Result<Vec<CredentialId>, StoreFault> {
        self.revoke_many(None, reason, now)
    }

    fn revoke_many(
        &self,
        subject: Option<&Subject>,
        reason: Option<&Text<1, 200>>,
        now: Timestamp,
    ) -> Result<Vec<CredentialId>, StoreFault> {
        self.change("revoke tokens", |transaction| {
            let sql = "UPDATE issued_tokens SET revoked_at_us = :now, revoked_reason = :reason
                       WHERE (:subject IS NULL OR subject = :subject)
                         AND revoked_at_us IS NULL AND expires_at_us > :ended
                       RETURNING jti";
            let mut statement = transaction.prepare(sql)?;
            let parameters = named_params! {
                ":now": columns::microseconds(now),
                ":reason": reason.map(Text::as_str),
                ":subject": subject.map(Text::as_str),
                ":ended": columns::microseconds(now.plus_seconds(-GRACE_SECONDS)),
            };
            statement.query_map(parameters, |row| columns::bounded(row, 0))?.collect()
        })
    }

    /// Drops the records of tokens that ended more than `keep_days` days ago,
    /// and gives back how many. Whoever checks such a token sees its end, so
    /// that no revocation is lost.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to.
    pub fn prune_expired(&self, keep_days: NonZeroU32, now: Timestamp) -> Result<usize, StoreFault> {
        let limit = now.plus_seconds(-i64::from(keep_days.get()) * 86_400);
        self.change("drop old token records", |transaction| {
            transaction.execute("DELETE FROM issued_tokens WHERE expires_at_us < ?1", [columns::microseconds(limit)])
        })
    }

    fn change<T>(
        &self,
        doing: &'static str,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreFault> {
        let mut connection = connection::writable(&self.database, self.busy_timeout)?;
        let changed = connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            let changed = change(&transaction)?;
            transaction.commit()?;
            Ok(changed)
        });
        changed.map_err(fault(doing, "a token", &self.database))
    }
}

fn find(connection: &Connection, jti: &CredentialId) -> rusqlite::Result<Option<TokenRecord>> {
    let sql = format!("SELECT {} FROM issued_tokens WHERE jti = ?1", token_row::COLUMNS);
    connection.query_row(&sql, [jti.as_str()], token_row::read).optional()
}
