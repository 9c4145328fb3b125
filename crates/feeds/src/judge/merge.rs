//! Several feeds of one rooftop to one lot. For each fact one feed has the say;
//! what another says instead is recorded, never blended in.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use dealeragent_inventory::{Listing, feed_conflict, search::FilterKind};
use dealeragent_protocol::{
    facts::AvailabilityStatus,
    values::{List, RooftopId, Text, Timestamp, Vin},
};

use super::{
    FeedState, Unit,
    facts::{FACTS, Fact},
};

/// What a feed is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Role {
    /// Its units are published.
    #[default]
    Lists,
    /// It adds facts to units that another feed lists.
    Enriches,
}

/// One feed of a rooftop.
#[derive(Debug, Clone, Copy)]
pub struct FeedStock<'a> {
    /// Its id.
    pub feed: &'a str,
    /// What it is for.
    pub role: Role,
    /// Its last good state.
    pub state: &'a FeedState,
}

/// Which feed has the say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Precedence {
    /// Ids of feeds, the first one first. Feeds that are not named come behind
    /// these, in the order in which they are given.
    pub feeds: Vec<String>,
    /// The same for single facts, by their names on the wire, such as `price`.
    pub fields: BTreeMap<String, Vec<String>>,
}

impl Precedence {
    /// The names of the facts that may have an order of their own.
    pub fn facts() -> impl Iterator<Item = &'static str> {
        FACTS.iter().map(|fact| fact.name)
    }
}

/// The lot of one rooftop.
#[derive(Debug, Clone, Default)]
pub struct Merged {
    /// Its units, as they are published.
    pub listings: Vec<Arc<Listing>>,
    /// Filters that any of the feeds can answer.
    pub answers: Vec<FilterKind>,
    /// When its newest source saw the lot; `None` where none has spoken of it.
    pub observed_at: Option<Timestamp>,
    /// Facts on which feeds differ.
    pub conflicts: u64,
}

/// Facts of which two statements cannot both be right. Of the others, such as a
/// trim or pictures, two sources simply say more or less.
const HARD: [&str; 7] =
    ["price", "availability", "stock_number", "odometer", "condition", "certification_type", "year"];

/// Facts of the offer: a unit is as old as the oldest of them.
const OFFER: [&str; 4] = ["price", "availability", "odometer", "condition"];

/// Puts the feeds of one rooftop together.
#[must_use]
pub fn merge(rooftop: &RooftopId, feeds: &[FeedStock<'_>], precedence: &Precedence) -> Merged {
    let mut feeds: Vec<FeedStock<'_>> = feeds.to_vec();
    feeds.sort_by_key(|feed| rank(&precedence.feeds, feed.feed));
    let mut merged = Merged {
        observed_at: feeds.iter().filter_map(|feed| feed.state.rooftops.get(rooftop)).max().copied(),
        ..Merged::default()
    };
    for feed in &feeds {
        let new = feed.state.answers.iter().filter(|filter| !merged.answers.contains(filter));
        let new: Vec<FilterKind> = new.copied().collect();
        merged.answers.extend(new);
    }
    if let [only] = feeds.as_slice() {
        if only.role == Role::Lists {
            let units = only.state.units.iter().filter(|unit| unit.listing.rooftop_id == *rooftop);
            merged.listings = units.map(Unit::published).collect();
        }
        return merged;
    }
    let mut order: Vec<&Vin> = Vec::new();
    let mut by_vin: HashMap<&Vin, Vec<Said<'_>>> = HashMap::new();
    for feed in &feeds {
        for unit in feed.state.units.iter().filter(|unit| unit.listing.rooftop_id == *rooftop) {
            let said = by_vin.entry(&unit.listing.vin).or_default();
            if said.is_empty() {
                order.push(&unit.listing.vin);
            }
            said.push(Said { feed: feed.feed, role: feed.role, unit });
        }
    }
    for vin in order {
        let Some(said) = by_vin.get(vin) else { continue };
        let Some(first) = said.iter().find(|one| one.role == Role::Lists) else { continue };
        match said.as_slice() {
            [only] => merged.listings.push(only.unit.published()),
            several => {
                let (listing, conflicts) = unit(first, several, precedence);
                merged.conflicts += conflicts;
                merged.listings.push(Arc::new(listing));
            }
        }
    }
    merged
}

/// What one feed says of a unit.
struct Said<'a> {
    feed: &'a str,
    role: Role,
    unit: &'a Unit,
}

