//! A profile as it stands in its file.

use std::collections::BTreeMap;

use dealeragent_protocol::{
    facts::Condition,
    values::{Currency, DistanceUnit, TimeZoneName},
};
use serde::Deserialize;

use super::Field;
use crate::{read::Delimiter, values::locale::Locale};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub(super) id: String,
    pub(super) title: String,
    /// A built-in profile that this one changes.
    #[serde(default)]
    pub(super) extends: Option<String>,
    /// Delimited text unless it says otherwise.
    #[serde(default)]
    pub(super) shape: Option<ShapeName>,
    /// Where the units of a JSON file stand: a JSON Pointer to their array.
    #[serde(default)]
    pub(super) json_records: Option<String>,
    /// The element of an XML file that is a unit.
    #[serde(default)]
    pub(super) xml_record: Option<String>,
    /// Whether the file has no header; then `positions` name its columns.
    #[serde(default)]
    pub(super) headerless: Option<bool>,
    /// The word of each column by position, see [`super::Layout`].
    #[serde(default)]
    pub(super) positions: Option<Vec<String>>,
    /// Sniffed from the header where it is missing.
    #[serde(default)]
    pub(super) delimiter: Option<Delimiter>,
    #[serde(default)]
    pub(super) date_formats: Option<Vec<String>>,
    /// How the source writes numbers.
    #[serde(default)]
    pub(super) locale: Option<Locale>,
    /// Whether prices are whole minor units.
    #[serde(default)]
    pub(super) minor_units: Option<bool>,
    /// Whether lists are JSON arrays in their cells.
    #[serde(default)]
    pub(super) json_lists: Option<bool>,
    /// Whether a value that cannot be read holds its row back, as the
    /// contract asks of inventory CSV 0.1.
    #[serde(default)]
    pub(super) strict: Option<bool>,
    /// Further private columns, beside the common list.
    #[serde(default)]
    pub(super) private: Vec<String>,
    /// Columns that are never an advertised price.
    #[serde(default)]
    pub(super) not_prices: Vec<String>,
    #[serde(default)]
    pub(super) columns: BTreeMap<Field, Vec<String>>,
    #[serde(default)]
    pub(super) defaults: Defaults,
    #[serde(default)]
    pub(super) constants: Constants,
    /// What the dealer calls the price of a column.
    #[serde(default)]
    pub(super) price_labels: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) rooftops: Option<RooftopsDocument>,
    #[serde(default)]
    pub(super) separators: Separators,
    #[serde(default)]
    pub(super) images: ImagesDocument,
    #[serde(default)]
    pub(super) values: Values,
    /// Words of the page address that tell the condition, where no column does.
    #[serde(default)]
    pub(super) url_condition: Codes,
    #[serde(default)]
    pub(super) drop: Vec<Drop>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ShapeName {
    Delimited,
    Json,
    Xml,
    JsonLd,
}

/// What is usual for the kind of export. The settings have the last word.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defaults {
    /// The currency of its prices.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// The unit of its odometers.
    #[serde(default)]
    pub odometer_unit: Option<DistanceUnit>,
    /// The zone of its times.
    #[serde(default)]
    pub time_zone: Option<TimeZoneName>,
    /// The column that usually holds the advertised price.
    #[serde(default)]
    pub price_column: Option<String>,
}

/// What holds for every row of a file, since whoever runs the source knows it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Constants {
    /// The condition, where neither a column nor the page address tells it.
    #[serde(default)]
    pub(super) condition: Option<Condition>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RooftopsDocument {
    /// Cells of the `rooftop` column, each with its rooftop; case matters.
    #[serde(default)]
    pub(super) map: BTreeMap<String, String>,
    /// Hosts of the page address, each with its rooftop.
    #[serde(default)]
    pub(super) hosts: BTreeMap<String, String>,
    /// The cells are rooftop ids themselves.
    #[serde(default)]
    pub(super) ids: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Separators {
    #[serde(default)]
    pub(super) images: Option<String>,
    #[serde(default)]
    pub(super) features: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImagesDocument {
    /// Hosts that serve https as well: their http addresses are upgraded.
    #[serde(default)]
    pub(super) upgrade_hosts: Vec<String>,
    /// Parts of the file names of pictures that show no unit.
    #[serde(default)]
    pub(super) placeholders: Vec<String>,
    /// Parts of addresses to be filled in, such as `{resize}`.
    #[serde(default)]
    pub(super) replace: BTreeMap<String, String>,
}

/// Words of the contract, each with the codes that stand for it.
pub(super) type Codes = BTreeMap<String, Vec<String>>;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Values {
    #[serde(default)]
    pub(super) condition: Codes,
    #[serde(default)]
    pub(super) status: Codes,
    #[serde(default)]
    pub(super) certified: Codes,
    #[serde(default)]
    pub(super) fuel: Codes,
    #[serde(default)]
    pub(super) drivetrain: Codes,
    #[serde(default)]
    pub(super) vehicle_type: Codes,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drop {
    pub(super) column: String,
    pub(super) values: Vec<String>,
    pub(super) reason: String,
}

/// The common list of private columns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PrivateColumns {
    pub(super) names: Vec<String>,
}
