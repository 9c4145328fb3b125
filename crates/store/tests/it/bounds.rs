//! Nothing in a record is unbounded, and nothing steers a terminal.

use dealeragent_gateway::AuditEntry;
use dealeragent_protocol::values::{RooftopId, Timestamp, VehicleId};
use dealeragent_store::{AuditRecord, RetentionPolicy};

use crate::{
    retention::keep_one_day,
    support::{World, entry, start, write},
};

fn kept(entry: AuditEntry) -> (World, AuditRecord) {
    let world = World::new();
    let trace_id = entry.trace_id.clone();
    write(&world.store.audit_store().unwrap(), [entry]);
    assert!(world.verify().is_intact());
    let record = world.archive().show(&trace_id).unwrap().remove(0);
    (world, record)
}

#[test]
fn long_texts_are_cut_and_counted_in_characters() {
    let (_, record) = kept(AuditEntry {
        private_reason: Some("ü".repeat(10_000_000)),
        actor: "ä".repeat(10_000),
        policy_version: "v".repeat(10_000),
        ..entry(1)
    });
    assert_eq!(record.private_reason.unwrap(), "ü".repeat(500));
    assert_eq!(record.actor, "ä".repeat(200));
    assert_eq!(record.policy_version.len(), 200);
}

#[test]
fn what_steers_a_terminal_is_replaced() {
    let hostile = "a\0b\nc\rd\u{1b}[2Je\u{7f}f\u{85}g\u{202e}h\u{2066}i\u{2028}j\u{200f}k";
    let (_, record) =
        kept(AuditEntry { private_reason: Some(hostile.to_owned()), actor: hostile.to_owned(), ..entry(1) });
    let wanted = "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}[2Je\u{fffd}f\u{fffd}g\u{fffd}h\u{fffd}i\u{fffd}j\u{fffd}k";
    assert_eq!(record.private_reason.unwrap(), wanted);
    assert_eq!(record.actor, wanted);
}

#[test]
fn a_hundred_ids_are_kept_and_the_rest_counted() {
    let (_, record) = kept(AuditEntry {
        resource_ids: (0..250).map(|n| VehicleId::parse(&format!("veh-{n}")).unwrap()).collect(),
        rooftop_ids: (0..101).map(|n| RooftopId::parse(&format!("roof-{n}")).unwrap()).collect(),
        ..entry(1)
    });
    assert_eq!((record.resource_ids.len(), record.resources_omitted), (100, 150));
    assert_eq!((record.rooftop_ids.len(), record.rooftops_omitted), (100, 1));
    assert_eq!(record.resource_ids[99], "veh-99");
}

#[test]
fn times_are_kept_to_the_microsecond() {
    let at = Timestamp::parse("2026-09-01T14:00:00.123456789Z").unwrap();
    let (world, record) = kept(AuditEntry { at, ..entry(1) });
    assert_eq!(record.at.to_string(), "2026-09-01T14:00:00.123456Z");
    let mut output = Vec::new();
    world.archive().export(&mut output).unwrap();
    assert!(dealeragent_store::verify_export(output.as_slice(), None).unwrap().is_intact());
}

#[test]
fn a_policy_name_is_bounded_too() {
    let world = World::of(2);
    let policy = RetentionPolicy { name: "x\n".repeat(500), ..keep_one_day() };
    let retired = world.archive().apply_retention(&policy, start().plus_seconds(200_000)).unwrap();
    let name = &retired.anchors[0].policy_name;
    assert!(name.chars().count() == 200 && !name.contains('\n'), "{name}");
    assert!(world.verify().is_intact());
}
