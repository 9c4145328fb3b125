//! One word on one unit, with who stands behind it.

use dealeragent_inventory::StoredListing;
use dealeragent_protocol::{
    facts::{AvailabilityAuthority, AvailabilityStatus, Band, BandLimits},
    values::{Text, Timestamp},
};

use super::Heard;

/// A source's word, as firmly as dealer policy lets it stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The status.
    pub status: AvailabilityStatus,
    /// Who stands behind it.
    pub authority: AvailabilityAuthority,
    /// When the source saw it.
    pub observed_at: Timestamp,
    /// Why, in the source's words.
    pub reason: Option<Text<1, 500>>,
    /// The source's name; `None` for the listing's own assertion.
    pub source_name: Option<Text<1, 128>>,
}

impl Statement {
    /// What a source said.
    #[must_use]
    pub fn of(heard: Heard, authority: AvailabilityAuthority, source_name: Text<1, 128>) -> Self {
        let Heard { status, observed_at, reason } = heard;
        Self { status, authority, observed_at, reason, source_name: Some(source_name) }
    }

    /// What the listing itself says.
    #[must_use]
    pub fn of_listing(unit: &StoredListing) -> Self {
        let assertion = &unit.listing().availability;
        Self {
            status: assertion.status,
            authority: assertion.authority,
            observed_at: assertion.observed_at,
            reason: assertion.reason.clone(),
            source_name: None,
        }
    }

    /// Whether it says less than `status`: nearer to gone.
    #[must_use]
    pub fn lowers(&self, status: AvailabilityStatus) -> bool {
        self.status.promises_less_than(status)
    }

    /// Whether it repeats another's status, at least as firmly.
    pub(super) fn confirms(&self, other: &Self) -> bool {
        self.status.promises_as_much_as(other.status) && firmness(self.authority) >= firmness(other.authority)
    }

    /// Whether it may still be repeated beside a listing of `listed` status: within
    /// its band, or for [`LONGEST_HOLD_SECONDS`] where it promises less.
    pub(super) fn holds(&self, listed: AvailabilityStatus, limits: BandLimits, now: Timestamp) -> bool {
        self.is_fresh(limits, now) || self.lowers(listed) && now.seconds_since(self.observed_at) < LONGEST_HOLD_SECONDS
    }

    /// Whether it is still within its band.
    pub(super) fn is_fresh(&self, limits: BandLimits, now: Timestamp) -> bool {
        let band = limits.of_observation(self.authority, self.observed_at, now);
        !matches!(band, Band::Stale | Band::Unknown)
    }
}

/// How long a word that lowers holds when nobody takes it back: a unit that was sold
/// and comes in again next year is another offer.
const LONGEST_HOLD_SECONDS: i64 = 60 * 86_400;

fn firmness(authority: AvailabilityAuthority) -> u8 {
    match authority {
        AvailabilityAuthority::Authoritative => 2,
        AvailabilityAuthority::Asserted => 1,
        AvailabilityAuthority::Unknown => 0,
    }
}
