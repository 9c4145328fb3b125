//! `dealeragent.inventory.verify_availability`.
//!
//! A rooftop's systems are asked where they can be and the caller may have them
//! asked; else what they last said, else the listing's own assertion, which a check
//! never upgrades.

use dealeragent_inventory::StoredListing;
use dealeragent_protocol::{
    error::{ErrorCode, RetryAfter},
    facts::{
        Authority, AuthorityStatus, Availability, AvailabilityAuthority, AvailabilityStatus, Band, BandLimits,
        Freshness, FreshnessState, MaxAge, Provenance, Source,
    },
    tools::verify_availability::{AvailabilityRequest, AvailabilityResult, VerifyAvailability},
    values::{List, Timestamp},
    wording::en,
};

use super::unit::{Inventory, band_of, name_of, unit_words, with_notice};
use crate::{
    Answer, Failure, Permit, Statement, Target,
    availability::{Check, Checked},
    call::{Call, GatewayTool},
};

impl GatewayTool for VerifyAvailability {
    fn target(input: &AvailabilityRequest) -> Target<'_> {
        Target::RooftopFor(&input.organization_id, &input.rooftop_id, input.purpose)
    }

    async fn run(call: &Call<'_>, permit: &Permit<Self>, input: &AvailabilityRequest) -> Result<Answer, Failure> {
        let rooftop = permit.rooftop()?;
        let dealer = permit.dealer()?;
        call.gateway.rates().take_rooftop(&dealer.organization_id, &rooftop.record.rooftop_id, call.context.now)?;
        let view = Inventory::of(call.gateway, permit);
        let unit = view.unit(permit, input.selector().as_ref())?;
        let limits = rooftop.band_limits();
        let checked = call.gateway.desk().check(permit, unit, limits, call.context.now).await;
        // Whoever was asked took time, and the answer's age is counted as of now.
        let now = call.gateway.clock().now().max(call.context.now);
        let wait = || call.gateway.until_next_feed_run(now);
        let found = match checked {
            Check::Spoken(Checked { statement, band }) if statement.source_name.is_some() => {
                Found::spoken(unit, &statement, band, (limits, now))
            }
            Check::Spoken(_) | Check::Listing { past: None } => Found::listed(unit, band_of(unit, rooftop, now), now),
            Check::Listing { past: Some(past) } => {
                let listed = Found::listed(unit, band_of(unit, rooftop, now), now);
                // Of two words that are both too old, the age of the newer one is told.
                let newer = past.observed_at > unit.listing().availability.observed_at;
                if listed.band == Band::Stale && newer {
                    Found::spoken(unit, &past, Band::Stale, (limits, now))
                } else {
                    listed
                }
            }
            Check::Down { fault, last } => {
                let freshness =
                    last.map_or_else(|| unit.availability_freshness(now), |last| age_of(&last, (limits, now)));
                let failure = Failure::new(ErrorCode::UpstreamUnavailable, fault.private).with_freshness(freshness);
                return Err(retry(failure, fault.retry_after));
            }
        };
        found.refusal(wait)?;
        let availability = found.availability;
        let summary = en::check_summary(&unit_words(unit, &name_of(unit), &availability, found.band), now);
        let listing = unit.listing();
        let result = AvailabilityResult {
            vehicle_id: listing.vehicle_id.clone(),
            organization_id: listing.organization_id.clone(),
            rooftop_id: listing.rooftop_id.clone(),
            availability,
            provenance: found.provenance,
            freshness: found.freshness,
            trace_id: call.context.trace_id.clone(),
        };
        Ok(Answer::of(&result, with_notice(summary, dealer.synthetic))?.about(&listing.vehicle_id))
    }
}

/// What a check comes to, before it is known whether it may be answered.
struct Found {
    availability: Availability,
    band: Band,
    freshness: Freshness,
    provenance: Provenance,
}

