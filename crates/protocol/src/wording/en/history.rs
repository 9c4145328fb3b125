//! A history report in words. "No events reported" is never "accident-free",
//! and a summary that may not be shared leaves no trace.

use crate::facts::{
    AccidentStatus, DamageStatus, HistoryReport, HistorySummary, OdometerConsistency, ReportStatus, ReportedStatus,
    SharedSummary, TitleBrandStatus,
};

/// One sentence: whether the report can be had, and what it says as far as it
/// may be shared.
pub(super) fn report_line(report: &HistoryReport) -> String {
    let provider = &report.provider_name;
    match (&report.summary, report.status) {
        (SharedSummary::Authorized(Some(summary)), status) => {
            format!("History report by {provider}{}: {}.", report_note(status), findings(summary))
        }
        (SharedSummary::Authorized(None), ReportStatus::Available) => {
            format!("History report by {provider}: available, but no summary of it is on record here.")
        }
        (SharedSummary::NotAuthorized, ReportStatus::Available) => {
            format!("History report by {provider}: available, but {provider} does not allow its summary to be shared.")
        }
        (SharedSummary::Authorized(None), ReportStatus::Restricted) => {
            format!("History report by {provider}: access is restricted, and no summary of it is on record here.")
        }
        (SharedSummary::NotAuthorized, ReportStatus::Restricted) => format!(
            "History report by {provider}: access is restricted, and {provider} does not allow its summary to be shared."
        ),
        (SharedSummary::Authorized(None) | SharedSummary::NotAuthorized, ReportStatus::NotAvailable) => {
            format!("History report by {provider}: none available; that says nothing about the car's past.")
        }
        (SharedSummary::Authorized(None) | SharedSummary::NotAuthorized, ReportStatus::Unknown) => {
            format!("History report by {provider}: whether there is one is not known.")
        }
    }
}

/// What is to be known of a report whose summary is shared.
fn report_note(status: ReportStatus) -> &'static str {
    match status {
        ReportStatus::Available => "",
        ReportStatus::NotAvailable => " (not available itself; this is the summary on record)",
        ReportStatus::Restricted => " (access is restricted; this is the summary that may be shared)",
        ReportStatus::Unknown => " (whether it can be had is not known; this is the summary on record)",
    }
}

fn findings(summary: &HistorySummary) -> String {
    let accidents = match (summary.accident_status, summary.accident_event_count) {
        (AccidentStatus::EventsReported, Some(1)) => "1 accident event reported".to_owned(),
        (AccidentStatus::EventsReported, Some(count)) if count > 1 => format!("{count} accident events reported"),
        (AccidentStatus::EventsReported, _) => "accident events reported".to_owned(),
        (AccidentStatus::NoEventsReported, _) => {
            "no accident events reported to it (not the same as accident-free)".to_owned()
        }
        (AccidentStatus::Unknown, _) => "it does not say whether there were accidents".to_owned(),
    };
    let reported = |status: Option<ReportedStatus>| status == Some(ReportedStatus::Reported);
    // What it reports is said; what it does not report is no finding.
    let others = [
        (summary.damage_status == DamageStatus::DamageReported, "damage reported"),
        (reported(summary.structural_damage_status), "structural damage reported"),
        (reported(summary.airbag_deployment_status), "airbag deployment reported"),
        (summary.title_brand_status == TitleBrandStatus::BrandsReported, "title brands reported"),
        (summary.odometer_consistency == OdometerConsistency::DiscrepancyReported, "odometer discrepancy reported"),
    ];
    let others = others.into_iter().filter(|(is_reported, _)| *is_reported).map(|(_, words)| words.to_owned());
    std::iter::once(accidents).chain(others).collect::<Vec<_>>().join("; ")
}