impl Said<'_> {
    fn source(&self) -> &str {
        self.unit.listing.provenance.sources.first().map_or(self.feed, |source| source.source_name.as_str())
    }
}

/// One unit of what several feeds say of it. `first` is the first that lists it.
fn unit(first: &Said<'_>, said: &[Said<'_>], precedence: &Precedence) -> (Listing, u64) {
    let mut listing = Listing::clone(&first.unit.listing);
    let mut conflicts = 0;
    let mut taken: Vec<(&str, &Said<'_>)> = Vec::new();
    for fact in &FACTS {
        let field_order = precedence.fields.get(fact.name).map_or(&[][..], Vec::as_slice);
        let mut knowing: Vec<&Said<'_>> = said.iter().filter(|one| knows(fact, &one.unit.listing)).collect();
        knowing.sort_by_key(|one| rank(field_order, one.feed));
        let Some(winner) = knowing.first() else { continue };
        if HARD.contains(&fact.name) {
            let says: Vec<(&str, String)> =
                knowing.iter().map(|one| (one.source(), states(fact, &one.unit.listing))).collect();
            let says: Vec<(&str, &str)> = says.iter().map(|(source, says)| (*source, says.as_str())).collect();
            if let Some(conflict) = feed_conflict(fact.name, &says) {
                conflicts += 1;
                listing.evidence.discrepancies.push(conflict);
            }
        }
        if winner.feed != first.feed && !(fact.same)(&listing, &winner.unit.listing) {
            let recorded = std::mem::take(&mut listing.evidence.discrepancies);
            (fact.take)(&mut listing, &winner.unit.listing);
            listing.evidence.discrepancies.splice(..0, recorded);
            taken.push((fact.name, winner));
        }
        if OFFER.contains(&fact.name) {
            listing.observed_at = listing.observed_at.min(winner.unit.listing.observed_at);
        }
    }
    tell_origin(&mut listing, &taken);
    // What one of its sources does not have any more, nobody knows to be there.
    if let Some(missing) = said.iter().find(|one| one.role == Role::Lists && one.unit.missing.is_some()) {
        listing.availability = missing.unit.published().availability.clone();
    }
    (listing, conflicts)
}

/// The place of a feed in an order; behind it where it is not named.
fn rank(order: &[String], feed: &str) -> usize {
    order.iter().position(|named| named == feed).unwrap_or(order.len())
}

fn knows(fact: &Fact, listing: &Listing) -> bool {
    match fact.name {
        "availability" => listing.availability.status != AvailabilityStatus::Unknown,
        _ => (fact.show)(listing).is_some(),
    }
}

/// A fact as a conflict tells it: what a dealer calls a price is none.
fn states(fact: &Fact, listing: &Listing) -> String {
    match (fact.name, &listing.price) {
        ("price", Some(price)) => price.amount.to_string(),
        _ => (fact.show)(listing).unwrap_or_default(),
    }
}

/// Names each feed that gave a fact among the sources, and the fact among the
/// transformations.
fn tell_origin(listing: &mut Listing, taken: &[(&str, &Said<'_>)]) {
    if taken.is_empty() {
        return;
    }
    let provenance = &mut listing.provenance;
    let mut sources = provenance.sources.to_vec();
    let mut steps = provenance.transformations.take().map(List::into_inner).unwrap_or_default();
    for (field, said) in taken {
        for source in said.unit.listing.provenance.sources.iter() {
            if !sources.contains(source) {
                sources.push(source.clone());
            }
        }
        steps.insert(0, Text::bounded(&format!("{field}: taken from {}", said.source())));
    }
    if let Ok(sources) = List::new(sources) {
        provenance.sources = sources;
    }
    provenance.transformations = List::first(steps).ok();
}
