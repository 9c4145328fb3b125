//! What every summary about a single unit says: which one, how sure, as of when.

use super::availability_claim;
use crate::{
    facts::{Availability, Band},
    values::{RooftopId, Timestamp, VehicleId},
};

/// A unit as its summaries name it.
#[derive(Debug, Clone, Copy)]
pub struct UnitWords<'a> {
    /// `2024 Honda Civic EX`.
    pub name: &'a str,
    /// The unit.
    pub vehicle_id: &'a VehicleId,
    /// The selling location.
    pub rooftop_id: &'a RooftopId,
    /// Availability as last published.
    pub availability: &'a Availability,
    /// Its band.
    pub band: Band,
}

impl UnitWords<'_> {
    /// What the band allows to be said.
    pub(super) fn claim(&self, now: Timestamp) -> String {
        availability_claim(self.availability, self.band, now)
    }

    /// The band and the ids.
    pub(super) fn marks(&self) -> String {
        marks(self.band, self.vehicle_id, self.rooftop_id)
    }
}

/// `2024 Honda Civic EX: listed by the dealer, as of 14:05 UTC, not verified
/// [band asserted; vehicle_id veh_1, rooftop_id main]`.
pub(super) fn unit_line(unit: &UnitWords<'_>, now: Timestamp) -> String {
    format!("{}: {} {}", unit.name, unit.claim(now), unit.marks())
}

pub(super) fn marks(band: Band, vehicle_id: &VehicleId, rooftop_id: &RooftopId) -> String {
    format!("[band {band}; vehicle_id {vehicle_id}, rooftop_id {rooftop_id}]")
}
