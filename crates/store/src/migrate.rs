//! Makes the schema and brings it up to date; refuses one that is not this
//! program's.

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

impl Migration {
    fn checksum(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.sql.as_bytes()))
    }
}

const MIGRATIONS: &[Migration] = &[
    Migration { version: 1, sql: include_str!("migrations/0001_audit.sql") },
    Migration { version: 2, sql: include_str!("migrations/0002_credentials.sql") },
    Migration { version: 3, sql: include_str!("migrations/0003_cursor_keys.sql") },
    Migration { version: 4, sql: include_str!("migrations/0004_feeds.sql") },
    Migration { version: 5, sql: include_str!("migrations/0005_availability.sql") },
];

const TABLE: &str = "CREATE TABLE schema_migrations (
    version INTEGER PRIMARY KEY,
    checksum TEXT NOT NULL
) STRICT";

/// Makes the schema in a database that was made a moment ago.
pub(crate) fn create(connection: &mut Connection, path: &Path) -> Result<(), StoreFault> {
    let failed = StoreFault::database("make the schema", path);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
    transaction.execute_batch(TABLE).map_err(&failed)?;
    for migration in MIGRATIONS {
        apply(&transaction, migration).map_err(&failed)?;
    }
    transaction.commit().map_err(&failed)
}

/// Applies what is missing, all in one transaction that locks the database
/// first: whoever comes second finds the work done. A database without a schema
/// gets none: it was not made by this program, or was emptied since.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreFault> {
    let failed = StoreFault::database("update the schema", path);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
    for missing in missing(&transaction, path)? {
        apply(&transaction, missing).map_err(&failed)?;
    }
    transaction.commit().map_err(&failed)
}

/// Checks that the schema is this program's, and changes nothing.
pub(crate) fn check(connection: &Connection, path: &Path) -> Result<(), StoreFault> {
    match missing(connection, path)?.first() {
        None => Ok(()),
        Some(missing) => Err(StoreFault::OlderSchema { path: path.to_owned(), known: missing.version }),
    }
}

/// The steps that are to be done; never the first, which makes the log.
fn missing(connection: &Connection, path: &Path) -> Result<Vec<&'static Migration>, StoreFault> {
    let failed = StoreFault::database("read the schema", path);
    let sql = "SELECT count(*), count(*) FILTER (WHERE name = 'schema_migrations') FROM sqlite_schema";
    let tables = connection.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)));
    match tables.map_err(&failed)? {
        (0, _) => return Err(StoreFault::NoLog { path: path.to_owned() }),
        (_, 0) => return Err(StoreFault::Foreign { path: path.to_owned() }),
        _ => refuse_newer(connection, path)?,
    }
    let mut missing = Vec::new();
    for (index, migration) in MIGRATIONS.iter().enumerate() {
        let path = path.to_owned();
        match applied(connection, migration.version).map_err(&failed)? {
            Some(found) if found == migration.checksum() => {}
            Some(_) => return Err(StoreFault::ChangedMigration { path, version: migration.version }),
            None if index == 0 => return Err(StoreFault::NoLog { path }),
            None => missing.push(migration),
        }
    }
    Ok(missing)
}

fn refuse_newer(connection: &Connection, path: &Path) -> Result<(), StoreFault> {
    let known = MIGRATIONS.last().map_or(0, |migration| migration.version);
    let newest = connection.query_row("SELECT coalesce(max(version), 0) FROM schema_migrations", [], |row| row.get(0));
    let found: i64 = newest.map_err(StoreFault::database("read the schema version", path))?;
    if found > known { Err(StoreFault::NewerSchema { path: path.to_owned(), found, known }) } else { Ok(()) }
}

fn applied(connection: &Connection, version: i64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT checksum FROM schema_migrations WHERE version = ?1";
    connection.query_row(sql, [version], |row| row.get(0)).optional()
}

fn apply(transaction: &Transaction<'_>, migration: &Migration) -> rusqlite::Result<()> {
    transaction.execute_batch(migration.sql)?;
    let sql = "INSERT INTO schema_migrations (version, checksum) VALUES (?1, ?2)";
    transaction.execute(sql, (migration.version, migration.checksum())).map(|_| ())
}
