//! The side file as it stands on disk.

use dealeragent_protocol::{
    facts::{
        Authority, CertificationType, ConditionComponent, ConditionReportStatus, Grade, HistorySummary,
        InspectionAuthority, ReconditioningItem, ReconditioningStatus, ReportAccess, ReportStatus, TitleBrand,
        TitleStatus, WarrantyCoverage,
    },
    values::{List, ProviderId, RooftopId, Set, Text, Timestamp, TitleJurisdiction, Uri, Vin},
};
use schemars::JsonSchema;
use serde::Deserialize;

/// What one sender says about used units.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceFile {
    /// Who put the file together.
    pub(super) source_name: Text<1, 128>,
    pub(super) vehicles: List<Entry>,
}

/// What is said about one unit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) vin: Vin,
    /// Without it the entry holds for every rooftop that has the unit.
    #[serde(default)]
    pub(super) rooftop_id: Option<RooftopId>,
    #[serde(default)]
    pub(super) history_reports: List<HistoryBlock, 0, 20>,
    #[serde(default)]
    pub(super) title: Option<TitleBlock>,
    #[serde(default)]
    pub(super) condition_report: Option<ConditionBlock>,
    #[serde(default)]
    pub(super) certification: Option<CertificationBlock>,
    #[serde(default)]
    pub(super) reconditioning: Option<ReconditioningBlock>,
}

/// A history report. Its source is its provider.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryBlock {
    pub(super) provider_id: ProviderId,
    pub(super) provider_name: Text<1, 200>,
    #[serde(default)]
    pub(super) report_id: Option<Text<1, 200>>,
    pub(super) status: ReportStatus,
    pub(super) access: ReportAccess,
    #[serde(default)]
    pub(super) report_url: Option<Uri>,
    #[serde(default)]
    pub(super) report_generated_at: Option<Timestamp>,
    pub(super) observed_at: Timestamp,
    pub(super) summary_sharing_authorized: bool,
    #[serde(default)]
    pub(super) summary: Option<HistorySummary>,
}

/// A title.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TitleBlock {
    pub(super) status: TitleStatus,
    pub(super) brands: Set<TitleBrand>,
    #[serde(default)]
    pub(super) jurisdiction: Option<TitleJurisdiction>,
    pub(super) observed_at: Timestamp,
    pub(super) source_name: Text<1, 128>,
    pub(super) authority: Authority,
}

/// An inspection.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionBlock {
    pub(super) status: ConditionReportStatus,
    pub(super) inspection_authority: InspectionAuthority,
    #[serde(default)]
    pub(super) inspector_name: Option<Text<0, 200>>,
    #[serde(default)]
    pub(super) inspected_at: Option<Timestamp>,
    #[serde(default)]
    pub(super) report_url: Option<Uri>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub(super) inspection_point_count: Option<u16>,
    #[serde(default)]
    pub(super) grade: Option<Grade>,
    #[serde(default)]
    pub(super) components: Option<List<ConditionComponent, 0, 50>>,
    #[serde(default)]
    pub(super) disclosed_damage: Option<List<Text<1, 500>, 0, 100>>,
    pub(super) observed_at: Timestamp,
    pub(super) source_name: Text<1, 128>,
    pub(super) authority: Authority,
}

/// A certification.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CertificationBlock {
    #[serde(rename = "type")]
    pub(super) kind: CertificationType,
    #[serde(default)]
    pub(super) program_name: Option<Text<1, 200>>,
    #[serde(default)]
    pub(super) certified_at: Option<Timestamp>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub(super) inspection_point_count: Option<u16>,
    #[serde(default)]
    pub(super) warranty: Option<List<WarrantyCoverage, 0, 20>>,
    pub(super) observed_at: Timestamp,
    pub(super) source_name: Text<1, 128>,
    pub(super) authority: Authority,
}

/// Work done before sale.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReconditioningBlock {
    pub(super) status: ReconditioningStatus,
    #[serde(default)]
    pub(super) completed_at: Option<Timestamp>,
    pub(super) items: List<ReconditioningItem, 0, 100>,
    pub(super) observed_at: Timestamp,
    pub(super) source_name: Text<1, 128>,
    pub(super) authority: Authority,
}
