//! Everyday words for coded values: what people type for `battery_electric`.
//!
//! Each word is true of every unit that bears the code; "certified" is not
//! called a manufacturer's programme, since the bare flag does not say so.

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

pub(super) const fn of_condition(condition: Condition) -> &'static [&'static str] {
    match condition {
        Condition::New => &["new"],
        Condition::Used => &["used", "pre-owned"],
        Condition::Certified => &["certified"],
        Condition::Demo => &["demo", "demonstrator"],
    }
}

pub(super) const fn of_vehicle_type(vehicle_type: VehicleType) -> &'static [&'static str] {
    match vehicle_type {
        VehicleType::Car => &["car"],
        VehicleType::Truck => &["truck", "pickup"],
        VehicleType::Suv => &["suv"],
        VehicleType::Van => &["van"],
        VehicleType::Motorcycle => &["motorcycle", "motorbike"],
        VehicleType::Rv => &["rv"],
        VehicleType::Trailer => &["trailer"],
        VehicleType::Other => &[],
    }
}
