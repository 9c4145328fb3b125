//! Claims that no sentence about a used unit may make.

use dealeragent_protocol::{
    facts::{
        AccidentStatus, CertificationType, HistoryReport, ReportStatus, SharedSummary, TitleStatus, UsedCondition,
        UsedOdometerStatus, UsedVehicleDetails,
    },
    values::{List, Timestamp},
    wording::en,
};

use crate::samples;

const NOT_ACCIDENT_FREE: &str = "(not the same as accident-free)";

fn now() -> Timestamp {
    Timestamp::parse(samples::NOW).unwrap()
}

fn details() -> UsedVehicleDetails {
    serde_json::from_value(samples::used_vehicle_details()).unwrap()
}

/// Every way in which a report can speak or be silent of accidents.
fn reports() -> Vec<HistoryReport> {
    let plain: HistoryReport = serde_json::from_value(samples::history_report()).unwrap();
    let SharedSummary::Authorized(Some(summary)) = plain.summary.clone() else { panic!("the sample has a summary") };
    let mut reports = Vec::new();
    for status in ReportStatus::ALL {
        let with = |summary| HistoryReport { status: *status, summary, ..plain.clone() };
        for accident_status in AccidentStatus::ALL.iter().copied() {
            let summary = dealeragent_protocol::facts::HistorySummary { accident_status, ..summary.clone() };
            reports.push(with(SharedSummary::Authorized(Some(summary))));
        }
        reports.push(with(SharedSummary::Authorized(None)));
        reports.push(with(SharedSummary::NotAuthorized));
    }
    reports
}

/// The summary of every combination of states.
fn summaries() -> Vec<(UsedVehicleDetails, String)> {
    let mut found = Vec::new();
    let mut reports: Vec<Vec<HistoryReport>> = reports().into_iter().map(|report| vec![report]).collect();
    reports.push(Vec::new());
    for condition in UsedCondition::ALL {
        for odometer in UsedOdometerStatus::ALL {
            for title in TitleStatus::ALL {
                for certification in CertificationType::ALL {
                    for reports in &reports {
                        let mut details = details();
                        details.condition = *condition;
                        details.odometer.status = *odometer;
                        details.title.status = *title;
                        details.certification.kind = *certification;
                        details.history_reports = List::new(reports.clone()).unwrap();
                        let summary = en::used_summary("2021 Honda Civic", &details, now());
                        found.push((details, summary));
                    }
                }
            }
        }
    }
    found
}

#[test]
fn no_combination_claims_too_much() {
    let summaries = summaries();
    assert!(summaries.len() > 5000, "{}", summaries.len());
    for (details, summary) in &summaries {
        let lower = summary.to_lowercase();
        assert!(!lower.replace(NOT_ACCIDENT_FREE, "").contains("accident-free"), "{summary}");
        assert!(!lower.contains("accident free") && !lower.contains("no accidents") && !lower.contains("clean"));
        assert!(!lower.contains("available now") && !lower.contains("out-the-door"), "{summary}");
        let cpo = details.certification.kind == CertificationType::ManufacturerCpo;
        assert_eq!(lower.contains("certified pre-owned"), cpo, "{summary}");
        assert!(lower.contains("days in stock as of 14:00 utc"), "an age has its time: {summary}");
    }
}

#[test]
fn no_events_reported_is_said_with_its_warning() {
    for (details, summary) in summaries() {
        let silent = details.history_reports.iter().any(|report| {
            matches!(&report.summary, SharedSummary::Authorized(Some(s)) if s.accident_status == AccidentStatus::NoEventsReported)
        });
        assert_eq!(summary.contains(NOT_ACCIDENT_FREE), silent, "{summary}");
    }
}

#[test]
fn a_summary_that_may_not_be_shared_says_nothing_of_accidents() {
    let mut details = details();
    let mut report = details.history_reports[0].clone();
    report.summary = SharedSummary::NotAuthorized;
    details.history_reports = List::new(vec![report]).unwrap();
    details.discrepancies = List::default();
    let summary = en::used_summary("Car", &details, now());
    assert!(!summary.contains("accident"), "{summary}");
    assert!(summary.contains("does not allow its summary to be shared"));
}

#[test]
fn no_report_is_no_good_news() {
    let mut details = details();
    details.history_reports = List::default();
    let summary = en::used_summary("Car", &details, now());
    assert!(summary.contains("that says nothing about the car's past"), "{summary}");
}

#[test]
fn sources_that_disagree_are_both_told() {
    let summary = en::used_summary("Car", &details(), now());
    assert!(summary.contains("Sources disagree on accidents: one reports an event"), "{summary}");
}

#[test]
fn only_core_calls_itself_core() {
    let manifest = serde_json::from_value(samples::manifest()).unwrap();
    let says = |core| en::manifest_summary(&manifest, core, false);
    assert!(says(true).contains("Dealer Agent Protocol Core"));
    assert!(!says(false).contains("Core"));
    assert!(en::manifest_summary(&manifest, false, true).ends_with(en::SYNTHETIC));
}
