//! Evidence about used units (contract.md section 6).

mod certification;
mod condition;
mod reconditioning;
mod title;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{
    certification::{Certification, CertificationType, CoverageStatus, CoverageType, WarrantyCoverage},
    condition::{
        ComponentStatus, ConditionComponent, ConditionReport, ConditionReportStatus, Grade, InspectedComponent,
        InspectionAuthority,
    },
    reconditioning::{
        Reconditioning, ReconditioningCategory, ReconditioningItem, ReconditioningItemStatus, ReconditioningStatus,
    },
    title::{TitleBrand, TitleDisclosure, TitleStatus},
};
use super::{Freshness, HistoryReport, Provenance};
use crate::values::{
    Distance, ExtensionBag, List, OrganizationId, RooftopId, Set, Text, Timestamp, TraceId, VehicleId, Vin,
    words::words,
};

words! {
    /// The conditions that used-vehicle details exist for.
    pub enum UsedCondition { Used = "used", Certified = "certified", Demo = "demo" }
}

words! {
    /// What a used unit's odometer reading is worth.
    pub enum UsedOdometerStatus {
        Actual = "actual", NotActual = "not_actual", ExceedsMechanicalLimits = "exceeds_mechanical_limits",
        Exempt = "exempt", Unknown = "unknown",
    }
}

words! {
    /// What an age in inventory is counted from.
    pub enum AgeBasis {
        StockedAt = "stocked_at", FirstPublicListingAt = "first_public_listing_at",
        SourceReported = "source_reported",
    }
}

words! {
    /// Whether history reports exist, over all providers.
    pub enum SummaryReportStatus {
        Available = "available", NotAvailable = "not_available", Restricted = "restricted", Unknown = "unknown",
        Conflicting = "conflicting",
    }
}

words! {
    /// What became of a disagreement between sources.
    pub enum DiscrepancyStatus {
        Unresolved = "unresolved", DealerReviewed = "dealer_reviewed", ProviderCorrected = "provider_corrected",
    }
}

/// How long a unit has been in stock, as of a stated time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct InventoryTenure {
    /// When it came into stock.
    pub stocked_at: Timestamp,
    /// When it was first offered to the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_public_listing_at: Option<Timestamp>,
    /// Whole 24-hour periods since the basis.
    pub age_days: u32,
    /// The time that the age holds for.
    pub age_as_of: Timestamp,
    /// What it is counted from.
    pub age_basis: AgeBasis,
    /// Where it comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
}

/// What is known of a used unit's past, in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct UsedVehicleSummary {
    /// Time in stock.
    pub inventory_tenure: InventoryTenure,
    /// Whether history reports exist.
    pub history_report_status: SummaryReportStatus,
    /// Who certified it, if anybody.
    pub certification_type: CertificationType,
}

/// An odometer reading with its source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct OdometerDisclosure {
    /// The reading.
    pub reading: Distance,
    /// What it is worth.
    pub status: UsedOdometerStatus,
    /// When it was seen.
    pub observed_at: Timestamp,
    /// Where it comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
}

/// A fact on which sources disagree. Both sides are kept; none is picked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Discrepancy {
    /// The fact.
    pub field: Text<1, 120>,
    /// The sources that differ.
    pub source_names: Set<Text<1, 200>, 2>,
    /// How they differ.
    pub description: Text<1, 1000>,
    /// What became of it.
    pub status: DiscrepancyStatus,
}

/// Everything known of a used unit's past.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct UsedVehicleDetails {
    /// The unit.
    pub vehicle_id: VehicleId,
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The VIN.
    pub vin: Vin,
    /// Condition.
    pub condition: UsedCondition,
    /// Odometer reading.
    pub odometer: OdometerDisclosure,
    /// Time in stock.
    pub inventory_tenure: InventoryTenure,
    /// Reports, one per provider.
    pub history_reports: List<HistoryReport, 0, 20>,
    /// Title.
    pub title: TitleDisclosure,
    /// Inspection.
    pub condition_report: ConditionReport,
    /// Certification.
    pub certification: Certification,
    /// Work done before sale.
    pub reconditioning: Reconditioning,
    /// Facts on which sources disagree.
    pub discrepancies: List<Discrepancy, 0, 100>,
    /// Where it comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
    /// Ties this answer to its audit record.
    pub trace_id: TraceId,
    /// Open members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<ExtensionBag>,
}
