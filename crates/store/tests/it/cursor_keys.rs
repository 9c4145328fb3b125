//! The shared keys of cursors.

use std::{collections::BTreeSet, sync::Barrier, thread};

use dealeragent_gateway::{CursorKey, CursorRing};
use dealeragent_protocol::values::Timestamp;
use dealeragent_store::{CURSOR_KEYS_REFRESH, Store, StoreFault};
use proptest::prelude::*;

use crate::support::{World, patient, start};

const HOUR: i64 = 3600;

fn at(hours: i64) -> Timestamp {
    start().plus_seconds(hours * HOUR)
}

fn secrets(ring: &CursorRing) -> Vec<[u8; 32]> {
    ring.keys().map(|key| *key.secret()).collect()
}

/// The key that seals: the last whose time has come, or the first.
fn sealing(ring: &CursorRing, now: Timestamp) -> CursorKey {
    let keys: Vec<&CursorKey> = ring.keys().collect();
    (*keys.iter().rev().find(|key| key.seals_from() <= now).unwrap_or(&keys[0])).clone()
}

#[test]
fn the_first_question_makes_the_first_key_and_it_lasts() {
    let world = World::new();
    let first = world.store.cursor_keys(at(0)).unwrap();
    assert_eq!(first.keys().count(), 1);
    assert_eq!(world.store.cursor_keys(at(23)).unwrap(), first);
    // Another run of the program, and another process at the same time.
    assert_eq!(Store::open(world.folder.path()).unwrap().cursor_keys(at(1)).unwrap(), first);
}

#[test]
fn a_new_key_is_known_for_two_readings_before_it_seals() {
    let world = World::new();
    let first = world.store.cursor_keys(at(0)).unwrap();
    let both = world.store.cursor_keys(at(24)).unwrap();
    let [old, new] = secrets(&both)[..] else { panic!("{both:?}") };
    assert_eq!(secrets(&first), [old]);
    assert_eq!(*sealing(&both, at(24)).secret(), old);
    assert_eq!(*sealing(&both, at(26).plus_seconds(-1)).secret(), old);
    assert_eq!(*sealing(&both, at(26)).secret(), new);
    let made_to_sealing = at(26).seconds_since(at(24)).unsigned_abs();
    assert_eq!(made_to_sealing, 2 * CURSOR_KEYS_REFRESH.as_secs());
}

#[test]
fn an_old_key_stays_as_long_as_a_cursor_of_it_lives() {
    let world = World::new();
    world.store.cursor_keys(at(0)).unwrap();
    world.store.cursor_keys(at(24)).unwrap();
    // The second seals from hour 26; the last cursor of the first ends at 27.
    assert_eq!(world.store.cursor_keys(at(27).plus_seconds(-1)).unwrap().keys().count(), 2);
    let after = world.store.cursor_keys(at(27)).unwrap();
    assert_eq!(after.keys().count(), 1);
    let rows: i64 = world.raw().query_row("SELECT count(*) FROM cursor_keys", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 1);
}

#[test]
fn after_a_long_stop_the_old_key_seals_until_the_new_one_is_known() {
    let world = World::new();
    let first = world.store.cursor_keys(at(0)).unwrap();
    let later = world.store.cursor_keys(at(1000)).unwrap();
    assert_eq!(later.keys().count(), 2);
    assert_eq!(vec![*sealing(&later, at(1000)).secret()], secrets(&first));
}

#[test]
fn a_clock_that_was_ahead_does_not_keep_a_key_for_years() {
    let world = World::new();
    let ahead = world.store.cursor_keys(at(100_000)).unwrap();
    assert_eq!(secrets(&world.store.cursor_keys(at(0)).unwrap()), secrets(&ahead));
    assert_eq!(world.store.cursor_keys(at(24)).unwrap().keys().count(), 2);
}

/// Each has its own connection, as processes have.
#[test]
fn many_at_once_make_one_key() {
    let world = World::with(patient(1));
    for hours in [0, 24] {
        let barrier = Barrier::new(8);
        let rings: Vec<CursorRing> = thread::scope(|scope| {
            let ask = || {
                let store = Store::open_with(world.folder.path(), patient(1)).unwrap();
                barrier.wait();
                store.cursor_keys(at(hours)).unwrap()
            };
            let asking: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        let distinct: BTreeSet<_> = rings.iter().map(secrets).collect();
        assert_eq!(distinct.len(), 1, "at hour {hours}");
    }
}

#[test]
fn a_key_of_the_wrong_length_is_refused_by_the_table() {
    let world = World::new();
    let raw = world.raw();
    for statement in [
        "INSERT INTO cursor_keys VALUES (randomblob(7), randomblob(32), 0)",
        "INSERT INTO cursor_keys VALUES (randomblob(8), randomblob(31), 0)",
        "INSERT INTO cursor_keys VALUES ('eight888', randomblob(32), 0)",
    ] {
        raw.execute(statement, []).expect_err(statement);
    }
}

#[test]
fn a_store_that_is_gone_is_told() {
    let world = World::new();
    std::fs::remove_file(world.store.database()).unwrap();
    let fault = world.store.cursor_keys(at(0)).unwrap_err();
    assert!(matches!(fault, StoreFault::Database { .. }), "{fault}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Two nodes that read every hour or so, each on its own, for days: what one
    /// seals now, the other opens now and as long as the cursor lives.
    #[test]
    fn what_one_node_seals_the_other_opens(
        steps in prop::collection::vec((any::<bool>(), 0..=1800_i64), 150),
    ) {
        let world = World::new();
        let mut now = at(0);
        let mut nodes = [0, 1].map(|_| (world.store.cursor_keys(now).unwrap(), now));
        let mut sealed: Vec<(CursorKey, Timestamp)> = Vec::new();
        for (first, seconds) in steps {
            now = now.plus_seconds(seconds);
            for (index, node) in nodes.iter_mut().enumerate() {
                let due = now.seconds_since(node.1) >= HOUR;
                if due || first == (index == 0) {
                    *node = (world.store.cursor_keys(now).unwrap(), now);
                }
            }
            sealed.extend(nodes.iter().map(|node| (sealing(&node.0, now), now)));
            sealed.retain(|(_, since)| now.seconds_since(*since) < HOUR);
            for (key, since) in &sealed {
                prop_assert!(nodes.iter().all(|node| node.0.keys().any(|known| known == key)), "{since:?} {now:?}");
            }
        }
    }
}
