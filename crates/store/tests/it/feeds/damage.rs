//! A state that cannot be read is a fault, never an empty lot.

use dealeragent_feeds::keep::FeedStore as _;

use super::{apply, state};
use crate::support::World;

#[test]
fn damage_is_told_with_the_way_out() {
    let changes = [
        "UPDATE feed_units SET content = substr(content, 1, 100) WHERE number = 1",
        "DELETE FROM feed_units WHERE number = 0",
        "DELETE FROM feed_units",
        "UPDATE feed_states SET encoding = 99",
        "UPDATE feed_states SET head = '{}'",
        "UPDATE feed_units SET content = x'ffffffff00', digest = digest",
    ];
    for change in changes {
        let world = World::new();
        let store = world.store.feed_store();
        apply(&store, "north", 1, &state(1_200, 1), 0).unwrap();
        world.raw().execute_batch(change).unwrap();
        let fault = store.load().unwrap_err().to_string();
        let database = world.store.database().display().to_string();
        assert!(
            fault.contains("the last good listings of feed north") && fault.contains(&database),
            "{change}: {fault}"
        );
        assert!(fault.contains("restore a backup"), "{fault}");
        assert!(!fault.contains("9ZZDAPT"), "{fault}");
    }
}
