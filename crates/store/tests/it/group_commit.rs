//! What waits together is written together.

use std::sync::Arc;

use dealeragent_gateway::{AuditLog as _, AuditUnavailable};

use crate::support::{World, block_on, entry, patient, start, write};

#[test]
fn many_entries_take_few_transactions() {
    let world = World::with(patient(4096));
    let log = world.store.audit_store().unwrap();
    let raw = world.raw();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    let waiting: Vec<_> = (1..=2000).map(|n| log.append(entry(n)).unwrap()).collect();
    raw.execute_batch("ROLLBACK").unwrap();
    waiting.into_iter().for_each(|durable| block_on(durable).unwrap());

    let written = log.written();
    assert_eq!(written.entries, 2000);
    assert!(written.commits <= 2, "one that was held up, and one for the rest: {written:?}");
    let result = world.verify();
    assert_eq!((result.entries, result.is_intact()), (2000, true));
    let order: Vec<_> = world.archive().list(&Default::default()).unwrap().iter().map(|record| record.at).collect();
    let wanted: Vec<_> = (1951..=2000).rev().map(|n| start().plus_seconds(n)).collect();
    assert_eq!(order, wanted, "in the order of the calls");
}

#[test]
fn a_full_queue_refuses_at_once() {
    let world = World::with(patient(4));
    let log = world.store.audit_store().unwrap();
    let raw = world.raw();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    // Four may wait, and four more be in the writer's hands.
    let mut accepted = Vec::new();
    let refused = (1..=9).any(|n| match log.append(entry(n)) {
        Ok(durable) => {
            accepted.push(durable);
            false
        }
        Err(AuditUnavailable) => true,
    });
    assert!(refused);
    assert!(accepted.len() >= 4);
    assert!(log.is_available(), "it is full, it does not fail");
    raw.execute_batch("ROLLBACK").unwrap();
    let kept = accepted.len();
    accepted.into_iter().for_each(|durable| block_on(durable).unwrap());
    assert_eq!(world.verify().entries, kept as u64);
    write(&log, [entry(10)]);
}

#[test]
fn dropping_the_store_writes_what_waits() {
    let world = World::with(patient(4096));
    let log = world.store.audit_store().unwrap();
    let waiting: Vec<_> = (1..=500).map(|n| log.append(entry(n)).unwrap()).collect();
    drop(log);
    assert_eq!(world.verify().entries, 500);
    waiting.into_iter().for_each(|durable| block_on(durable).unwrap());
}

/// Also where somebody else still holds it, as a task that was forgotten does.
#[test]
fn closing_a_shared_store_writes_what_waits_and_takes_no_more() {
    let world = World::with(patient(4096));
    let log = Arc::new(world.store.audit_store().unwrap());
    let forgotten = Arc::clone(&log);
    (1..=500).for_each(|n| drop(log.append(entry(n)).unwrap()));
    log.close();
    assert_eq!(world.verify().entries, 500);
    assert!(!forgotten.is_available());
    assert!(matches!(forgotten.append(entry(501)), Err(AuditUnavailable)));
    forgotten.close();
}

#[test]
fn nobody_has_to_wait() {
    let world = World::new();
    let log = world.store.audit_store().unwrap();
    (1..=50).for_each(|n| drop(log.append(entry(n)).unwrap()));
    log.close();
    assert_eq!(world.verify().entries, 50);
}
