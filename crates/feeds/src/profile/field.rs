//! What a column can fill.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Fields, each with its word in a profile and its name in a listing.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $word:literal as $wire:literal,)+) => {
        /// A field of a listing that a profile may name columns for. The
        /// advertised price is not among them: the settings name its one
        /// column (B02).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Field { $($(#[$doc])* $name,)+ }

        impl Field {
            /// Every field, in the order of a profile.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
            /// How many fields there are.
            pub(crate) const COUNT: usize = Self::ALL.len();

            /// The word as it stands in a profile.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $word,)+ }
            }

            /// The name of what it fills, as a provenance says it.
            pub(crate) fn wire(self) -> &'static str {
                match self { $(Self::$name => $wire,)+ }
            }
        }
    };
}

fields! {
    /// VIN.
    Vin = "vin" as "vin",
    /// Stock number.
    Stock = "stock" as "stock_number",
    /// Model year.
    Year = "year" as "year",
    /// Maker.
    Make = "make" as "make",
    /// Model.
    Model = "model" as "model",
    /// Trim.
    Trim = "trim" as "trim",
    /// New, used, certified or demo.
    Condition = "condition" as "condition",
    /// The certified flag.
    Certified = "certified" as "certification_type",
    /// Availability.
    Status = "status" as "availability",
    /// Body style, which also says the kind of vehicle.
    Body = "body" as "body_style",
    /// Outside colour.
    ExteriorColor = "exterior_color" as "exterior_color",
    /// Inside colour.
    InteriorColor = "interior_color" as "interior_color",
    /// Odometer reading.
    Odometer = "odometer" as "odometer",
    /// Fuel.
    Fuel = "fuel" as "fuel_type",
    /// Driven wheels.
    Drivetrain = "drivetrain" as "drivetrain",
    /// Gearbox.
    Transmission = "transmission" as "transmission",
    /// Equipment.
    Features = "features" as "features",
    /// Pictures.
    Images = "images" as "media",
    /// The dealer's page of the unit.
    ListingUrl = "listing_url" as "listing_url",
    /// When it came into stock.
    StockedAt = "stocked_at" as "stocked_at",
    /// When it was first offered to the public.
    FirstListedAt = "first_listed_at" as "first_public_listing_at",
    /// When the source saw this row; the file's time where there is none.
    ObservedAt = "observed_at" as "observed_at",
    /// The kind of vehicle, in a column of its own.
    VehicleType = "vehicle_type" as "vehicle_type",
    /// The unit of the odometer, in a column of its own.
    OdometerUnit = "odometer_unit" as "odometer unit",
    /// The currency of the row's amounts; it has to be the settings'.
    Currency = "currency" as "currency",
    /// Further pictures, behind the first ones.
    MoreImages = "more_images" as "media",
    /// What tells the rooftops of one file apart; needs `[rooftops]`.
    Rooftop = "rooftop" as "rooftop_id",
    /// The dealer; every row has to name the settings' one.
    Organization = "organization" as "organization_id",
    /// The sticker price. Never an advertised price; it only raises a warning.
    Msrp = "msrp" as "msrp",
    /// Rebates that are named beside the price. They only raise a warning.
    Rebates = "rebates" as "rebates",
    /// The seller's text. Never published; it only raises warnings.
    Description = "description" as "description",
    /// Charges, a JSON cell.
    Charges = "charges" as "required_dealer_charges",
    /// Adjustments, a JSON cell.
    Adjustments = "adjustments" as "conditional_adjustments",
    /// What is known of government charges.
    GovernmentCharges = "government_charges" as "government_charges",
    /// History reports, a JSON cell.
    HistoryReports = "history_reports" as "history_reports",
}

impl Field {
    /// Fields without which there is no listing. The page's address is needed
    /// too, unless the settings have a template.
    pub const REQUIRED: [Self; 5] = [Self::Vin, Self::Year, Self::Make, Self::Model, Self::Condition];

    /// Its place in a table of all fields.
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
