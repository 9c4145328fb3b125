//! The advertised price.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::{NonNegativeMoney, Text, Timestamp};

/// The only word that an advertised price may bear: anybody can have it. A
/// conditional price cannot be written in this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GenerallyAvailable {
    /// `generally_available`.
    #[serde(rename = "generally_available")]
    Yes,
}

impl JsonSchema for GenerallyAvailable {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "GenerallyAvailable".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "const": "generally_available" })
    }
}

/// A price that the dealer advertises to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct AdvertisedPrice {
    /// The exact amount.
    pub amount: NonNegativeMoney,
    /// Always generally available.
    pub availability: GenerallyAvailable,
    /// Said by the dealer's configuration for each price source, never guessed.
    pub includes_required_dealer_charges: bool,
    /// What the dealer calls this price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Text<1, 120>>,
    /// Start of its validity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<Timestamp>,
    /// End of its validity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Timestamp>,
}