impl Found {
    /// The listing's own assertion.
    fn listed(unit: &StoredListing, band: Band, now: Timestamp) -> Self {
        let provenance = unit.listing().provenance.clone();
        Self { availability: unit.availability(), band, freshness: unit.availability_freshness(now), provenance }
    }

    /// The word of one of the rooftop's systems.
    fn spoken(unit: &StoredListing, word: &Statement, band: Band, (limits, now): (BandLimits, Timestamp)) -> Self {
        let band_age = limits.seconds_of(band).and_then(MaxAge::from_seconds);
        let freshness = match band_age {
            Some(max_age) => Freshness::at(now, word.observed_at, max_age),
            None => age_of(word, (limits, now)),
        };
        let availability = Availability {
            status: word.status,
            authority_status: word.authority,
            observed_at: word.observed_at,
            valid_until: freshness.valid_until,
            human_verification_required: Some(needs_a_person(word)),
            reason: word.reason.clone(),
        };
        Self { availability, band, freshness, provenance: provenance_of(unit, word) }
    }

    /// A unit that is gone, or a word that is too old, is no answer but a failure
    /// with the age of what is known.
    fn refusal(&self, wait: impl FnOnce() -> Option<RetryAfter>) -> Result<(), Failure> {
        let status = self.availability.status;
        if status.is_gone() {
            let gone = Failure::new(ErrorCode::VehicleUnavailable, format!("status {status}"));
            return Err(gone.with_freshness(self.freshness.clone()));
        }
        if self.band == Band::Stale {
            let stale = Failure::new(ErrorCode::VehicleStale, "the last observation is past its band");
            return Err(retry(stale.with_freshness(self.freshness.clone()), wait()));
        }
        Ok(())
    }
}

fn retry(failure: Failure, wait: Option<RetryAfter>) -> Failure {
    match wait {
        Some(wait) => failure.retry_after(wait),
        None => failure,
    }
}

/// What the dealer's own system calls available needs nobody else to say it; what
/// somebody is about to buy, or nobody knows, does.
fn needs_a_person(word: &Statement) -> bool {
    let settled = matches!(word.status, AvailabilityStatus::Available | AvailabilityStatus::InTransit);
    word.authority != AvailabilityAuthority::Authoritative || !settled
}

/// The age of a system's word, by the longest band that its authority allows.
fn age_of(word: &Statement, (limits, now): (BandLimits, Timestamp)) -> Freshness {
    let band = match word.authority {
        AvailabilityAuthority::Authoritative => Band::RecentAuthoritative,
        AvailabilityAuthority::Asserted => Band::Asserted,
        AvailabilityAuthority::Unknown => Band::Unknown,
    };
    match limits.seconds_of(band).and_then(MaxAge::from_seconds) {
        Some(max_age) => Freshness::at(now, word.observed_at, max_age),
        None => Freshness {
            observed_at: word.observed_at,
            valid_until: None,
            state: FreshnessState::Unknown,
            max_age_seconds: None,
        },
    }
}

/// The one source that spoke. A check is no mixture: the export that lists the unit
/// has no part in it.
fn provenance_of(unit: &StoredListing, word: &Statement) -> Provenance {
    let (authority, authority_status) = match word.authority {
        AvailabilityAuthority::Authoritative => (Authority::AuthoritativeDealerSystem, AuthorityStatus::Authoritative),
        AvailabilityAuthority::Asserted => (Authority::DealerAsserted, AuthorityStatus::Asserted),
        AvailabilityAuthority::Unknown => (Authority::Unknown, AuthorityStatus::Unknown),
    };
    let listed = || unit.listing().provenance.clone();
    let Some(source_name) = word.source_name.clone() else { return listed() };
    let source = Source {
        source_name,
        source_uri: None,
        source_record_id: None,
        authority,
        observed_at: word.observed_at,
        content_digest: None,
    };
    let Ok(sources) = List::new(vec![source]) else { return listed() };
    Provenance { sources, authority_status, transformed_at: None, transformations: None }
}
