//! Looking entries up.

use dealeragent_gateway::AuditEntry;
use dealeragent_protocol::{
    error::ErrorCode,
    tool::{Tool, tool_by_name},
    values::TraceId,
};
use dealeragent_store::{AuditFilter, OutcomeFilter};
use serde_json::{Value, json};

use crate::support::{World, entry, start, write};

fn numbers(world: &World, filter: AuditFilter) -> Vec<u64> {
    world.archive().list(&filter).unwrap().iter().map(|record| record.seq).collect()
}

#[test]
fn the_newest_come_first_and_page_by_page() {
    let world = World::of(120);
    let page = numbers(&world, AuditFilter::default());
    assert_eq!(page, (71..=120).rev().collect::<Vec<_>>());
    let next = numbers(&world, AuditFilter { before_seq: Some(71), limit: 100, ..AuditFilter::default() });
    assert_eq!(next, (1..=70).rev().collect::<Vec<_>>());
}

#[test]
fn filters_narrow_the_list() {
    let world = World::of(12);
    let all = AuditFilter { limit: u32::MAX, ..AuditFilter::default() };
    let only = |filter| numbers(&world, filter);
    let at = |n| Some(start().plus_seconds(n));
    assert_eq!(only(AuditFilter { since: at(11), ..all.clone() }), [12, 11]);
    assert_eq!(only(AuditFilter { until: at(3), ..all.clone() }), [2, 1]);
    assert_eq!(only(AuditFilter { actor: Some("caller-0".to_owned()), ..all.clone() }), [12, 9, 6, 3]);
    assert_eq!(only(AuditFilter { tool: Some(Tool::ALL[1].into()), ..all.clone() }), [8, 1]);
    assert_eq!(only(AuditFilter { outcome: Some(OutcomeFilter::Good), ..all.clone() }), [11, 9, 7, 5, 3, 1]);
    assert_eq!(only(AuditFilter { outcome: Some(OutcomeFilter::Failed), until: at(5), ..all.clone() }), [4, 2]);
    let code = |code| AuditFilter { outcome: Some(OutcomeFilter::Code(code)), ..all.clone() };
    assert_eq!(only(code(ErrorCode::ScopeInsufficient)).len(), 6);
    assert_eq!(only(code(ErrorCode::Internal)), [0; 0]);
}

/// A tool of the protocol that is not implemented has its name and profile too.
#[test]
fn a_tool_that_is_not_implemented_is_kept_by_name() {
    let world = World::new();
    let tool = tool_by_name("dealeragent_handoff_prepare").unwrap();
    write(&world.store.audit_store().unwrap(), [entry(1), AuditEntry { tool, ..entry(2) }]);
    let filter = AuditFilter { tool: Some(tool), ..AuditFilter::default() };
    let records = world.archive().list(&filter).unwrap();
    let said: Vec<_> = records.iter().map(|record| (record.tool.as_str(), record.profile.as_str())).collect();
    assert_eq!(said, [("dealeragent.handoff.prepare", "dealeragent.handoff/0.1")]);
    assert!(world.verify().is_intact());
}

#[test]
fn an_unknown_trace_has_no_entries() {
    let world = World::of(2);
    assert!(world.archive().show(&TraceId::parse("trc_unknown").unwrap()).unwrap().is_empty());
}

#[test]
fn a_record_has_stable_names() {
    let world = World::of(2);
    let record = serde_json::to_value(world.archive().show(&entry(2).trace_id).unwrap().remove(0)).unwrap();
    let Value::Object(members) = &record else { panic!("{record}") };
    let mut names: Vec<&str> = members.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "actor",
            "at",
            "decision",
            "encoding",
            "hash",
            "organization_id",
            "outcome",
            "policy_version",
            "previous_hash",
            "private_reason",
            "profile",
            "resource_ids",
            "resources_omitted",
            "rooftop_ids",
            "rooftops_omitted",
            "seq",
            "tool",
            "trace_id",
        ]
    );
    assert_eq!(record["at"], "2026-09-01T14:00:02Z");
    assert_eq!(record["decision"], "refused");
    assert_eq!((&record["tool"], &record["profile"]), (&json!(Tool::ALL[2]), &json!(Tool::ALL[2].spec().profile)));
    assert_eq!(record["hash"].as_str().unwrap().len(), 64);
}
