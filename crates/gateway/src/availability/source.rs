//! The port: a system that knows which units are there.

use std::{fmt, future::Future, pin::Pin};

use dealeragent_inventory::Listing;
use dealeragent_protocol::{
    error::RetryAfter,
    facts::AvailabilityStatus,
    values::{OrganizationId, RooftopId, Text, Timestamp, VehicleId, Vin},
};

/// A published unit, by every name that a dealer's system may know it by.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitKey {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The gateway's own id.
    pub vehicle_id: VehicleId,
    /// The VIN.
    pub vin: Vin,
    /// The dealer's stock number, where the listing has one.
    pub stock_number: Option<Text<1, 80>>,
}

impl UnitKey {
    /// The key of a listing.
    #[must_use]
    pub fn of(listing: &Listing) -> Self {
        Self {
            organization_id: listing.organization_id.clone(),
            rooftop_id: listing.rooftop_id.clone(),
            vehicle_id: listing.vehicle_id.clone(),
            vin: listing.vin.clone(),
            stock_number: listing.stock_number.clone(),
        }
    }
}

/// What a source said. It has no word on authority: that is dealer policy's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// The status.
    pub status: AvailabilityStatus,
    /// When the source saw it, by the source's own account.
    pub observed_at: Timestamp,
    /// Why, in the source's words.
    pub reason: Option<Text<1, 500>>,
}

/// A source gave no answer that can be used. Its reason is for the operator: it
/// never holds what the source sent.
#[derive(Clone, PartialEq, Eq)]
pub struct SourceDown {
    /// What went wrong, for log and audit.
    pub private: String,
    /// When it is asked again at the earliest, where that is known.
    pub retry_after: Option<RetryAfter>,
}

impl fmt::Debug for SourceDown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceDown").field("retry_after", &self.retry_after).finish_non_exhaustive()
    }
}

/// An answer on its way; `None` when the source does not know the unit.
pub type Asking<'a> = Pin<Box<dyn Future<Output = Result<Option<Heard>, SourceDown>> + Send + 'a>>;

/// A system that knows which units are there.
pub trait AvailabilitySource: Send + Sync + 'static {
    /// What it last said of a unit, from memory or by one indexed look-up; nobody is
    /// asked.
    ///
    /// # Errors
    /// [`SourceDown`] when that cannot be told: a unit that was reported sold must
    /// not come back because a disk fails.
    fn last(&self, unit: &UnitKey) -> Result<Option<Heard>, SourceDown>;

    /// Asks it; `None` where it reports by itself and cannot be asked.
    fn ask<'a>(&'a self, unit: &'a UnitKey, now: Timestamp) -> Option<Asking<'a>>;
}
