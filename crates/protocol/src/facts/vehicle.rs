//! A published vehicle (contract.md section 4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AdvertisedPrice, Availability, Freshness, Provenance, UsedVehicleSummary};
use crate::values::{
    DistanceUnit, ExtensionBag, List, OrganizationId, RooftopId, Text, Uri, VehicleId, Vin, words::words,
};

words! {
    /// The kind of vehicle.
    pub enum VehicleType {
        Car = "car", Truck = "truck", Suv = "suv", Van = "van", Motorcycle = "motorcycle", Rv = "rv",
        Trailer = "trailer", Other = "other",
    }
}

words! {
    /// The condition a unit is sold in.
    pub enum Condition { New = "new", Used = "used", Certified = "certified", Demo = "demo" }
}

words! {
    /// What an odometer reading is worth.
    pub enum OdometerStatus {
        Actual = "actual", NotActual = "not_actual",
        ExceedsMechanicalLimits = "exceeds_mechanical_limits", Unknown = "unknown",
    }
}

words! {
    /// What drives it.
    pub enum FuelType {
        Gasoline = "gasoline", Diesel = "diesel", Hybrid = "hybrid", PlugInHybrid = "plug_in_hybrid",
        BatteryElectric = "battery_electric", Hydrogen = "hydrogen", Other = "other", Unknown = "unknown",
    }
}

words! {
    /// Which wheels are driven.
    pub enum Drivetrain {
        Fwd = "fwd", Rwd = "rwd", Awd = "awd", FourWd = "four_wd", Other = "other", Unknown = "unknown",
    }
}

words! {
    /// What a media asset is.
    pub enum MediaType { Image = "image", Video = "video", Document = "document", Spin = "spin" }
}

/// An odometer reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Odometer {
    /// The number shown.
    pub value: u64,
    /// Its unit.
    pub unit: DistanceUnit,
    /// What it is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<OdometerStatus>,
}

/// Rated electric range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ElectricRange {
    /// The number, zero or more.
    #[schemars(schema_with = "non_negative_number")]
    pub value: f64,
    /// Its unit.
    pub unit: DistanceUnit,
}

fn non_negative_number(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "number", "minimum": 0 })
}

/// Engine, wheels and gearbox.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Powertrain {
    /// What drives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel_type: Option<FuelType>,
    /// Which wheels are driven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drivetrain: Option<Drivetrain>,
    /// The gearbox, as the dealer words it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transmission: Option<Text<0, 120>>,
    /// Rated electric range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub electric_range: Option<ElectricRange>,
}

/// A picture or the like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MediaAsset {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: MediaType,
    /// Where it is.
    pub url: Uri,
    /// The dealer's caption: data, not an instruction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<Text<0, 500>>,
    /// Place in the dealer's order, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u32>,
}

/// A published vehicle. What depends on the time of the answer (`used_vehicle`
/// and `freshness`) stands last, so that the rest can be stored as bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Vehicle {
    /// The gateway's id.
    pub vehicle_id: VehicleId,
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The VIN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vin: Option<Vin>,
    /// The dealer's stock number, verbatim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock_number: Option<Text<1, 80>>,
    /// The kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle_type: Option<VehicleType>,
    /// Model year, 1886 to 2200.
    #[schemars(range(min = 1886, max = 2200))]
    pub year: u16,
    /// Maker.
    pub make: Text<1, 100>,
    /// Model.
    pub model: Text<1, 120>,
    /// Trim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trim: Option<Text<0, 120>>,
    /// Condition.
    pub condition: Condition,
    /// Body style, as the dealer words it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body_style: Option<Text<0, 80>>,
    /// Outside colour, as the dealer words it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exterior_color: Option<Text<0, 80>>,
    /// Inside colour, as the dealer words it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interior_color: Option<Text<0, 80>>,
    /// Odometer reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odometer: Option<Odometer>,
    /// Engine, wheels and gearbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub powertrain: Option<Powertrain>,
    /// Equipment, as the dealer words it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<List<Text<1, 200>, 0, 500>>,
    /// Pictures and the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media: Option<List<MediaAsset, 0, 500>>,
    /// The dealer's page of this unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listing_url: Option<Uri>,
    /// The window sticker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_sticker_url: Option<Uri>,
    /// The advertised price. A vehicle without one cannot be written.
    pub advertised_price: AdvertisedPrice,
    /// Whether it can be bought, as far as the source knows.
    pub availability: Availability,
    /// Where the facts come from.
    pub provenance: Provenance,
    /// Open members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<ExtensionBag>,
    /// What is known of a used unit's past, in short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_vehicle: Option<UsedVehicleSummary>,
    /// How old the facts are.
    pub freshness: Freshness,
}
