//! A report about a unit, and what became of it.

use dealeragent_protocol::{
    facts::AvailabilityStatus,
    values::{OrganizationId, RooftopId, Text, Timestamp, Vin},
};

/// What a dealer's system says of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitReport {
    /// The unit.
    pub vin: Vin,
    /// Its status.
    pub status: AvailabilityStatus,
    /// When the system saw it.
    pub observed_at: Timestamp,
    /// Why, for people.
    pub reason: Option<Text<1, 500>>,
}

/// That everything which a rooftop's system reported so far holds at a moment. Keeps
/// a status from growing stale that simply did not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmation {
    /// The moment.
    pub as_of: Timestamp,
}

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// It is the unit's latest word now.
    Applied,
    /// It was so already.
    Unchanged,
    /// A later word stands.
    Older,
}

impl Recorded {
    /// The word for it in an answer.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Unchanged => "unchanged",
            Self::Older => "older",
        }
    }
}

/// A report as it stands in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The report.
    pub report: UnitReport,
    /// Who reported it.
    pub reported_by: Text<1, 200>,
    /// When it came.
    pub received_at: Timestamp,
}
