//! One gapless chain, whoever writes it.

use std::thread;

use dealeragent_gateway::Decision;
use dealeragent_store::Store;

use crate::support::{World, entry, patient, write};

#[test]
fn an_empty_log_verifies() {
    let world = World::new();
    let result = world.verify();
    assert!(result.is_intact());
    assert_eq!((result.entries, result.first, result.last, result.anchors), (0, None, None, 0));
    assert_eq!(world.archive().tip().unwrap().hash, result.tip.log_id.genesis());
}

#[test]
fn entries_follow_each_other_from_the_logs_own_start() {
    let world = World::of(5);
    let result = world.verify();
    assert!(result.is_intact(), "{result:?}");
    assert_eq!((result.entries, result.first.unwrap().seq, result.last.unwrap().seq), (5, 1, 5));
    assert_eq!(result.last.unwrap().at, entry(5).at);
    assert_eq!(result.tip, world.archive().tip().unwrap());

    let first = &world.archive().show(&entry(1).trace_id).unwrap()[0];
    assert_eq!(first.previous_hash, result.tip.log_id.genesis());
    assert_ne!(World::new().verify().tip.log_id, result.tip.log_id, "each log has an id of its own");
}

#[test]
fn an_entry_reads_back_as_it_was() {
    let world = World::of(6);
    for n in 1..=6 {
        let wanted = entry(n);
        let kept = world.archive().show(&wanted.trace_id).unwrap();
        let [kept] = kept.as_slice() else { panic!("{kept:?}") };
        assert_eq!(kept.trace_id, wanted.trace_id.as_str());
        assert_eq!(kept.at, wanted.at);
        assert_eq!(kept.actor, wanted.actor);
        assert_eq!(kept.organization_id.as_deref(), wanted.organization_id.as_ref().map(|id| id.as_str()));
        assert_eq!(kept.rooftop_ids, ["north", "south"]);
        assert_eq!(kept.tool, wanted.tool.as_str());
        assert_eq!(kept.decision == "allowed", wanted.decision == Decision::Allowed);
        assert_eq!(kept.policy_version, wanted.policy_version);
        assert_eq!(kept.resource_ids.len(), wanted.resource_ids.len());
        assert_eq!(kept.outcome.as_deref(), wanted.outcome.map(|code| code.as_str()));
        assert_eq!(kept.private_reason, wanted.private_reason);
        assert_eq!((kept.rooftops_omitted, kept.resources_omitted), (0, 0));
    }
}

#[test]
fn reopening_continues_the_chain() {
    let world = World::of(3);
    let tip = world.archive().tip().unwrap();
    let again = Store::open(world.folder.path()).unwrap();
    write(&again.audit_store().unwrap(), [entry(4)]);
    let result = again.audit_archive().verify(Some(&tip)).unwrap();
    assert!(result.is_intact());
    assert_eq!(result.entries, 4);
}

#[test]
fn two_stores_on_one_file_write_one_chain() {
    let world = World::new();
    let folder = world.folder.path();
    thread::scope(|scope| {
        for part in 0..2 {
            scope.spawn(move || {
                let log = Store::open_with(folder, patient(16)).unwrap().audit_store().unwrap();
                // One after the other, so that the two take turns.
                (1..=40).for_each(|n| write(&log, [entry(part * 100 + n)]));
            });
        }
    });
    let result = world.verify();
    assert!(result.is_intact(), "{result:?}");
    assert_eq!(result.entries, 80);
}
