//! Keeps the recorded delegations.

use std::{path::PathBuf, time::Duration};

use dealeragent_gateway::DelegationId;
use dealeragent_protocol::values::Timestamp;
use rusqlite::{Transaction, TransactionBehavior};

use super::{DelegationRecord, Revoked, delegation_row, fault};
use crate::{StoreFault, columns, connection};

/// The recorded delegations, for their keeper. Opens the database anew for each
/// question; each change is one transaction, on the disk when the call returns.
/// A delegation stays on record for good.
#[derive(Debug, Clone)]
pub struct DelegationStore {
    database: PathBuf,
    busy_timeout: Duration,
}

impl DelegationStore {
    pub(crate) fn new(database: PathBuf, busy_timeout: Duration) -> Self {
        Self { database, busy_timeout }
    }

    /// Records a delegation.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to, or has one of
    /// that id already.
    pub fn create(&self, record: &DelegationRecord) -> Result<(), StoreFault> {
        self.change("record a delegation", |transaction| delegation_row::insert(transaction, record))
    }

    /// All delegations, the newest first.
    ///
    /// # Errors
    /// [`StoreFault`] when the database or a record cannot be read.
    pub fn list(&self) -> Result<Vec<DelegationRecord>, StoreFault> {
        let failed = fault("list delegations", "a delegation", &self.database);
        let sql = format!("SELECT {} FROM delegations ORDER BY created_at_us DESC, id DESC", delegation_row::COLUMNS);
        let connection = connection::readable(&self.database, self.busy_timeout)?;
        let mut statement = connection.prepare(&sql).map_err(&failed)?;
        let records = statement.query_map([], delegation_row::read).map_err(&failed)?;
        records.collect::<rusqlite::Result<_>>().map_err(&failed)
    }

    /// The delegation of that id, revoked or not.
    ///
    /// # Errors
    /// [`StoreFault`] when the database or the record cannot be read.
    pub fn show(&self, id: &DelegationId) -> Result<Option<DelegationRecord>, StoreFault> {
        let connection = connection::readable(&self.database, self.busy_timeout)?;
        delegation_row::find(&connection, id).map_err(fault("read a delegation", "a delegation", &self.database))
    }

    /// Revokes a delegation, from now on and for all processes: no token that
    /// uses it reaches a rooftop by it any more.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be written to, or the record
    /// cannot be read.
    pub fn revoke(&self, id: &DelegationId, now: Timestamp) -> Result<Revoked<DelegationRecord>, StoreFault> {
        self.change("revoke a delegation", |transaction| {
            let sql = "UPDATE delegations SET revoked_at_us = ?2 WHERE id = ?1 AND revoked_at_us IS NULL";
            let changed = transaction.execute(sql, (id.as_str(), columns::microseconds(now)))?;
            Ok(match (delegation_row::find(transaction, id)?, changed) {
                (None, _) => Revoked::Unknown,
                (Some(record), 0) => Revoked::Before(record),
                (Some(record), _) => Revoked::Now(record),
            })
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
        changed.map_err(fault(doing, "a delegation", &self.database))
    }
}
