//! What every call looks up, while others write.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::channel,
    },
    thread,
};

use dealeragent_gateway::{CredentialRecordsUnavailable, Delegations as _, Revocations as _};
use dealeragent_store::{CredentialReader, DATABASE_FILE, RecordedOnly, Revoked, Store};

use crate::{
    records::{agent, delegation, delegation_id, hours, jti, token},
    support::{World, entry, start, write},
};

const UNAVAILABLE: CredentialRecordsUnavailable = CredentialRecordsUnavailable;

/// A store with one token and one delegation, and its reader.
fn world() -> (World, CredentialReader) {
    let world = World::new();
    world.store.credential_store().record(&token(1, "agent")).unwrap();
    world.store.delegation_store().create(&delegation(1, "agent")).unwrap();
    let reader = world.store.credential_reader().unwrap();
    (world, reader)
}

/// Everything in the main file, as somebody leaves it who copies or damages it.
fn settle(world: &World) {
    world.raw().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
}

#[test]
fn a_revocation_by_another_process_is_seen_with_the_next_look() {
    let (world, reader) = world();
    let other = Store::open(world.folder.path()).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
    // Asked twice: the second answer is remembered.
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
    other.credential_store().revoke(&jti(1), None, start()).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(true));
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(true));
}

#[test]
fn a_revocation_by_this_process_is_seen_too() {
    let (world, reader) = world();
    let tokens = world.store.credential_store();
    for n in 2..50 {
        tokens.record(&token(n, "agent")).unwrap();
        assert_eq!(reader.is_revoked(&jti(n), &agent("agent")), Ok(false));
        assert!(matches!(tokens.revoke(&jti(n), None, start()).unwrap(), Revoked::Now(_)));
        assert_eq!(reader.is_revoked(&jti(n), &agent("agent")), Ok(true));
    }
}

#[test]
fn a_token_that_is_not_on_record_is_not_revoked_until_it_is() {
    let (world, reader) = world();
    assert_eq!(reader.is_revoked(&jti(2), &agent("agent")), Ok(false));
    let mut late = token(2, "agent");
    late.revoked = Some(dealeragent_store::Revocation { at: start(), reason: None });
    world.store.credential_store().record(&late).unwrap();
    assert_eq!(reader.is_revoked(&jti(2), &agent("agent")), Ok(true));
}

#[test]
fn the_id_of_another_agents_token_does_not_pass() {
    let (_world, reader) = world();
    assert_eq!(reader.is_revoked(&jti(1), &agent("somebody else")), Ok(true));
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
}

/// Somebody who stole the key, or a record that was lost.
#[test]
fn of_our_own_tokens_only_those_on_record_pass() {
    let (world, reader) = world();
    let own = RecordedOnly::new(Arc::new(reader));
    assert_eq!(own.is_revoked(&jti(1), &agent("agent")), Ok(false));
    assert_eq!(own.is_revoked(&jti(2), &agent("agent")), Ok(true));
    assert_eq!(own.is_revoked(&jti(1), &agent("somebody else")), Ok(true));
    world.store.credential_store().record(&token(2, "agent")).unwrap();
    assert_eq!(own.is_revoked(&jti(2), &agent("agent")), Ok(false));
    world.store.credential_store().revoke(&jti(2), None, start()).unwrap();
    assert_eq!(own.is_revoked(&jti(2), &agent("agent")), Ok(true));
    fs::remove_file(world.store.database()).unwrap();
    assert_eq!(own.is_revoked(&jti(1), &agent("agent")), Err(UNAVAILABLE));
}

#[test]
fn a_delegation_is_found_until_it_is_revoked() {
    let (world, reader) = world();
    let other = Store::open(world.folder.path()).unwrap().delegation_store();
    for _ in 0..2 {
        assert_eq!(reader.find(&delegation_id(1)), Ok(delegation(1, "agent").to_delegation()));
        assert_eq!(reader.find(&delegation_id(2)), Ok(None));
    }
    other.create(&delegation(2, "another")).unwrap();
    assert_eq!(reader.find(&delegation_id(2)), Ok(delegation(2, "another").to_delegation()));
    other.revoke(&delegation_id(1), hours(1)).unwrap();
    assert_eq!(reader.find(&delegation_id(1)), Ok(None));
    assert!(reader.find(&delegation_id(2)).unwrap().is_some());
}

