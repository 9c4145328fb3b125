//! Which files a store opens, and how it makes them.

use std::{fs, thread};

use dealeragent_gateway::AuditLog as _;
use dealeragent_store::{AuditArchive, DATABASE_FILE, Store, StoreFault};
use rusqlite::Connection;

use crate::support::{World, entry, patient, write};

#[test]
#[cfg(unix)]
fn what_it_makes_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("state").join("gateway");
    let store = Store::open(&folder).unwrap();
    let log = store.audit_store().unwrap();
    write(&log, [entry(1)]);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.iter().any(|file| file.ends_with(format!("{DATABASE_FILE}-wal"))), "{files:?}");
    files.iter().for_each(|file| assert_eq!(mode(file), 0o600, "{file:?}"));
}

#[test]
fn readers_and_the_writer_do_not_wait_for_each_other() {
    let world = World::new();
    let mode: String = world.raw().query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

#[test]
fn a_newer_schema_is_refused() {
    let world = World::of(1);
    world.raw().execute("INSERT INTO schema_migrations (version, checksum) VALUES (99, 'x')", []).unwrap();
    let fault = Store::open(world.folder.path()).unwrap_err();
    assert!(matches!(fault, StoreFault::NewerSchema { found: 99, known: 5, .. }), "{fault}");
    let text = fault.to_string();
    assert!(text.contains(DATABASE_FILE) && text.contains("schema version 99") && text.contains("backup"), "{text}");
}

#[test]
fn a_changed_migration_is_refused() {
    let world = World::of(1);
    world.raw().execute("UPDATE schema_migrations SET checksum = 'x'", []).unwrap();
    let fault = Store::open(world.folder.path()).unwrap_err();
    assert!(matches!(fault, StoreFault::ChangedMigration { version: 1, .. }), "{fault}");
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DATABASE_FILE);
    fs::write(&path, "this is a letter, and a long one at that, not a database".repeat(50)).unwrap();
    let fault = Store::open(folder.path()).unwrap_err().to_string();
    assert!(fault.contains("no database"), "{fault}");

    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    let fault = Store::open(folder.path()).unwrap_err();
    assert!(matches!(fault, StoreFault::Foreign { .. }), "{fault}");
}

/// A fresh log in the place of an emptied one would hide that.
#[test]
fn an_emptied_database_is_refused_and_stays_as_it_is() {
    let world = World::of(3);
    let path = world.store.database();
    fs::write(path, "").unwrap();
    for fault in [Store::open(world.folder.path()).unwrap_err(), AuditArchive::open(world.folder.path()).unwrap_err()] {
        assert!(matches!(fault, StoreFault::NoLog { .. }), "{fault}");
        let text = fault.to_string();
        assert!(text.contains(DATABASE_FILE) && text.contains("emptied") && text.contains("backup"), "{text}");
    }
    assert_eq!(fs::metadata(path).unwrap().len(), 0);
}

/// So is one from which everything was dropped, or from whose history the log.
#[test]
fn a_database_without_a_schema_is_refused_and_gets_none() {
    let empty = "CREATE TABLE x (y TEXT); DROP TABLE x";
    let no_history = "CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT";
    for made_with in [empty, no_history] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(DATABASE_FILE);
        Connection::open(&path).unwrap().execute_batch(made_with).unwrap();
        let before = fs::read(&path).unwrap();
        for fault in [Store::open(folder.path()).unwrap_err(), AuditArchive::open(folder.path()).unwrap_err()] {
            assert!(matches!(fault, StoreFault::NoLog { .. }), "{fault}");
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn inspecting_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let fault = AuditArchive::open(folder.path()).unwrap_err();
    assert!(matches!(fault, StoreFault::NoDatabase { .. }), "{fault}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let world = World::of(2);
    let archive = AuditArchive::open(world.folder.path()).unwrap();
    assert_eq!(archive.verify(None).unwrap().entries, 2);
}

#[test]
fn what_is_no_log_of_ours_cannot_be_inspected() {
    let world = World::of(1);
    world.raw().execute("INSERT INTO schema_migrations (version, checksum) VALUES (99, 'x')", []).unwrap();
    let fault = AuditArchive::open(world.folder.path()).unwrap_err();
    assert!(matches!(fault, StoreFault::NewerSchema { found: 99, .. }), "{fault}");

    let folder = tempfile::tempdir().unwrap();
    Connection::open(folder.path().join(DATABASE_FILE)).unwrap().execute_batch("CREATE TABLE recipes (x)").unwrap();
    let fault = AuditArchive::open(folder.path()).unwrap_err();
    assert!(matches!(fault, StoreFault::Foreign { .. }), "{fault}");

    // A folder that cannot be looked into is not one that holds nothing.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let fault = AuditArchive::open(&file).unwrap_err();
    assert!(matches!(fault, StoreFault::Files { .. }), "{fault}");
}

/// What a start leaves that was cut off is made anew; a write-ahead log whose
/// database is gone is not read into a new one.
#[test]
fn left_overs_of_a_start_do_not_matter_and_a_parted_log_does() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(format!("{DATABASE_FILE}.new")), "half").unwrap();
    Store::open(folder.path()).unwrap();
    assert!(!folder.path().join(format!("{DATABASE_FILE}.new")).exists());

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(format!("{DATABASE_FILE}-wal")), "frames").unwrap();
    let fault = Store::open(folder.path()).unwrap_err();
    assert!(matches!(fault, StoreFault::Parted { .. }), "{fault}");
    assert!(!folder.path().join(DATABASE_FILE).exists());
}

#[test]
fn a_folder_that_cannot_be_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let fault = Store::open(&file.join("data")).unwrap_err();
    assert!(matches!(&fault, StoreFault::Files { .. }), "{fault}");
    assert!(fault.to_string().contains("data folder"), "{fault}");
}

#[test]
fn many_may_open_a_new_store_at_once() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        (1..=8).for_each(|n| {
            let folder = folder.path();
            scope.spawn(move || {
                let log = Store::open_with(folder, patient(16)).unwrap().audit_store().unwrap();
                assert!(log.is_available());
                write(&log, [entry(n)]);
            });
        });
    });
    let result = Store::open(folder.path()).unwrap().audit_archive().verify(None).unwrap();
    assert_eq!((result.entries, result.is_intact()), (8, true));
}

/// A file of the time before there were credentials keeps its log.
#[test]
fn a_file_of_the_first_schema_is_brought_up_to_date() {
    use sha2::Digest as _;

    const FIRST: &str = include_str!("../../src/migrations/0001_audit.sql");
    let folder = tempfile::tempdir().unwrap();
    let raw = rusqlite::Connection::open(folder.path().join(DATABASE_FILE)).unwrap();
    raw.execute_batch("CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT")
        .unwrap();
    raw.execute_batch(FIRST).unwrap();
    let checksum = data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(FIRST));
    raw.execute("INSERT INTO schema_migrations (version, checksum) VALUES (1, ?1)", [checksum]).unwrap();
    let log_id = || raw.query_row("SELECT log_id FROM audit_log", [], |row| row.get::<_, Vec<u8>>(0)).unwrap();
    let before = log_id();

    let store = Store::open(folder.path()).unwrap();
    assert_eq!(log_id(), before);
    write(&store.audit_store().unwrap(), [entry(1)]);
    assert_eq!(store.delegation_store().list().unwrap(), []);
}
