//! Brings the schema up to date, and refuses one that is not this program's.

use std::path::Path;

use data_encoding::HEXLOWER;
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior};
use sha2::{Digest as _, Sha256};

use crate::StoreFault;

/// One step of the schema. A released step is never changed: files out there
/// were made with it, which its checksum proves.
struct Migration {
    version: i64,
    sql: &'static str,
}

const MIGRATIONS: &[Migration] = &[
    Migration { version: 1, sql: include_str!("migrations/0001_audit.sql") },
    Migration { version: 2, sql: include_str!("migrations/0002_credentials.sql") },
];

const TABLE: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER PRIMARY KEY,
    checksum TEXT NOT NULL
) STRICT";

/// Applies what is missing, all in one transaction that locks the database
/// first: whoever comes second finds the work done.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreFault> {
    let failed = StoreFault::database("update the schema", path);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
    if is_foreign(&transaction).map_err(&failed)? {
        return Err(StoreFault::Foreign { path: path.to_owned() });
    }
    transaction.execute_batch(TABLE).map_err(&failed)?;
    refuse_newer(&transaction, path)?;
    for migration in MIGRATIONS {
        let checksum = HEXLOWER.encode(&Sha256::digest(migration.sql.as_bytes()));
        match applied(&transaction, migration.version).map_err(&failed)? {
            Some(found) if found == checksum => {}
            Some(_) => {
                return Err(StoreFault::ChangedMigration { path: path.to_owned(), version: migration.version });
            }
            None => apply(&transaction, migration, &checksum).map_err(&failed)?,
        }
    }
    transaction.commit().map_err(&failed)
}

fn is_foreign(transaction: &Transaction<'_>) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*), count(*) FILTER (WHERE name = 'schema_migrations') FROM sqlite_schema";
    transaction.query_row(sql, [], |row| Ok(row.get::<_, i64>(0)? > 0 && row.get::<_, i64>(1)? == 0))
}

fn refuse_newer(transaction: &Transaction<'_>, path: &Path) -> Result<(), StoreFault> {
    let known = MIGRATIONS.last().map_or(0, |migration| migration.version);
    let newest = transaction.query_row("SELECT coalesce(max(version), 0) FROM schema_migrations", [], |row| row.get(0));
    let found: i64 = newest.map_err(StoreFault::database("read the schema version", path))?;
    if found > known { Err(StoreFault::NewerSchema { path: path.to_owned(), found, known }) } else { Ok(()) }
}

fn applied(transaction: &Transaction<'_>, version: i64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT checksum FROM schema_migrations WHERE version = ?1";
    transaction.query_row(sql, [version], |row| row.get(0)).optional()
}

fn apply(transaction: &Transaction<'_>, migration: &Migration, checksum: &str) -> rusqlite::Result<()> {
    transaction.execute_batch(migration.sql)?;
    let sql = "INSERT INTO schema_migrations (version, checksum) VALUES (?1, ?2)";
    transaction.execute(sql, (migration.version, checksum)).map(|_| ())
}
