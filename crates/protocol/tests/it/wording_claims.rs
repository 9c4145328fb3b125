//! Claims that no sentence about a used unit may make.

use dealeragent_protocol::{
    facts::{
        AccidentStatus, Band, CertificationType, DiscrepancyStatus, HistoryReport, ReportStatus, SharedSummary,
        TitleStatus, UsedCondition, UsedOdometerStatus, UsedVehicleDetails, Vehicle,
    },
    values::{List, Text, Timestamp},
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

/// The summary of the sample unit, which is listed as on hold.
fn used_summary(details: &UsedVehicleDetails) -> String {
    let vehicle: Vehicle = serde_json::from_value(samples::vehicle()).unwrap();
    let unit = en::UnitWords {
        name: "2021 Honda Civic",
        vehicle_id: &vehicle.vehicle_id,
        rooftop_id: &vehicle.rooftop_id,
        availability: &vehicle.availability,
        band: Band::Asserted,
    };
    en::used_summary(&unit, details, now())
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
                        let summary = used_summary(&details);
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
    let summary = used_summary(&details);
    assert!(!summary.contains("accident"), "{summary}");
    assert!(summary.contains("does not allow its summary to be shared"));
}

#[test]
fn no_report_is_no_good_news() {
    let mut details = details();
    details.history_reports = List::default();
    let summary = used_summary(&details);
    assert!(summary.contains("that says nothing about the car's past"), "{summary}");
}

#[test]
fn a_used_summary_names_the_unit_the_band_and_the_time() {
    let summary = used_summary(&details());
    assert!(
        summary.starts_with(
            "2021 Honda Civic: listed by the dealer as on hold, as of 13:00 UTC, not verified [band asserted; \
             vehicle_id veh_1, rooftop_id main]\nCondition: certified, 12,345 mi on the odometer, 12 days in stock as \
             of 14:00 UTC.\n"
        ),
        "{summary}"
    );
}

/// One sentence for each status and state of the summary.
#[test]
fn every_state_of_a_report_is_a_sentence() {
    let said: std::collections::BTreeSet<String> = reports()
        .into_iter()
        .map(|report| {
            let mut details = details();
            details.history_reports = List::new(vec![report]).unwrap();
            let summary = used_summary(&details);
            summary.lines().find(|line| line.starts_with("History report")).unwrap().to_owned()
        })
        .collect();
    insta::assert_json_snapshot!(said);
}

#[test]
fn whatever_a_shared_report_holds_against_the_car_is_said() {
    let mut report = serde_json::to_value(&details().history_reports[0]).unwrap();
    let summary = &mut report["summary"];
    summary["accident_status"] = "events_reported".into();
    summary["accident_event_count"] = 2.into();
    summary["damage_status"] = "damage_reported".into();
    summary["structural_damage_status"] = "reported".into();
    summary["airbag_deployment_status"] = "reported".into();
    summary["title_brand_status"] = "brands_reported".into();
    summary["odometer_consistency"] = "discrepancy_reported".into();
    let mut details = details();
    details.history_reports = List::new(vec![serde_json::from_value(report).unwrap()]).unwrap();
    let wanted = "History report by History One: 2 accident events reported; damage reported; structural damage \
                  reported; airbag deployment reported; title brands reported; odometer discrepancy reported.";
    assert!(used_summary(&details).contains(wanted), "{}", used_summary(&details));
}

#[test]
fn sources_that_disagree_are_both_told_and_the_field_once() {
    let disagreement = |field: &str, description: &str, status| {
        let mut details = details();
        let mut discrepancy = details.discrepancies[0].clone();
        discrepancy.field = Text::bounded(field);
        discrepancy.description = Text::bounded(description);
        discrepancy.status = status;
        details.discrepancies = List::new(vec![discrepancy]).unwrap();
        used_summary(&details).lines().last().unwrap().to_owned()
    };
    let own = "Sources differ on accident_status: One states events_reported; Two states no_events_reported.";
    assert_eq!(
        disagreement("accident_status", own, DiscrepancyStatus::Unresolved),
        "Sources disagree on accident status: One states events_reported; Two states no_events_reported."
    );
    assert_eq!(
        disagreement("accidents", "one reports an event", DiscrepancyStatus::DealerReviewed),
        "Sources disagree on accidents: one reports an event. The dealer has reviewed this."
    );
}

/// Brands that a source names are told whatever it calls the title.
#[test]
fn named_brands_are_always_told() {
    for status in TitleStatus::ALL {
        let mut details = details();
        details.title.status = *status;
        assert!(used_summary(&details).contains("(hail)"), "{status}");
    }
}

#[test]
fn only_core_calls_itself_core() {
    let manifest = serde_json::from_value(samples::manifest()).unwrap();
    let says = |core| en::manifest_summary(&manifest, core, false);
    assert!(says(true).contains("Dealer Agent Protocol Core"));
    assert!(!says(false).contains("Core"));
    assert!(en::manifest_summary(&manifest, false, true).ends_with(en::SYNTHETIC));
}
