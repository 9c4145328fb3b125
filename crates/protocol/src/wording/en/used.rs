//! A used unit's evidence in words.

use super::{UnitWords, history::report_line, unit::unit_line};
use crate::{
    facts::{CertificationType, Discrepancy, DiscrepancyStatus, TitleStatus, UsedOdometerStatus, UsedVehicleDetails},
    values::Timestamp,
};

/// The one sentence for every unit without details, whatever the reason.
pub const NO_USED_DETAILS: &str = "There are no used-vehicle details for such a unit here.";

/// The summary of a used unit's evidence: what each source says, and where
/// they disagree. It never turns silence into a good past.
#[must_use]
pub fn used_summary(unit: &UnitWords<'_>, details: &UsedVehicleDetails, now: Timestamp) -> String {
    let tenure = &details.inventory_tenure;
    let mut lines = vec![unit_line(unit, now)];
    lines.push(format!(
        "Condition: {}, {}{}, {} days in stock as of {}.",
        details.condition,
        details.odometer.reading,
        odometer_note(details.odometer.status),
        tenure.age_days,
        tenure.age_as_of.to_speech(now),
    ));
    if details.history_reports.is_empty() {
        lines.push("History reports: none on record here; that says nothing about the car's past.".to_owned());
    }
    lines.extend(details.history_reports.iter().map(report_line));
    lines.push(format!("Title: {}.", title(details)));
    lines.push(format!("Certification: {}.", certification(details.certification.kind)));
    lines.extend(details.discrepancies.iter().map(discrepancy_line));
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

fn title(details: &UsedVehicleDetails) -> String {
    let brands: Vec<&str> = details.title.brands.iter().map(|brand| brand.as_str()).collect();
    let brands = brands.join(", ").replace('_', " ");
    match (details.title.status, brands.is_empty()) {
        (TitleStatus::Clear, true) => "clear according to its source".to_owned(),
        (TitleStatus::Clear, false) => {
            format!("called clear by its source, which names brands all the same ({brands})")
        }
        (TitleStatus::Branded, true) => "branded".to_owned(),
        (TitleStatus::Branded, false) => format!("branded ({brands})"),
        (TitleStatus::Pending, true) => "pending".to_owned(),
        (TitleStatus::Pending, false) => format!("pending, with brands named ({brands})"),
        (TitleStatus::InTransit, true) => "in transit".to_owned(),
        (TitleStatus::InTransit, false) => format!("in transit, with brands named ({brands})"),
        (TitleStatus::Unknown, true) => "not known".to_owned(),
        (TitleStatus::Unknown, false) => format!("status not known, with brands named ({brands})"),
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

/// A description that opens with the field, as those of the gateway do, does
/// not name it twice.
fn discrepancy_line(discrepancy: &Discrepancy) -> String {
    let opening = format!("Sources differ on {}: ", discrepancy.field);
    let description = discrepancy.description.as_str();
    let said = description.strip_prefix(&opening).unwrap_or(description).trim_end_matches('.');
    let settled = match discrepancy.status {
        DiscrepancyStatus::Unresolved => "",
        DiscrepancyStatus::DealerReviewed => " The dealer has reviewed this.",
        DiscrepancyStatus::ProviderCorrected => " A provider has corrected this.",
    };
    format!("Sources disagree on {}: {said}.{settled}", discrepancy.field.as_str().replace('_', " "))
}
