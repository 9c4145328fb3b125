//! Units that a file does not have (C02, C03, B19).

use std::collections::{BTreeSet, HashMap, HashSet};

use dealeragent_protocol::values::{RooftopId, Timestamp, Vin};

use super::{Departed, Grace, Missing, Remembering, Unit};
use crate::Withheld;

/// What becomes of a unit that is not among a file's listings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The file says nothing about its rooftop.
    Kept,
    /// Its row is held back.
    Withheld,
    /// It stays for the grace.
    Missing(Missing),
    /// It goes.
    Removed,
}

/// What a file says beside its listings.
pub(super) struct Absence<'a> {
    /// Rooftops that it speaks of.
    present: &'a BTreeSet<RooftopId>,
    withheld: Held<'a>,
    grace: Grace,
    file_time: Timestamp,
    source_switched: bool,
}

impl<'a> Absence<'a> {
    pub(super) fn new(
        present: &'a BTreeSet<RooftopId>,
        withheld: &'a [Withheld],
        grace: Grace,
        file_time: Timestamp,
        source_switched: bool,
    ) -> Self {
        Self { present, withheld: Held::new(withheld), grace, file_time, source_switched }
    }

    pub(super) fn fate(&self, unit: &Unit) -> Fate {
        if self.withheld.has(unit) {
            return Fate::Withheld;
        }
        if !self.present.contains(&unit.listing.rooftop_id) {
            return Fate::Kept;
        }
        if self.source_switched {
            return Fate::Removed;
        }
        let missing = match unit.missing {
            Some(missing) => Missing { files: missing.files.saturating_add(1), ..missing },
            None => Missing { since: self.file_time, files: 1 },
        };
        let waited = self.file_time.seconds_since(missing.since);
        let stays = missing.files <= self.grace.files || waited < i64::from(self.grace.seconds);
        if stays { Fate::Missing(missing) } else { Fate::Removed }
    }
}

/// Units whose rows are held back, by whatever those rows still tell.
struct Held<'a> {
    units: HashSet<(&'a RooftopId, &'a Vin)>,
    /// Rows that do not tell their rooftop: any unit of that VIN may be meant.
    vins: HashSet<&'a Vin>,
    /// Rows without a usable VIN, by stock number.
    stocks: HashSet<&'a str>,
}

impl<'a> Held<'a> {
    fn new(withheld: &'a [Withheld]) -> Self {
        let mut held = Self { units: HashSet::new(), vins: HashSet::new(), stocks: HashSet::new() };
        for row in withheld {
            match (&row.rooftop_id, &row.vin, &row.stock) {
                (Some(rooftop), Some(vin), _) => {
                    held.units.insert((rooftop, vin));
                }
                (None, Some(vin), _) => {
                    held.vins.insert(vin);
                }
                (_, None, Some(stock)) => {
                    held.stocks.insert(stock.as_str());
                }
                (_, None, None) => {}
            }
        }
        held
    }

    fn has(&self, unit: &Unit) -> bool {
        let stock = unit.listing.stock_number.as_ref();
        self.units.contains(&unit.key())
            || self.vins.contains(&unit.listing.vin)
            || stock.is_some_and(|stock| self.stocks.contains(stock.as_str()))
    }
}

/// Units that are gone: those from before without the ones that are back, and
/// the new ones; bounded.
pub(super) fn departed(
    before: &[Departed],
    back: &HashSet<(&RooftopId, &Vin)>,
    gone: Vec<Departed>,
    now: Timestamp,
    rules: Remembering,
) -> Vec<Departed> {
    let is_known = |one: &&Departed| {
        !back.contains(&(&one.rooftop_id, &one.vin)) && now.seconds_since(one.at) <= i64::from(rules.seconds)
    };
    let mut all: Vec<Departed> = before.iter().filter(is_known).cloned().chain(gone).collect();
    let too_many = all.len().saturating_sub(rules.units);
    all.drain(..too_many);
    all
}

/// When units that are gone were first seen.
pub(super) fn first_seen(departed: &[Departed]) -> HashMap<(&RooftopId, &Vin), Timestamp> {
    departed.iter().map(|one| ((&one.rooftop_id, &one.vin), one.first_seen)).collect()
}
