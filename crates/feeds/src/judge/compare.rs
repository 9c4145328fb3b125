//! A file against the last good state, unit by unit.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use dealeragent_inventory::Listing;
use dealeragent_protocol::values::{Distance, RooftopId, Timestamp, Vin};

use super::{
    AbsentRooftop, Candidate, Departed, Diff, FeedState, JudgeRules, Proposal, Unit, UnitName, UpdatedUnit,
    absence::{self, Absence, Fate},
    diff::name,
    facts,
    guard::Presence,
    prices::Tally,
};
use crate::Import;

/// The units of the last good state by their keys.
pub(super) struct Index<'a> {
    units: HashMap<(&'a RooftopId, &'a Vin), (usize, &'a Unit)>,
}

impl<'a> Index<'a> {
    pub(super) fn of(last: Option<&'a FeedState>) -> Self {
        let units = last.map_or(&[][..], |last| &last.units);
        Self { units: units.iter().enumerate().map(|(at, unit)| (unit.key(), (at, unit))).collect() }
    }

    /// A unit's last reading.
    pub(super) fn odometer(&self, rooftop: &RooftopId, vin: &Vin) -> Option<Distance> {
        let odometer = self.units.get(&(rooftop, vin))?.1.listing.odometer?;
        Some(Distance { value: odometer.value, unit: odometer.unit })
    }
}

/// The state that a file makes, what it changes, and how much of each rooftop
/// that it speaks of is in it.
pub(super) fn compare(
    last: Option<&FeedState>,
    index: &Index<'_>,
    import: Import,
    present: &BTreeSet<RooftopId>,
    candidate: Candidate,
    rules: &JudgeRules,
) -> (Proposal, BTreeMap<RooftopId, Presence>) {
    let Import { listings, report, answers, withheld, .. } = import;
    let time = candidate.file.source_time;
    let switched = last.is_some_and(|last| last.source != candidate.source);
    let before = last.map_or(&[][..], |last| &last.units);
    let mut comparison = Comparison::new(before.len(), listings.len(), time, Tally::new(rules.guard.price_bound));
    comparison.diff.source_switched = switched;
    let gone_before = last.map_or(&[][..], |last| &last.departed);
    let known = absence::first_seen(gone_before);
    for listing in listings {
        comparison.listed(listing, index, &known);
    }
    let absence = Absence::new(present, &withheld, rules.grace, time, switched);
    for (at, unit) in before.iter().enumerate() {
        comparison.before(at, unit, &absence);
    }
    let Comparison { mut diff, units, gone, relisted, presence, kept, prices, .. } = comparison;
    diff.totals.after = units.len() as u64;
    diff.prices = prices.close();
    diff.absent_rooftops = kept.into_iter().map(|(rooftop_id, units)| AbsentRooftop { rooftop_id, units }).collect();
    let back: HashSet<_> = relisted.iter().map(|(rooftop, vin)| (rooftop, vin)).collect();
    let departed = absence::departed(gone_before, &back, gone, time, rules.remembering);
    let mut rooftops = last.map(|last| last.rooftops.clone()).unwrap_or_default();
    rooftops.extend(present.iter().map(|rooftop| (rooftop.clone(), time)));
    let Candidate { organization_id, source, file } = candidate;
    let next = FeedState { organization_id, source, file, rooftops, answers, units, departed };
    (Proposal { next, diff, report: Some(report) }, presence)
}

/// A comparison while units go by.
struct Comparison {
    time: Timestamp,
    /// Units of the last good state that the file has.
    found: Vec<bool>,
    diff: Diff,
    units: Vec<Unit>,
    gone: Vec<Departed>,
    relisted: Vec<(RooftopId, Vin)>,
    presence: BTreeMap<RooftopId, Presence>,
    kept: BTreeMap<RooftopId, u64>,
    prices: Tally,
}

impl Comparison {
    fn new(before: usize, listed: usize, time: Timestamp, prices: Tally) -> Self {
        let mut diff = Diff::default();
        diff.totals.before = before as u64;
        Self {
            time,
            found: vec![false; before],
            diff,
            units: Vec::with_capacity(listed),
            gone: Vec::new(),
            relisted: Vec::new(),
            presence: BTreeMap::new(),
            kept: BTreeMap::new(),
            prices,
        }
    }

    /// A unit of the file.
    fn listed(&mut self, listing: Listing, index: &Index<'_>, known: &HashMap<(&RooftopId, &Vin), Timestamp>) {
        let key = (&listing.rooftop_id, &listing.vin);
        let first_seen = match index.units.get(&key) {
            Some((at, unit)) => {
                self.also_before(*at, unit, &listing);
                unit.first_seen
            }
            None => {
                self.diff.totals.created += 1;
                name(&mut self.diff.created, || UnitName::of(&listing));
                let before = known.get(&key).copied();
                if before.is_some() {
                    self.diff.totals.relisted += 1;
                    self.relisted.push((listing.rooftop_id.clone(), listing.vin.clone()));
                }
                before.unwrap_or(self.time)
            }
        };
        self.units.push(Unit { listing: Arc::new(listing), first_seen, last_seen: self.time, missing: None });
    }

    fn also_before(&mut self, at: usize, unit: &Unit, listing: &Listing) {
        if let Some(found) = self.found.get_mut(at) {
            *found = true;
        }
        self.prices.take(&unit.listing, listing);
        self.diff.totals.returned += u64::from(unit.missing.is_some());
        let changes = facts::changes(&unit.listing, listing);
        if changes.is_empty() {
            self.diff.totals.unchanged += 1;
        } else {
            self.diff.totals.updated += 1;
            name(&mut self.diff.updated, || UpdatedUnit { unit: UnitName::of(listing), changes });
        }
    }

    /// A unit of the last good state.
    fn before(&mut self, at: usize, unit: &Unit, absence: &Absence<'_>) {
        if unit.missing.is_none() {
            self.presence_of(unit).before += 1;
        }
        if self.found.get(at).copied().unwrap_or_default() {
            return;
        }
        let fate = absence.fate(unit);
        if unit.missing.is_none() && matches!(fate, Fate::Missing(_) | Fate::Removed) {
            self.presence_of(unit).absent += 1;
        }
        let (diff, named) = (&mut self.diff, || UnitName::of(&unit.listing));
        match fate {
            Fate::Kept => {
                diff.totals.kept += 1;
                match self.kept.get_mut(&unit.listing.rooftop_id) {
                    Some(units) => *units += 1,
                    None => drop(self.kept.insert(unit.listing.rooftop_id.clone(), 1)),
                }
                self.units.push(unit.clone());
            }
            Fate::Withheld => {
                diff.totals.withheld += 1;
                name(&mut diff.withheld, named);
                // Its row is there, so that it is not missing; what the row says is not known.
                self.units.push(Unit { missing: None, ..unit.clone() });
            }
            Fate::Missing(missing) => {
                diff.totals.missing += 1;
                diff.totals.newly_missing += u64::from(unit.missing.is_none());
                name(&mut diff.missing, named);
                self.units.push(Unit { missing: Some(missing), ..unit.clone() });
            }
            Fate::Removed => {
                diff.totals.removed += 1;
                name(&mut diff.removed, named);
                let (rooftop_id, vin) = (unit.listing.rooftop_id.clone(), unit.listing.vin.clone());
                self.gone.push(Departed { rooftop_id, vin, first_seen: unit.first_seen, at: self.time });
            }
        }
    }

    fn presence_of(&mut self, unit: &Unit) -> &mut Presence {
        // An id is shared text: cloning it is cheap.
        self.presence.entry(unit.listing.rooftop_id.clone()).or_default()
    }
}
