//! One vehicle in words.

use super::{availability_claim, price_claim, unit::marks};
use crate::{
    facts::{AdvertisedPrice, Availability, Band, Charge, Condition},
    values::{Distance, RooftopId, Timestamp, VehicleId},
};

/// What a line about a vehicle needs.
#[derive(Debug, Clone, Copy)]
pub struct VehicleWords<'a> {
    /// The unit.
    pub vehicle_id: &'a VehicleId,
    /// The selling location.
    pub rooftop_id: &'a RooftopId,
    /// Model year.
    pub year: u16,
    /// Maker.
    pub make: &'a str,
    /// Model.
    pub model: &'a str,
    /// Trim.
    pub trim: Option<&'a str>,
    /// Condition.
    pub condition: Condition,
    /// Odometer reading.
    pub odometer: Option<Distance>,
    /// The advertised price.
    pub price: &'a AdvertisedPrice,
    /// Required charges that the dealer states; `None` where it has not said.
    pub charges: Option<&'a [Charge]>,
    /// Availability as last published.
    pub availability: &'a Availability,
    /// Its band.
    pub band: Band,
}

/// `2024 Honda Civic EX`.
#[must_use]
pub fn vehicle_name(year: u16, make: &str, model: &str, trim: Option<&str>) -> String {
    match trim.filter(|trim| !trim.is_empty()) {
        Some(trim) => format!("{year} {make} {model} {trim}"),
        None => format!("{year} {make} {model}"),
    }
}

/// One line: name, condition, reading, price, claim, ids.
#[must_use]
pub fn vehicle_line(vehicle: &VehicleWords<'_>, now: Timestamp) -> String {
    let odometer = vehicle.odometer.map(|reading| format!(", {reading}")).unwrap_or_default();
    format!(
        "{} ({}{odometer}): {}; {} {}",
        vehicle_name(vehicle.year, vehicle.make, vehicle.model, vehicle.trim),
        vehicle.condition,
        price_claim(vehicle.price, vehicle.charges),
        availability_claim(vehicle.availability, vehicle.band, now),
        marks(vehicle.band, vehicle.vehicle_id, vehicle.rooftop_id),
    )
}
