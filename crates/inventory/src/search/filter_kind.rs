//! Filters that not every source can answer.

use serde::{Deserialize, Serialize};

/// A filter that a rooftop's sources may be unable to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

impl FilterKind {
    /// Every kind, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::VehicleType,
        Self::Odometer,
        Self::InventoryAge,
        Self::HistoryReportStatus,
        Self::CertificationType,
        Self::Availability,
    ];

    /// The name for people and notices: the filter's, or what a pair of
    /// filters have in common.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::VehicleType => "vehicle_type",
            Self::Odometer => "odometer",
            Self::InventoryAge => "inventory_age_days",
            Self::HistoryReportStatus => "history_report_status",
            Self::CertificationType => "certification_type",
            Self::Availability => "availability",
        }
    }
}
