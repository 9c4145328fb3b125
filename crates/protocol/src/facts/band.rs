//! The five bands of availability (contract.md section 4): what may be said.

use super::AvailabilityAuthority;
use crate::values::{Timestamp, words::words};

words! {
    /// How much an availability may claim.
    pub enum Band {
        VerifiedCurrent = "verified_current",
        RecentAuthoritative = "recent_authoritative",
        Asserted = "asserted",
        Stale = "stale",
        Unknown = "unknown",
    }
}

/// Age limits of the bands in seconds. Dealer policy may shorten them; nothing
/// can lengthen them, which is why the fields are private.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BandLimits {
    verified_current: u32,
    recent_authoritative: u32,
    asserted: u32,
}

impl Default for BandLimits {
    fn default() -> Self {
        Self { verified_current: 120, recent_authoritative: 15 * 60, asserted: 24 * 60 * 60 }
    }
}

impl BandLimits {
    /// These limits, none longer than `seconds`.
    #[must_use]
    pub fn at_most(self, seconds: u32) -> Self {
        Self {
            verified_current: self.verified_current.min(seconds),
            recent_authoritative: self.recent_authoritative.min(seconds),
            asserted: self.asserted.min(seconds),
        }
    }

    /// Longest age of an asserted fact, in seconds.
    #[must_use]
    pub fn asserted_seconds(self) -> u32 {
        self.asserted
    }

    /// The band of an observation that nobody has just verified. It can never
    /// be [`Band::VerifiedCurrent`]: only an authenticated check against an
    /// authoritative source gives that (`DAP-DISC-003`, `DAP-DISC-005`).
    #[must_use]
    pub fn of_observation(self, authority: AvailabilityAuthority, observed_at: Timestamp, now: Timestamp) -> Band {
        let age = now.seconds_since(observed_at);
        // At the limit itself a fact is stale, as its freshness says too.
        let within = |limit: u32| age < i64::from(limit);
        match authority {
            AvailabilityAuthority::Authoritative if within(self.recent_authoritative) => Band::RecentAuthoritative,
            AvailabilityAuthority::Asserted if within(self.asserted) => Band::Asserted,
            AvailabilityAuthority::Authoritative | AvailabilityAuthority::Asserted => Band::Stale,
            AvailabilityAuthority::Unknown => Band::Unknown,
        }
    }

    /// The band of what a source has just said in a check. Only the gateway's own
    /// check may ask for it, and only for an accountable caller.
    #[must_use]
    pub fn of_check(self, authority: AvailabilityAuthority, observed_at: Timestamp, now: Timestamp) -> Band {
        let age = now.seconds_since(observed_at);
        if authority == AvailabilityAuthority::Authoritative && age < i64::from(self.verified_current) {
            return Band::VerifiedCurrent;
        }
        self.of_observation(authority, observed_at, now)
    }

    /// Longest age in seconds of a fact in a band; `None` where the band has none.
    #[must_use]
    pub fn seconds_of(self, band: Band) -> Option<u32> {
        match band {
            Band::VerifiedCurrent => Some(self.verified_current),
            Band::RecentAuthoritative => Some(self.recent_authoritative),
            Band::Asserted => Some(self.asserted),
            Band::Stale | Band::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_limits_of_the_contract() {
        let at = Timestamp::from_second(1_000_000);
        let band = |authority, age| BandLimits::default().of_observation(authority, at, at.plus_seconds(age));
        assert_eq!(band(AvailabilityAuthority::Authoritative, 0), Band::RecentAuthoritative);
        assert_eq!(band(AvailabilityAuthority::Authoritative, 899), Band::RecentAuthoritative);
        assert_eq!(band(AvailabilityAuthority::Authoritative, 900), Band::Stale);
        assert_eq!(band(AvailabilityAuthority::Asserted, 86_399), Band::Asserted);
        assert_eq!(band(AvailabilityAuthority::Asserted, 86_400), Band::Stale);
        assert_eq!(band(AvailabilityAuthority::Unknown, 0), Band::Unknown);
    }

    #[test]
    fn dap_disc_005_two_minutes_of_a_check_and_authoritative_sources_alone() {
        let at = Timestamp::from_second(1_000_000);
        let band = |authority, age| BandLimits::default().of_check(authority, at, at.plus_seconds(age));
        assert_eq!(band(AvailabilityAuthority::Authoritative, 119), Band::VerifiedCurrent);
        assert_eq!(band(AvailabilityAuthority::Authoritative, 120), Band::RecentAuthoritative);
        assert_eq!(band(AvailabilityAuthority::Asserted, 0), Band::Asserted);
        assert_eq!(band(AvailabilityAuthority::Unknown, 0), Band::Unknown);
        let strict = BandLimits::default().at_most(30);
        assert_eq!(strict.of_check(AvailabilityAuthority::Authoritative, at, at.plus_seconds(30)), Band::Stale);
    }

    #[test]
    fn policy_can_only_shorten() {
        assert_eq!(BandLimits::default().at_most(3600).asserted_seconds(), 3600);
        assert_eq!(BandLimits::default().at_most(u32::MAX).asserted_seconds(), 86_400);
    }
}
