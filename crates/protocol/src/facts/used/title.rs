//! Titles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    facts::{Freshness, Provenance},
    values::{Set, TitleJurisdiction, words::words},
};

words! {
    /// State of the title.
    pub enum TitleStatus {
        Clear = "clear", Branded = "branded", Pending = "pending", InTransit = "in_transit", Unknown = "unknown",
    }
}

words! {
    /// A brand on a title.
    pub enum TitleBrand {
        Salvage = "salvage", Rebuilt = "rebuilt", Flood = "flood", Lemon = "lemon", Junk = "junk", Fire = "fire",
        Hail = "hail", Odometer = "odometer", ManufacturerBuyback = "manufacturer_buyback", Other = "other",
    }
}

/// What is known of the title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TitleDisclosure {
    /// Its state.
    pub status: TitleStatus,
    /// Its brands.
    pub brands: Set<TitleBrand>,
    /// Where it was issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jurisdiction: Option<TitleJurisdiction>,
    /// Where this comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
}
