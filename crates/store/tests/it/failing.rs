//! A store that fails says so, loses nothing silently, and comes back.

use std::{fs, time::Duration};

use dealeragent_gateway::{AuditLog as _, AuditUnavailable};
use dealeragent_protocol::error::ErrorCode;
use dealeragent_store::{DATABASE_FILE, Store, StoreFault};

use crate::support::{NEVER, World, block_on, entry, impatient, write};

#[test]
fn a_failed_commit_makes_the_store_unavailable_until_one_goes_through() {
    let world = World::with(impatient(16, NEVER));
    let log = world.store.audit_store().unwrap();
    write(&log, [entry(1)]);
    let raw = world.raw();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();

    assert_eq!(block_on(log.append(entry(2)).unwrap()), Err(AuditUnavailable));
    assert!(!log.is_available());
    assert!(matches!(log.append(entry(3)), Err(AuditUnavailable)));
    assert_eq!(block_on(log.probe().unwrap()), Err(AuditUnavailable));
    let fault = log.fault().unwrap().to_string();
    assert!(fault.contains(DATABASE_FILE) && fault.contains("another process holds the database"), "{fault}");
    assert_eq!(log.unwritten().of(Some(ErrorCode::ScopeInsufficient)).lost, 1);

    raw.execute_batch("ROLLBACK").unwrap();
    assert_eq!(block_on(log.probe().unwrap()), Ok(()));
    assert!(log.is_available() && log.fault().is_none());
    write(&log, [entry(4)]);
    let result = world.verify();
    assert_eq!((result.entries, result.is_intact()), (2, true));
}

#[test]
fn it_comes_back_by_itself() {
    let world = World::with(impatient(16, Duration::from_millis(1)));
    let log = world.store.audit_store().unwrap();
    let raw = world.raw();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(block_on(log.append(entry(1)).unwrap()), Err(AuditUnavailable));
    assert!(!log.is_available());
    raw.execute_batch("ROLLBACK").unwrap();
    block_on(log.when_available()).unwrap();
    write(&log, [entry(2)]);
    assert_eq!(world.verify().entries, 1);
}

#[test]
fn a_group_is_written_whole_or_not_at_all() {
    let world = World::with(impatient(16, NEVER));
    let log = world.store.audit_store().unwrap();
    let raw = world.raw();
    raw.execute_batch(
        "CREATE TRIGGER no_room BEFORE INSERT ON audit_entries WHEN NEW.seq = 3 BEGIN SELECT raise(ABORT, 'no room'); END",
    )
    .unwrap();
    write(&log, [entry(1)]);
    let waiting: Vec<_> = (2..=6).filter_map(|n| log.append(entry(n)).ok()).collect();
    let kept = waiting.into_iter().map(block_on).filter(Result::is_ok).count() as u64;
    assert!(kept <= 1);
    assert_eq!(world.verify().entries, 1 + kept);
    raw.execute_batch("DROP TRIGGER no_room").unwrap();
    block_on(log.probe().unwrap()).unwrap();
    write(&log, [entry(7)]);
    assert_eq!(world.verify().entries, 2 + kept);
}

#[test]
#[cfg(unix)]
fn a_database_that_was_moved_away_is_not_written_to() {
    let world = World::with(impatient(16, NEVER));
    let log = world.store.audit_store().unwrap();
    write(&log, [entry(1)]);
    let away = world.folder.path().join("away");
    fs::rename(world.store.database(), &away).unwrap();
    assert_eq!(block_on(log.append(entry(2)).unwrap()), Err(AuditUnavailable));
    let fault = log.fault().unwrap();
    assert!(matches!(*fault, StoreFault::Replaced { .. }));
    assert!(fault.to_string().contains("put it back, which is noticed without a restart"), "{fault}");
    assert_eq!(block_on(log.probe().unwrap()), Err(AuditUnavailable));
    assert!(!world.store.database().exists(), "no empty log takes its place");

    fs::rename(&away, world.store.database()).unwrap();
    block_on(log.probe().unwrap()).unwrap();
    write(&log, [entry(3)]);
    assert_eq!(world.verify().entries, 2);
}

#[test]
#[cfg(unix)]
fn another_log_in_its_place_is_not_taken_for_it() {
    let world = World::with(impatient(16, NEVER));
    let log = world.store.audit_store().unwrap();
    write(&log, [entry(1)]);
    let other = tempfile::tempdir().unwrap();
    Store::open(other.path()).unwrap();
    fs::rename(other.path().join(DATABASE_FILE), world.store.database()).unwrap();
    assert_eq!(block_on(log.append(entry(2)).unwrap()), Err(AuditUnavailable));
    assert_eq!(block_on(log.probe().unwrap()), Err(AuditUnavailable));
}

#[test]
fn a_healthy_store_can_be_probed() {
    let world = World::new();
    let log = world.store.audit_store().unwrap();
    block_on(log.probe().unwrap()).unwrap();
    block_on(log.when_available()).unwrap();
    assert_eq!(log.written().commits, 0, "a probe is no entry");
    assert_eq!(world.verify().entries, 0);
}

#[test]
fn calls_that_are_not_written_are_counted_by_outcome() {
    let world = World::new();
    let log = world.store.audit_store().unwrap();
    log.count_unwritten(None);
    log.count_unwritten(Some(ErrorCode::RateLimited));
    log.count_unwritten(Some(ErrorCode::RateLimited));
    let unwritten = log.unwritten();
    assert_eq!(unwritten.by_outcome.len(), 2);
    assert_eq!(unwritten.of(None).skipped, 1);
    assert_eq!(unwritten.of(Some(ErrorCode::RateLimited)).skipped, 2);
    assert_eq!(unwritten.of(Some(ErrorCode::Internal)).skipped, 0);
}
