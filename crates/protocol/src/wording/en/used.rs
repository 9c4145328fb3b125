//! A used unit's evidence in words.

use crate::{
    facts::{
        AccidentStatus, CertificationType, HistoryReport, SharedSummary, TitleStatus, UsedOdometerStatus,
        UsedVehicleDetails,
    },
    values::Timestamp,
};

/// The summary of a used unit's evidence: what each source says, and where
/// they disagree. It never turns silence into a good past.
#[must_use]
pub fn used_summary(name: &str, details: &UsedVehicleDetails, now: Timestamp) -> String {
    let tenure = &details.inventory_tenure;
    let mut lines = vec![format!(
        "{name} ({}), {}{}, {} days in stock as of {}.",
        details.condition,
        details.odometer.reading,
        odometer_note(details.odometer.status),
        tenure.age_days,
        tenure.age_as_of.to_speech(now),
    )];
    if details.history_reports.is_empty() {
        lines.push("History reports: none on record here; that says nothing about the car's past.".to_owned());
    }
    lines.extend(details.history_reports.iter().map(report_line));
    lines.push(format!("Title: {}.", title(details)));
    lines.push(format!("Certification: {}.", certification(details.certification.kind)));
    for discrepancy in details.discrepancies.iter() {
        lines.push(format!("Sources disagree on {}: {}", discrepancy.field, discrepancy.description));
    }
    lines.join("\n")
}

fn odometer_note(status: UsedOdometerStatus) -> &'static str {
    match status {
        UsedOdometerStatus::Actual => " on the odometer",
        UsedOdometerStatus::NotActual => " on an odometer that is not actual",
        UsedOdometerStatus::ExceedsMechanicalLimits => " on an odometer past its mechanical limits",
        UsedOdometerStatus::Exempt => " on an odometer exempt from disclosure",
        UsedOdometerStatus::Unknown => " as listed",
    }
}

fn report_line(report: &HistoryReport) -> String {
    let says = match &report.summary {
        SharedSummary::Authorized(Some(summary)) => match summary.accident_status {
            AccidentStatus::EventsReported => "reports accident events",
            AccidentStatus::NoEventsReported => "has no accident events reported to it (not the same as accident-free)",
            AccidentStatus::Unknown => "does not know about accidents",
        },
        SharedSummary::Authorized(None) => "gives no summary",
        SharedSummary::NotAuthorized => "does not allow its summary to be shared",
    };
    format!("History by {}: {} {says}.", report.provider_name, report.status.as_str().replace('_', " "))
}

fn title(details: &UsedVehicleDetails) -> String {
    let brands: Vec<&str> = details.title.brands.iter().map(|brand| brand.as_str()).collect();
    match details.title.status {
        TitleStatus::Clear => "clear according to its source".to_owned(),
        TitleStatus::Branded => format!("branded ({})", brands.join(", ").replace('_', " ")),
        TitleStatus::Pending => "pending".to_owned(),
        TitleStatus::InTransit => "in transit".to_owned(),
        TitleStatus::Unknown => "not known".to_owned(),
    }
}

/// A dealer's own programme is never called certified pre-owned.
fn certification(kind: CertificationType) -> &'static str {
    match kind {
        CertificationType::ManufacturerCpo => "manufacturer's certified pre-owned programme",
        CertificationType::DealerCertified => "the dealer's own programme",
        CertificationType::ThirdPartyCertified => "a third party's programme",
        CertificationType::NotCertified => "none",
        CertificationType::Unknown => "not known",
    }
}
