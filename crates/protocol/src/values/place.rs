//! Addresses and jurisdictions. Nothing assumes the United States.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    List, Text,
    pattern::{InvalidText, checked_string},
};

checked_string! {
    /// A country of ISO 3166-1, two capital letters.
    CountryCode, error = InvalidText,
    check = |text| text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase()),
    reject = InvalidText { wanted: "a country code of two capital letters" },
    schema = { "type": "string", "pattern": "^[A-Z]{2}$" }
}

checked_string! {
    /// A subdivision of ISO 3166-2, such as `US-CO`.
    Subdivision, error = InvalidText,
    check = |text| text.contains('-') && is_place_code(text),
    reject = InvalidText { wanted: "a subdivision code such as US-CO" },
    schema = { "type": "string", "pattern": "^[A-Z]{2}-[A-Z0-9]{1,3}$" }
}

checked_string! {
    /// Where a title was issued: a country or a subdivision.
    TitleJurisdiction, error = InvalidText,
    check = is_place_code,
    reject = InvalidText { wanted: "a country or subdivision code such as US or US-CO" },
    schema = { "type": "string", "pattern": "^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$" }
}

fn is_place_code(text: &str) -> bool {
    let (country, part) = text.split_once('-').map_or((text, None), |(c, p)| (c, Some(p)));
    country.len() == 2
        && country.bytes().all(|b| b.is_ascii_uppercase())
        && part.is_none_or(|p| {
            (1..=3).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        })
}

/// A place whose rules apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Jurisdiction {
    /// ISO 3166-1.
    pub country: CountryCode,
    /// ISO 3166-2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subdivision: Option<Subdivision>,
    /// City or the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locality: Option<Text<1, 128>>,
    /// Postal code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<Text<1, 32>>,
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// Street lines.
    pub lines: List<Text<1, 160>, 1, 5>,
    /// City or the like.
    pub locality: Text<1, 128>,
    /// State, province or the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Text<1, 64>>,
    /// Postal code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<Text<1, 32>>,
    /// ISO 3166-1.
    pub country: CountryCode,
}
