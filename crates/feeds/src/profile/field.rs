//! What a column can fill.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A field of a listing that a profile may name columns for. The advertised
/// price is not among them: the settings name its one column (B02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// VIN.
    Vin,
    /// Stock number.
    Stock,
    /// Model year.
    Year,
    /// Maker.
    Make,
    /// Model.
    Model,
    /// Trim.
    Trim,
    /// New, used, certified or demo.
    Condition,
    /// The certified flag.
    Certified,
    /// Availability.
    Status,
    /// Body style, which also says the kind of vehicle.
    Body,
    /// Outside colour.
    ExteriorColor,
    /// Inside colour.
    InteriorColor,
    /// Odometer reading.
    Odometer,
    /// Fuel.
    Fuel,
    /// Driven wheels.
    Drivetrain,
    /// Gearbox.
    Transmission,
    /// Equipment.
    Features,
    /// Pictures.
    Images,
    /// The dealer's page of the unit.
    ListingUrl,
    /// When it came into stock.
    StockedAt,
}

impl Field {
    /// Fields without whose column there is no listing. The page's address is
    /// needed too, unless the settings have a template.
    pub const REQUIRED: [Self; 5] = [Self::Vin, Self::Year, Self::Make, Self::Model, Self::Condition];

    /// Every field.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Vin,
        Self::Stock,
        Self::Year,
        Self::Make,
        Self::Model,
        Self::Trim,
        Self::Condition,
        Self::Certified,
        Self::Status,
        Self::Body,
        Self::ExteriorColor,
        Self::InteriorColor,
        Self::Odometer,
        Self::Fuel,
        Self::Drivetrain,
        Self::Transmission,
        Self::Features,
        Self::Images,
        Self::ListingUrl,
        Self::StockedAt,
    ];

    /// How many fields there are.
    pub(crate) const COUNT: usize = 20;

    /// Its place in a table of all fields.
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The word as it stands in a profile.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Vin => "vin",
            Self::Stock => "stock",
            Self::Year => "year",
            Self::Make => "make",
            Self::Model => "model",
            Self::Trim => "trim",
            Self::Condition => "condition",
            Self::Certified => "certified",
            Self::Status => "status",
            Self::Body => "body",
            Self::ExteriorColor => "exterior_color",
            Self::InteriorColor => "interior_color",
            Self::Odometer => "odometer",
            Self::Fuel => "fuel",
            Self::Drivetrain => "drivetrain",
            Self::Transmission => "transmission",
            Self::Features => "features",
            Self::Images => "images",
            Self::ListingUrl => "listing_url",
            Self::StockedAt => "stocked_at",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
