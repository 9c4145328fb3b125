//! Everyday words for coded values: what people type for `battery_electric`.
//!
//! A word of a query is a search aid and no claim: it may find more than it
//! says. So "cpo" finds every certified unit, whoever certified it, and "car"
//! whatever a car dealer sells on four wheels; what the answer then says of the
//! unit is as strict as ever. Plurals stand here, since a query's word has to
//! begin an indexed one.

use dealeragent_protocol::facts::{Condition, Drivetrain, FuelType, VehicleType};

pub(super) const fn of_fuel(fuel: FuelType) -> &'static [&'static str] {
    match fuel {
        FuelType::Gasoline => &["gasoline", "gas", "petrol"],
        FuelType::Diesel => &["diesel"],
        FuelType::Hybrid => &["hybrid", "hev"],
        FuelType::PlugInHybrid => &["plug-in", "hybrid", "phev"],
        FuelType::BatteryElectric => &["battery", "electric", "ev", "bev"],
        FuelType::Hydrogen => &["hydrogen", "fuel", "cell", "fcev"],
        FuelType::Other | FuelType::Unknown => &[],
    }
}

pub(super) const fn of_drivetrain(drivetrain: Drivetrain) -> &'static [&'static str] {
    match drivetrain {
        Drivetrain::Fwd => &["fwd", "front-wheel", "drive"],
        Drivetrain::Rwd => &["rwd", "rear-wheel", "drive"],
        Drivetrain::Awd => &["awd", "all-wheel", "drive"],
        Drivetrain::FourWd => &["4wd", "4x4", "four-wheel", "drive"],
        Drivetrain::Other | Drivetrain::Unknown => &[],
    }
}

/// Every unit has a condition, so the words for any unit stand here too.
pub(super) const fn of_condition(condition: Condition) -> &'static [&'static str] {
    match condition {
        Condition::New => &["new", "vehicles"],
        Condition::Used => &["used", "pre-owned", "second-hand", "vehicles"],
        Condition::Certified => &["certified", "cpo", "used", "pre-owned", "second-hand", "vehicles"],
        Condition::Demo => &["demos", "demonstrators", "ex-demo", "vehicles"],
    }
}

pub(super) const fn of_vehicle_type(vehicle_type: VehicleType) -> &'static [&'static str] {
    match vehicle_type {
        VehicleType::Car => &["cars"],
        VehicleType::Truck => &["trucks", "pickups", "cars"],
        VehicleType::Suv => &["suvs", "cars"],
        VehicleType::Van => &["vans", "cars"],
        VehicleType::Motorcycle => &["motorcycles", "motorbikes"],
        VehicleType::Rv => &["rvs"],
        VehicleType::Trailer => &["trailers"],
        VehicleType::Other => &[],
    }
}
