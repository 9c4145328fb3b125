//! Old entries go; what stays still verifies.

use std::num::NonZeroU32;

use dealeragent_protocol::values::Timestamp;
use dealeragent_store::{Defect, NotedTip, Place, RetentionPolicy, StoreFault};

use crate::support::{World, entry, start, write};

pub(crate) fn keep_one_day() -> RetentionPolicy {
    RetentionPolicy { name: "short".to_owned(), version: "3".to_owned(), keep_days: NonZeroU32::MIN }
}

/// When everything before entry `n` is older than a day.
fn a_day_after(n: i64) -> Timestamp {
    start().plus_seconds(n + 86_400)
}

#[test]
fn what_is_strictly_older_goes_and_leaves_an_anchor() {
    let world = World::of(10);
    let last = world.archive().show(&entry(4).trace_id).unwrap().remove(0);
    let retired = world.archive().apply_retention(&keep_one_day(), a_day_after(5)).unwrap();
    assert_eq!(retired.dropped, 4);
    let [anchor] = retired.anchors.as_slice() else { panic!("{retired:?}") };
    assert_eq!((anchor.first_seq, anchor.last_seq, anchor.count()), (1, 4, 4));
    assert_eq!((anchor.last_hash, anchor.at), (last.hash, a_day_after(5)));
    assert_eq!((anchor.policy_name.as_str(), anchor.policy_version.as_str()), ("short", "3"));

    let result = world.verify();
    assert!(result.is_intact(), "{result:?}");
    assert_eq!((result.entries, result.first.unwrap().seq, result.anchors), (6, 5, 1));
    assert_eq!(world.archive().apply_retention(&keep_one_day(), a_day_after(5)).unwrap().dropped, 0);
}

#[test]
fn anchors_are_a_chain_and_appending_goes_on() {
    let world = World::of(6);
    let first = world.archive().apply_retention(&keep_one_day(), a_day_after(3)).unwrap();
    let second = world.archive().apply_retention(&keep_one_day(), a_day_after(7)).unwrap();
    assert_eq!((first.dropped, second.dropped), (2, 4));
    assert_eq!(second.anchors[0].previous_hash, first.anchors[0].hash);
    let result = world.verify();
    assert_eq!((result.entries, result.anchors, result.tip.seq, result.is_intact()), (0, 2, 6, true));

    write(&world.store.audit_store().unwrap(), [entry(7)]);
    let result = world.verify();
    assert_eq!((result.entries, result.first.unwrap().seq, result.is_intact()), (1, 7, true));
}

#[test]
fn an_older_entry_behind_a_younger_one_stays_with_it() {
    let world = World::new();
    write(&world.store.audit_store().unwrap(), [entry(1), entry(9), entry(2), entry(10)]);
    let retired = world.archive().apply_retention(&keep_one_day(), a_day_after(5)).unwrap();
    assert_eq!(retired.dropped, 1);
    assert_eq!(world.verify().entries, 3);
}

#[test]
fn a_long_log_goes_in_batches() {
    let world = World::new();
    let log = world.store.audit_store().unwrap();
    (0..6).for_each(|part| write(&log, (0..4000).map(|n| entry(part * 4000 + n + 1))));
    let retired = world.archive().apply_retention(&keep_one_day(), a_day_after(23_000)).unwrap();
    assert_eq!((retired.dropped, retired.anchors.len()), (22_999, 3));
    let result = world.verify();
    assert!(result.is_intact(), "{result:?}");
    assert_eq!((result.entries, result.anchors), (1001, 3));
}

#[test]
fn evidence_of_a_change_is_not_dropped() {
    let world = World::of(5);
    world.unguarded().execute("UPDATE audit_entries SET actor = 'nobody' WHERE seq = 2", []).unwrap();
    let fault = world.archive().apply_retention(&keep_one_day(), a_day_after(4)).unwrap_err();
    let StoreFault::Tampered { broken, .. } = &fault else { panic!("{fault}") };
    assert_eq!((broken.place, &broken.defect), (Place::Entry(2), &Defect::Changed));
    let kept: i64 = world.raw().query_row("SELECT count(*) FROM audit_entries", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 5);
}

#[test]
fn entries_deleted_past_an_anchor_are_found() {
    let world = World::of(6);
    world.archive().apply_retention(&keep_one_day(), a_day_after(3)).unwrap();
    world.unguarded().execute("DELETE FROM audit_entries WHERE seq = 3", []).unwrap();
    assert_eq!(world.broken_at(), Place::Entry(3));
    world.raw().execute("DELETE FROM audit_anchors", []).unwrap();
    assert_eq!(world.broken_at(), Place::Entry(1));
}

#[test]
fn a_tip_noted_before_retention_is_still_understood() {
    let world = World::of(6);
    let tip = world.archive().tip().unwrap();
    world.archive().apply_retention(&keep_one_day(), a_day_after(7)).unwrap();
    let result = world.archive().verify(Some(&tip)).unwrap();
    assert!(result.is_intact(), "{result:?}");
    assert_eq!(result.noted, Some(NotedTip::Dropped));
}
