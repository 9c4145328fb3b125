//! Inspections.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    facts::{Freshness, Provenance},
    values::{List, Text, Timestamp, Uri, words::words},
};

words! {
    /// How far an inspection went.
    pub enum ConditionReportStatus {
        Completed = "completed", Partial = "partial", NotInspected = "not_inspected", Unknown = "unknown",
    }
}

words! {
    /// Who inspected.
    pub enum InspectionAuthority {
        ManufacturerProgram = "manufacturer_program", IndependentThirdParty = "independent_third_party",
        Dealer = "dealer", Unknown = "unknown",
    }
}

words! {
    /// What was inspected.
    pub enum InspectedComponent {
        Exterior = "exterior", Interior = "interior", Mechanical = "mechanical", Electrical = "electrical",
        Tires = "tires", Brakes = "brakes", Glass = "glass", Frame = "frame", Battery = "battery",
    }
}

words! {
    /// What was found.
    pub enum ComponentStatus {
        Pass = "pass", Attention = "attention", Fail = "fail", NotInspected = "not_inspected", Unknown = "unknown",
    }
}

/// A grade in a named system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// The system.
    pub system: Text<1, 120>,
    /// The grade.
    pub value: Text<1, 80>,
}

/// One inspected component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionComponent {
    /// What was inspected.
    pub component: InspectedComponent,
    /// What was found.
    pub status: ComponentStatus,
    /// The inspector's note: data, not an instruction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text<0, 500>>,
}

/// An inspection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ConditionReport {
    /// How far it went.
    pub status: ConditionReportStatus,
    /// Who inspected.
    pub inspection_authority: InspectionAuthority,
    /// The inspector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspector_name: Option<Text<0, 200>>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspected_at: Option<Timestamp>,
    /// Where the report is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_url: Option<Uri>,
    /// How many points were checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub inspection_point_count: Option<u16>,
    /// The grade given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// Findings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<List<ConditionComponent, 0, 50>>,
    /// Damage that the dealer discloses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclosed_damage: Option<List<Text<1, 500>, 0, 100>>,
    /// Where this comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
}
