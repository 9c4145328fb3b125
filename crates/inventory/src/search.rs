//! Search within one organization.

/// A filter that a rooftop's sources may be unable to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FilterKind {
    /// `vehicle_type`.
    VehicleType,
    /// `odometer_min` and `odometer_max`.
    Odometer,
    /// `inventory_age_min_days` and `inventory_age_max_days`.
    InventoryAge,
    /// `history_report_status`.
    HistoryReportStatus,
    /// `certification_type`.
    CertificationType,
    /// `availability`.
    Availability,
}