/// The audit writes into the same database all the time.
#[test]
fn answers_stay_right_while_the_audit_is_written() {
    let (world, reader) = world();
    let log = world.store.audit_store().unwrap();
    for n in 1..20 {
        write(&log, [entry(n)]);
        assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
        assert!(reader.find(&delegation_id(1)).unwrap().is_some());
    }
    world.store.credential_store().revoke(&jti(1), None, start()).unwrap();
    write(&log, [entry(20)]);
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(true));
}

/// One store revokes token after token while readers of another ask: from the
/// moment that the revocation returned, nobody is told otherwise.
#[test]
fn no_reader_lags_behind_a_revocation() {
    const TOKENS: u32 = 40;
    let world = World::new();
    let other = Store::open(world.folder.path()).unwrap();
    (0..TOKENS).for_each(|n| world.store.credential_store().record(&token(n, "agent")).unwrap());
    let reader = world.store.credential_reader().unwrap();
    let done: Vec<AtomicBool> = (0..TOKENS).map(|_| AtomicBool::new(false)).collect();
    let (warm, is_warm) = channel();
    thread::scope(|scope| {
        for _ in 0..2 {
            let (reader, done, warm) = (&reader, &done, warm.clone());
            scope.spawn(move || {
                loop {
                    let finished = done.iter().all(|revoked| revoked.load(Ordering::SeqCst));
                    for (n, revoked) in (0..).zip(done) {
                        let was_revoked = revoked.load(Ordering::SeqCst);
                        let said = reader.is_revoked(&jti(n), &agent("agent")).unwrap();
                        assert!(said || !was_revoked, "token {n} was let through after its revocation");
                    }
                    // Only the first round is waited for.
                    let _ = warm.send(());
                    if finished {
                        return;
                    }
                }
            });
        }
        (0..2).for_each(|_| is_warm.recv().unwrap());
        for (n, revoked) in (0..).zip(&done) {
            other.credential_store().revoke(&jti(n), None, start()).unwrap();
            revoked.store(true, Ordering::SeqCst);
        }
    });
}

#[test]
#[cfg(unix)]
fn a_database_that_is_gone_lets_nobody_in_until_it_is_back() {
    let (world, reader) = world();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
    let away = world.folder.path().join("away");
    fs::rename(world.store.database(), &away).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Err(UNAVAILABLE));
    assert_eq!(reader.find(&delegation_id(1)), Err(UNAVAILABLE));
    assert!(!world.store.database().exists(), "no empty one takes its place");
    fs::rename(&away, world.store.database()).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
    assert!(reader.find(&delegation_id(1)).unwrap().is_some());
}

/// It might be an older copy, in which the token is not revoked.
#[test]
#[cfg(unix)]
fn another_database_in_its_place_is_not_believed() {
    let (world, reader) = world();
    settle(&world);
    let copy = world.folder.path().join("copy");
    fs::copy(world.store.database(), &copy).unwrap();
    world.store.credential_store().revoke(&jti(1), None, start()).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(true));
    fs::rename(&copy, world.folder.path().join(DATABASE_FILE)).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Err(UNAVAILABLE));
}

#[test]
fn a_damaged_database_lets_nobody_in() {
    let (world, reader) = world();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
    settle(&world);
    fs::write(world.store.database(), vec![0x5a; 40_000]).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Err(UNAVAILABLE));
    assert_eq!(reader.find(&delegation_id(1)), Err(UNAVAILABLE));
    assert!(world.store.credential_reader().is_err());
}

#[test]
fn a_table_that_is_gone_lets_nobody_in() {
    let (world, reader) = world();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
    world.raw().execute("DROP TABLE issued_tokens", []).unwrap();
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Err(UNAVAILABLE));
}

#[test]
fn a_delegation_that_cannot_be_read_is_not_guessed() {
    let (world, reader) = world();
    world.unguarded().execute("UPDATE delegations SET rooftop_ids = '[\"*\"]'", []).unwrap();
    assert_eq!(reader.find(&delegation_id(1)), Err(UNAVAILABLE));
    // What is whole can still be read.
    assert_eq!(reader.is_revoked(&jti(1), &agent("agent")), Ok(false));
}
