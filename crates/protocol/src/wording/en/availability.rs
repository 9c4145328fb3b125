//! What may be said about availability, by band (contract.md section 4).

use super::{UnitWords, unit::unit_line};
use crate::{
    facts::{Availability, AvailabilityStatus, Band},
    values::Timestamp,
};

/// The claim that a band allows. Only `verified_current` may speak of now.
#[must_use]
pub fn availability_claim(availability: &Availability, band: Band, now: Timestamp) -> String {
    let at = availability.observed_at.to_speech(now);
    let status = availability.status;
    match band {
        Band::VerifiedCurrent => format!("{}, verified with the dealer's system at {at}", known(status)),
        Band::RecentAuthoritative => format!("{} in the dealer's system as of {at}, not a live check", known(status)),
        Band::Asserted => format!("{}, as of {at}, not verified", published(status)),
        Band::Stale => format!("{} at {at}; that is stale, refresh before acting", published(status)),
        Band::Unknown => "availability not known".to_owned(),
    }
}

/// A status that the dealer published (`DAP-DISC-004`).
fn published(status: AvailabilityStatus) -> &'static str {
    match status {
        AvailabilityStatus::Available => "listed by the dealer",
        AvailabilityStatus::InTransit => "listed by the dealer as in transit",
        AvailabilityStatus::OnHold => "listed by the dealer as on hold",
        AvailabilityStatus::PendingSale => "listed by the dealer with a sale pending",
        AvailabilityStatus::Sold => "reported sold by the dealer",
        AvailabilityStatus::Unavailable => "reported as not available by the dealer",
        AvailabilityStatus::Unknown => "listed by the dealer without a status",
    }
}

/// A status that the dealer's system of record gave.
fn known(status: AvailabilityStatus) -> &'static str {
    match status {
        AvailabilityStatus::Available => "available",
        AvailabilityStatus::InTransit => "in transit",
        AvailabilityStatus::OnHold => "on hold",
        AvailabilityStatus::PendingSale => "sale pending",
        AvailabilityStatus::Sold => "sold",
        AvailabilityStatus::Unavailable => "not available",
        AvailabilityStatus::Unknown => "status not known",
    }
}

/// The summary of a check.
#[must_use]
pub fn check_summary(unit: &UnitWords<'_>, now: Timestamp) -> String {
    let person = if unit.availability.human_verification_required == Some(true) {
        " Before anybody travels or pays, a person at the dealership must confirm it."
    } else {
        ""
    };
    format!("{}.{person}", unit_line(unit, now))
}
