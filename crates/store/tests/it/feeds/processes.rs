//! Several processes, and one that dies.

use dealeragent_feeds::keep::FeedStore as _;
use dealeragent_store::Store;

use super::{apply, state};
use crate::support::World;

#[test]
fn another_process_notices_a_change_and_finds_it_whole() {
    let world = World::new();
    let (here, there) = (world.store.feed_store(), Store::open(world.folder.path()).unwrap().feed_store());
    let before = there.generation().unwrap();
    apply(&here, "one", 1, &state(700, 1), 0).unwrap();
    assert_ne!(there.generation().unwrap(), before);
    assert_eq!(there.load().unwrap().feeds["one"].state.as_ref().unwrap().units.len(), 700);
}

/// What a killed process leaves: a transaction that never ended.
#[test]
fn half_a_run_is_no_run() {
    let world = World::new();
    let store = world.store.feed_store();
    apply(&store, "one", 1, &state(700, 1), 0).unwrap();
    let mut raw = world.raw();
    let half = raw.transaction().unwrap();
    half.execute_batch("DELETE FROM feed_units WHERE number > 0; UPDATE feed_versions SET version = 9").unwrap();
    // Readers see the old state meanwhile, and after the death of the writer.
    assert_eq!(store.load().unwrap().feeds["one"].state.as_ref().unwrap().units.len(), 700);
    drop(half);
    drop(raw);
    let kept = store.load().unwrap();
    assert_eq!((kept.feeds["one"].version, kept.feeds["one"].state.as_ref().unwrap().units.len()), (1, 700));
    apply(&store, "one", 2, &state(3, 2), 1).unwrap();
}
