//! A profile as it stands in its file.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Field;
use crate::read::Delimiter;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub(super) id: String,
    pub(super) title: String,
    /// Sniffed from the header where it is missing.
    #[serde(default)]
    pub(super) delimiter: Option<Delimiter>,
    /// For files without a header, with `positions`.
    #[serde(default)]
    pub(super) headerless: bool,
    #[serde(default)]
    pub(super) positions: Vec<String>,
    #[serde(default)]
    pub(super) date_formats: Vec<String>,
    /// Further private columns, beside the common list.
    #[serde(default)]
    pub(super) private: Vec<String>,
    /// Columns that are never an advertised price.
    #[serde(default)]
    pub(super) not_prices: Vec<String>,
    #[serde(default)]
    pub(super) columns: BTreeMap<Field, Vec<String>>,
    #[serde(default)]
    pub(super) separators: Separators,
    #[serde(default)]
    pub(super) values: Values,
    #[serde(default)]
    pub(super) drop: Vec<Drop>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Separators {
    #[serde(default)]
    pub(super) images: String,
    #[serde(default)]
    pub(super) features: String,
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
