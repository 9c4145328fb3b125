//! Who is asked about which unit.

use std::{collections::BTreeMap, fmt, sync::Arc};

use dealeragent_inventory::{Listing, StoredListing};
use dealeragent_protocol::{
    facts::{AvailabilityAuthority, Band, BandLimits},
    tools::verify_availability::VerifyAvailability,
    values::{OrganizationId, RooftopId, Text, Timestamp},
};

use super::{AvailabilitySource, SourceDown, Statement, UnitKey, weigh::weigh};
use crate::{Permit, policy::MayAsk};

/// One source of one rooftop. Its authority is what dealer policy gave it.
#[derive(Clone)]
pub struct RankedSource {
    /// Its name in the provenance of what it says.
    pub name: Text<1, 128>,
    /// How firmly its word stands.
    pub authority: AvailabilityAuthority,
    /// The system.
    pub source: Arc<dyn AvailabilitySource>,
}

impl fmt::Debug for RankedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, authority, source: _ } = self;
        f.debug_struct("RankedSource").field("name", name).field("authority", authority).finish_non_exhaustive()
    }
}

/// The sources of every rooftop that has any, in the order of precedence.
#[derive(Debug, Clone, Default)]
pub struct Desk {
    rooftops: BTreeMap<OrganizationId, BTreeMap<RooftopId, Vec<RankedSource>>>,
}

/// What is repeated to a caller, and how much of it may be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checked {
    pub(crate) statement: Statement,
    pub(crate) band: Band,
}

/// How a check ended.
#[derive(Debug)]
pub(crate) enum Check {
    /// A source's word is the answer.
    Spoken(Checked),
    /// No source has a word that holds: the listing speaks for itself. With the
    /// newest word that does not hold any more.
    Listing { past: Option<Statement> },
    /// A source that was asked gave nothing, and no other has a word that holds.
    Down { fault: SourceDown, last: Option<Statement> },
}

impl Desk {
    /// A rooftop's sources, the most trusted first. Those that it had are replaced.
    #[must_use]
    pub fn with_rooftop(
        mut self,
        organization: OrganizationId,
        rooftop: RooftopId,
        sources: Vec<RankedSource>,
    ) -> Self {
        self.rooftops.entry(organization).or_default().insert(rooftop, sources);
        self
    }

    /// What a rooftop's sources last said of a unit that promises less than the
    /// unit's own listing does: a unit that was sold an hour ago is no longer
    /// searched for. A word that promises more is for a check alone, which knows
    /// how old it is.
    ///
    /// # Errors
    /// [`SourceDown`] when it cannot be told what a source last said.
    pub fn lowered(&self, listing: &Listing, now: Timestamp) -> Result<Option<Statement>, SourceDown> {
        let sources = self.sources(&listing.organization_id, &listing.rooftop_id);
        if sources.is_empty() {
            return Ok(None);
        }
        let key = UnitKey::of(listing);
        let assertion = &listing.availability;
        let own = Statement {
            status: assertion.status,
            authority: assertion.authority,
            observed_at: assertion.observed_at,
            reason: None,
            source_name: None,
        };
        let mut lower = last_words(sources, &key)?;
        lower.retain(|word| word.lowers(own.status));
        let chosen = weigh(lower, &own, BandLimits::default(), now);
        Ok(chosen.filter(|word| word.source_name.is_some()))
    }

    /// Checks a unit. Systems are asked only for a caller that may have them asked;
    /// anybody else gets what they last said.
    pub(crate) async fn check(
        &self,
        permit: &Permit<VerifyAvailability>,
        unit: &StoredListing,
        limits: BandLimits,
        now: Timestamp,
    ) -> Check {
        let listing = unit.listing();
        let sources = self.sources(&listing.organization_id, &listing.rooftop_id);
        if sources.is_empty() {
            return Check::Listing { past: None };
        }
        let own = Statement::of_listing(unit);
        let key = UnitKey::of(listing);
        let Some(may_ask) = permit.may_ask() else {
            let last = match last_words(sources, &key) {
                Ok(last) => last,
                Err(fault) => return Check::Down { fault, last: None },
            };
            let past = newest(&last);
            return match weigh(last, &own, limits, now) {
                Some(statement) => Check::Spoken(observed(statement, limits, now)),
                None => Check::Listing { past },
            };
        };
        let (words, fault) = self.ask(may_ask, sources, &key, (limits, now)).await;
        let past = newest(&words);
        match (weigh(words, &own, limits, now), fault) {
            (Some(statement), _) => Check::Spoken(verified(may_ask, statement, limits, now)),
            (None, Some(fault)) => {
                let last = last_words(sources, &key).unwrap_or_default();
                Check::Down { fault, last: newest(&last) }
            }
            (None, None) => Check::Listing { past },
        }
    }

    /// Goes down the ranks until one gives what may be called verified.
    async fn ask(
        &self,
        _: MayAsk,
        sources: &[RankedSource],
        key: &UnitKey,
        (limits, now): (BandLimits, Timestamp),
    ) -> (Vec<Statement>, Option<SourceDown>) {
        let (mut words, mut fault) = (Vec::with_capacity(sources.len()), None);
        for ranked in sources {
            let heard = match ranked.source.ask(key, now) {
                Some(asking) => asking.await,
                None => ranked.source.last(key),
            };
            let heard = match heard {
                Ok(Some(heard)) => heard,
                Ok(None) => continue,
                Err(down) => {
                    fault.get_or_insert(down);
                    continue;
                }
            };
            let word = Statement::of(heard, ranked.authority, ranked.name.clone());
            let settled = limits.of_check(word.authority, word.observed_at, now) == Band::VerifiedCurrent;
            words.push(word);
            if settled {
                break;
            }
        }
        (words, fault)
    }

    fn sources(&self, organization: &OrganizationId, rooftop: &RooftopId) -> &[RankedSource] {
        let found = self.rooftops.get(organization).and_then(|rooftops| rooftops.get(rooftop));
        found.map(Vec::as_slice).unwrap_or_default()
    }
}

fn last_words(sources: &[RankedSource], key: &UnitKey) -> Result<Vec<Statement>, SourceDown> {
    let mut words = Vec::with_capacity(sources.len());
    for ranked in sources {
        if let Some(heard) = ranked.source.last(key)? {
            words.push(Statement::of(heard, ranked.authority, ranked.name.clone()));
        }
    }
    Ok(words)
}

fn newest(words: &[Statement]) -> Option<Statement> {
    words.iter().max_by_key(|word| word.observed_at).cloned()
}

/// A word that nobody has just checked for this caller.
fn observed(statement: Statement, limits: BandLimits, now: Timestamp) -> Checked {
    let band = limits.of_observation(statement.authority, statement.observed_at, now);
    Checked { statement, band }
}

/// A word of a check that an accountable caller asked for. The only maker of
/// `verified_current` (`DAP-DISC-003`, `DAP-DISC-005`), and never for the
/// listing's own word.
fn verified(_: MayAsk, statement: Statement, limits: BandLimits, now: Timestamp) -> Checked {
    if statement.source_name.is_none() {
        return observed(statement, limits, now);
    }
    let band = limits.of_check(statement.authority, statement.observed_at, now);
    Checked { statement, band }
}
