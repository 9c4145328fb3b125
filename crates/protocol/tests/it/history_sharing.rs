//! A summary that may not be shared has no way in and no way out.

use dealeragent_protocol::{
    facts::{HistoryReport, SharedSummary},
    schema,
};

use crate::samples;

#[test]
fn a_summary_without_authorization_is_dropped_on_the_way_in() {
    let mut report = samples::history_report();
    report["summary_sharing_authorized"] = false.into();
    let read: HistoryReport = serde_json::from_value(report).unwrap();
    assert_eq!(read.summary, SharedSummary::NotAuthorized);
    let written = serde_json::to_string(&read).unwrap();
    assert!(written.contains("\"summary_sharing_authorized\":false"));
    assert!(!written.contains("\"summary\":") && !written.contains("accident"), "{written}");
}

#[test]
fn withdrawing_the_authorization_withdraws_the_summary() {
    let mut report: HistoryReport = serde_json::from_value(samples::history_report()).unwrap();
    assert!(serde_json::to_string(&report).unwrap().contains("no_events_reported"));
    report.summary = SharedSummary::NotAuthorized;
    let written = serde_json::to_value(&report).unwrap();
    assert!(written.get("summary").is_none());
    assert!(jsonschema::is_valid(&schema::of::<HistoryReport>(), &written));
}

#[test]
fn the_schema_refuses_a_summary_beside_a_refusal_to_share() {
    let validator = jsonschema::validator_for(&schema::of::<HistoryReport>()).unwrap();
    let mut report = samples::history_report();
    assert!(validator.is_valid(&report));
    report["summary_sharing_authorized"] = false.into();
    assert!(!validator.is_valid(&report));
    report.as_object_mut().unwrap().remove("summary");
    assert!(validator.is_valid(&report));
}

#[test]
fn an_authorized_report_may_still_have_no_summary() {
    let mut report = samples::history_report();
    report.as_object_mut().unwrap().remove("summary");
    let read: HistoryReport = serde_json::from_value(report.clone()).unwrap();
    assert_eq!(read.summary, SharedSummary::Authorized(None));
    assert_eq!(serde_json::to_value(&read).unwrap(), report);
}

#[test]
fn a_known_owner_count_must_be_there() {
    let validator = jsonschema::validator_for(&schema::of::<HistoryReport>()).unwrap();
    let mut report = samples::history_report();
    report["summary"].as_object_mut().unwrap().remove("owner_count");
    assert!(!validator.is_valid(&report));
    report["summary"]["owner_count_status"] = "unknown".into();
    assert!(validator.is_valid(&report));
}
