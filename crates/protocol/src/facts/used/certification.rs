//! Certification and warranty.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    facts::{Freshness, Provenance},
    values::{Distance, List, Text, Timestamp, words::words},
};

words! {
    /// Who certified a unit. A dealer's own programme is never a
    /// manufacturer's.
    pub enum CertificationType {
        ManufacturerCpo = "manufacturer_cpo", DealerCertified = "dealer_certified",
        ThirdPartyCertified = "third_party_certified", NotCertified = "not_certified", Unknown = "unknown",
    }
}

words! {
    /// What a warranty covers.
    pub enum CoverageType {
        Basic = "basic", Powertrain = "powertrain", Corrosion = "corrosion", Roadside = "roadside",
        EvBattery = "ev_battery", CpoLimited = "cpo_limited", DealerLimited = "dealer_limited",
        ServiceContract = "service_contract", Other = "other",
    }
}

words! {
    /// Whether a warranty comes with the unit.
    pub enum CoverageStatus {
        Included = "included", RemainingFactory = "remaining_factory", Optional = "optional", Expired = "expired",
        Unknown = "unknown",
    }
}

/// One warranty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarrantyCoverage {
    /// What it covers.
    pub coverage_type: CoverageType,
    /// Whether it comes with the unit.
    pub status: CoverageStatus,
    /// How long it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 600))]
    pub term_months: Option<u16>,
    /// How far it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_limit: Option<Distance>,
    /// When it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// Whether it passes to the next owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transferable: Option<bool>,
    /// In words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Text<0, 1000>>,
}

/// A certification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields, extend("allOf" = [{
    "if": { "properties": { "type": { "const": "manufacturer_cpo" } }, "required": ["type"] },
    "then": { "required": ["program_name"] }
}]))]
pub struct Certification {
    /// Who certified it.
    #[serde(rename = "type")]
    pub kind: CertificationType,
    /// The programme, needed for a manufacturer's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_name: Option<Text<1, 200>>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified_at: Option<Timestamp>,
    /// How many points were checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub inspection_point_count: Option<u16>,
    /// Warranties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warranty: Option<List<WarrantyCoverage, 0, 20>>,
    /// Where this comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
}
