//! The objects that answers are made of (contract.md sections 1 to 6).

mod availability;
mod band;
mod dealer;
mod disclosure;
mod freshness;
mod history;
mod manifest;
mod price;
mod provenance;
mod uncertainty;
mod used;
mod vehicle;
mod well_known;

pub use availability::{Availability, AvailabilityAuthority, AvailabilityStatus};
pub use band::{Band, BandLimits};
pub use dealer::{Contact, ContactChannel, ContactDepartment, Day, DealerOrganization, Department, Hours, Rooftop};
pub use disclosure::{
    AmountStatus, Charge, ChargePayee, Combinability, Completeness, CompletenessComponents, ConditionalAdjustment,
    CriteriaMode, Criterion, CriterionKind, CriterionOperator, CriterionScalar, CriterionValue, Direction,
    EvidenceStatus, GovernmentChargeStatus, GovernmentCharges, GovernmentLine, GovernmentPayee, PricingDisclosure,
    Stacking, TaxableStatus,
};
pub use freshness::{Freshness, FreshnessState, MaxAge};
pub use history::{
    AccidentStatus, DamageStatus, HistoryReport, HistorySummary, OdometerConsistency, OwnerCountStatus, PriorUse,
    ReportAccess, ReportStatus, ReportedStatus, SharedSummary, TitleBrandStatus,
};
pub use manifest::{
    AuthMode, AuthorityPolicy, Capability, Conformance, FreshnessTargets, Manifest, Operator, ProfileStatus,
    SlaSeconds, TenantRouting,
};
pub use price::{AdvertisedPrice, GenerallyAvailable};
pub use provenance::{Authority, AuthorityStatus, Provenance, Source};
pub use uncertainty::{Uncertainty, UncertaintyStatus};
pub use used::{
    AgeBasis, Certification, CertificationType, ComponentStatus, ConditionComponent, ConditionReport,
    ConditionReportStatus, CoverageStatus, CoverageType, Discrepancy, DiscrepancyStatus, Grade, InspectedComponent,
    InspectionAuthority, InventoryTenure, OdometerDisclosure, Reconditioning, ReconditioningCategory,
    ReconditioningItem, ReconditioningItemStatus, ReconditioningStatus, SummaryReportStatus, TitleBrand,
    TitleDisclosure, TitleStatus, UsedCondition, UsedOdometerStatus, UsedVehicleDetails, UsedVehicleSummary,
    WarrantyCoverage,
};
pub use vehicle::{
    Condition, Drivetrain, ElectricRange, FuelType, MediaAsset, MediaType, Odometer, OdometerStatus, Powertrain,
    Vehicle, VehicleType,
};
pub use well_known::{
    DefaultCharge, DisclosureDefaults, FeedAuthority, FeedFormat, FeedSlaSeconds, HandoffAddresses, ProtocolVersion,
    PublishedFeed, PublishedRooftop, WellKnown, WellKnownFault, WellKnownReading,
};
