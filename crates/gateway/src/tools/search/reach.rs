//! What a search reaches: the rooftops that are loaded. They also answer for
//! the age and the sources of an empty match, since "nothing" is a fact too.

use dealeragent_inventory::{OrganizationInventory, RooftopFacts, SearchOutcome};
use dealeragent_protocol::{
    error::ErrorCode,
    facts::{Authority, AuthorityStatus, Freshness, MaxAge, Provenance, Source},
    values::{List, RooftopId, Text, Timestamp},
    wording::en,
};

use crate::Failure;

/// Most rooftops whose sources are named for an empty match.
const MOST_ROOFTOPS: usize = 10;

/// The loaded ones of the permitted rooftops; at least one.
pub(super) struct Reach<'a> {
    inventory: &'a OrganizationInventory,
    /// Each with the time at which its file was seen.
    loaded: Vec<(&'a RooftopFacts, Timestamp)>,
    rooftops: Vec<RooftopId>,
    not_loaded: Vec<RooftopId>,
    oldest: Timestamp,
}

impl<'a> Reach<'a> {
    /// `None` where no permitted rooftop has had a first file.
    pub(super) fn of(inventory: Option<&'a OrganizationInventory>, permitted: &[RooftopId]) -> Option<Self> {
        let inventory = inventory?;
        let mut loaded = Vec::with_capacity(permitted.len());
        let (mut rooftops, mut not_loaded) = (Vec::with_capacity(permitted.len()), Vec::new());
        for id in permitted {
            match inventory.rooftop(id).and_then(|facts| Some((facts, facts.observed_at?))) {
                Some(rooftop) => {
                    loaded.push(rooftop);
                    rooftops.push(id.clone());
                }
                None => not_loaded.push(id.clone()),
            }
        }
        let oldest = loaded.iter().map(|(_, observed_at)| *observed_at).min()?;
        Some(Self { inventory, loaded, rooftops, not_loaded, oldest })
    }

    pub(super) fn inventory(&self) -> &'a OrganizationInventory {
        self.inventory
    }

    /// What is searched.
    pub(super) fn rooftops(&self) -> &[RooftopId] {
        &self.rooftops
    }

    /// What is permitted, but not loaded.
    pub(super) fn not_loaded(&self) -> &[RooftopId] {
        &self.not_loaded
    }

    /// The oldest observation of the match, or of what was searched in vain.
    pub(super) fn oldest(&self, outcome: &SearchOutcome<'_>) -> Timestamp {
        outcome.oldest_observed_at.unwrap_or(self.oldest)
    }

    /// That observation against the tightest target behind it.
    pub(super) fn freshness(&self, outcome: &SearchOutcome<'_>, now: Timestamp) -> Freshness {
        let targets = self.loaded.iter().map(|(facts, _)| facts.targets.inventory.as_max_age());
        let max_age = outcome.tightest_max_age.or_else(|| targets.min()).unwrap_or(MaxAge::LONGEST);
        Freshness::at(now, self.oldest(outcome), max_age)
    }

    /// The sources of the match, or of what was searched in vain.
    pub(super) fn provenance(&self, outcome: &SearchOutcome<'_>, synthetic: bool) -> Result<Provenance, Failure> {
        let sources = if outcome.sources.is_empty() { self.sources(synthetic) } else { outcome.sources.clone() };
        let is_unknown = sources.iter().all(|source| source.authority == Authority::Unknown);
        let impossible = |_| Failure::new(ErrorCode::Internal, "a page without a source");
        Ok(Provenance {
            sources: List::new(sources).map_err(impossible)?,
            authority_status: if is_unknown { AuthorityStatus::Unknown } else { AuthorityStatus::Asserted },
            transformed_at: None,
            transformations: None,
        })
    }

    /// One source a rooftop, as one of its listings names it.
    fn sources(&self, synthetic: bool) -> Vec<Source> {
        let mut sources: Vec<Source> = Vec::new();
        let named = self.loaded.iter().take(MOST_ROOFTOPS);
        for source in named.flat_map(|(facts, observed_at)| self.sources_of(facts, *observed_at, synthetic)) {
            let is_same = |other: &Source| {
                (&other.source_name, &other.source_uri, other.authority)
                    == (&source.source_name, &source.source_uri, source.authority)
            };
            if !sources.iter().any(is_same) {
                sources.push(source);
            }
        }
        sources
    }

    fn sources_of(&self, facts: &RooftopFacts, observed_at: Timestamp, synthetic: bool) -> Vec<Source> {
        let mut units = self.inventory.listings().map(dealeragent_inventory::StoredListing::listing);
        let first = if facts.listings == 0 { None } else { units.find(|unit| unit.rooftop_id == facts.rooftop_id) };
        match first {
            Some(unit) => {
                let sources = unit.provenance.sources.iter().cloned();
                // The record is one unit's, and no unit matches.
                sources.map(|source| Source { source_record_id: None, ..source }).collect()
            }
            None => vec![Source {
                source_name: Text::bounded(&en::inventory_source(facts.rooftop_id.as_str(), synthetic)),
                source_uri: None,
                source_record_id: None,
                authority: Authority::Unknown,
                observed_at,
                content_digest: None,
            }],
        }
    }
}
