//! What a plain SQL shell is refused.

use dealeragent_store::{Defect, Place};

use crate::{
    retention::keep_one_day,
    support::{World, start},
};

/// Four entries, of which retention dropped two.
fn world() -> World {
    let world = World::of(4);
    let retired = world.archive().apply_retention(&keep_one_day(), start().plus_seconds(3 + 86_400)).unwrap();
    assert_eq!(retired.dropped, 2);
    world
}

/// An entry like the last one, under another number.
fn copy_as(seq: &str) -> String {
    format!(
        "INSERT INTO audit_entries SELECT {seq}, encoding, at_us, trace_id, actor, organization_id, rooftop_ids, \
         rooftops_omitted, tool, profile, decision, policy_version, resource_ids, resources_omitted, outcome, private_reason, \
         previous_hash, hash FROM audit_entries WHERE seq = 4"
    )
}

/// An anchor by hand.
fn anchor(number: u8, first: u8, last: u8, hash_of: u8) -> String {
    format!(
        "INSERT INTO audit_anchors SELECT {number}, 1, 0, 'x', '1', {first}, {last}, hash, hash, hash \
         FROM audit_entries WHERE seq = {hash_of}"
    )
}

#[test]
fn plain_statements_cannot_change_the_log() {
    let world = world();
    let raw = world.raw();
    for statement in [
        "UPDATE audit_entries SET actor = 'nobody' WHERE seq = 4",
        "UPDATE OR REPLACE audit_entries SET seq = 3 WHERE seq = 4",
        "DELETE FROM audit_entries WHERE seq = 3",
        "DELETE FROM audit_entries WHERE seq = 4",
        "DELETE FROM audit_entries",
        "INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries WHERE seq = 3",
        &copy_as("2"),
        &copy_as("NULL"),
        &copy_as("5"),
        &copy_as("9"),
        "UPDATE audit_anchors SET last_seq = 4",
        "DELETE FROM audit_anchors",
        "INSERT OR REPLACE INTO audit_anchors SELECT * FROM audit_anchors",
        &anchor(1, 3, 4, 4),
        &anchor(3, 3, 4, 4),
        &anchor(2, 4, 4, 4),
        &anchor(2, 3, 4, 3),
        &anchor(2, 3, 5, 4),
        "INSERT OR REPLACE INTO audit_log (id, log_id) VALUES (1, randomblob(16))",
        "UPDATE audit_log SET log_id = randomblob(16)",
        "DELETE FROM audit_log",
    ] {
        let refusal = raw.execute(statement, []).expect_err(statement).to_string();
        assert!(refusal.contains("audit"), "{statement}: {refusal}");
    }
    let result = world.verify();
    assert_eq!((result.entries, result.is_intact()), (2, true));
}

/// The triggers cannot compute hashes: this far a SQL shell gets.
#[test]
fn a_forged_anchor_of_the_right_shape_is_found_by_the_verification() {
    let world = world();
    let raw = world.raw();
    raw.execute(&anchor(2, 3, 4, 4), []).unwrap();
    raw.execute("DELETE FROM audit_entries", []).unwrap();
    let broken = world.broken();
    assert_eq!((broken.place, broken.defect), (Place::Anchor(2), Defect::Unlinked));
}
