//! Rows against each other: one VIN at one rooftop, one listing (B18 to B20).
//!
//! What compares a lot with the last one (removals, price moves, the guard) is
//! [`crate::judge`], which takes what [`Lot::settle`] gives.

use std::collections::{HashMap, HashSet};

use dealeragent_inventory::Listing;
use dealeragent_protocol::values::{RooftopId, Vin};

use crate::report::{Keyword, Ledger, Note, Notice, Reject, escaped};

/// The units of a file while it is read. The same VIN at two rooftops is two
/// units (B18).
#[derive(Debug, Default)]
pub(crate) struct Lot {
    units: Vec<Unit>,
    places: HashMap<(RooftopId, Vin), usize>,
}

/// Everything that the file says under one VIN.
#[derive(Debug, Default)]
struct Unit {
    /// The first row that could be listed, and its notes.
    listing: Option<Listing>,
    notes: Vec<Note>,
    /// Rows that could be listed: line and stock number.
    rows: Vec<(u64, Option<String>)>,
    /// Rows that were refused for a reason of their own.
    refused: Vec<u64>,
    /// What differs between the rows, when anything does.
    differs: Vec<&'static str>,
}

impl Lot {
    fn unit(&mut self, key: (RooftopId, Vin)) -> Option<&mut Unit> {
        let at = *self.places.entry(key).or_insert(self.units.len());
        if at == self.units.len() {
            self.units.push(Unit::default());
        }
        self.units.get_mut(at)
    }

    /// Takes a row that could be listed.
    pub(crate) fn take(&mut self, line: u64, listing: Listing, notes: Vec<Note>) {
        let Some(unit) = self.unit((listing.rooftop_id.clone(), listing.vin.clone())) else { return };
        unit.rows.push((line, listing.stock_number.as_ref().map(|stock| escaped(stock.as_str()))));
        match &unit.listing {
            None => {
                unit.listing = Some(listing);
                unit.notes = notes;
            }
            Some(first) => {
                for name in differences(first, &listing) {
                    if !unit.differs.contains(&name) {
                        unit.differs.push(name);
                    }
                }
            }
        }
    }

    /// Remembers a row that was refused although its VIN is good: no other row
    /// of that VIN can be trusted to be the right one.
    pub(crate) fn refuse(&mut self, unit: (RooftopId, Vin), line: u64) {
        if let Some(unit) = self.unit(unit) {
            unit.refused.push(line);
        }
    }

    /// Decides: one row or identical rows become a listing, anything else is
    /// held back as a whole. Gives the listings, and the units that are held
    /// back.
    pub(crate) fn settle(self, ledger: &mut Ledger) -> (Vec<Listing>, Vec<(RooftopId, Vin)>) {
        let mut listings = Vec::with_capacity(self.units.len());
        let mut held_back = HashSet::new();
        for (at, unit) in self.units.into_iter().enumerate() {
            if let Some(listing) = unit.settle(ledger) {
                ledger.published += 1;
                ledger.unknown_price += u64::from(listing.price.is_none());
                listings.push(listing);
            } else {
                held_back.insert(at);
            }
        }
        ledger.sort_lines();
        let held_back = self.places.into_iter().filter(|(_, at)| held_back.contains(at)).map(|(key, _)| key).collect();
        (listings, held_back)
    }
}

impl Unit {
    fn settle(self, ledger: &mut Ledger) -> Option<Listing> {
        if !self.differs.is_empty() || !self.refused.is_empty() {
            self.hold_back(ledger);
            return None;
        }
        let mut lines = self.rows.iter().map(|(line, _)| *line);
        let first = lines.next();
        for note in &self.notes {
            ledger.note(first, note);
        }
        for line in lines {
            ledger.collapsed += 1;
            let example = first.map(|first| format!("line {line}, first on line {first}"));
            ledger.note(Some(line), &Note { kind: Notice::RepeatedRow, column: None, count: 1, example });
        }
        self.listing
    }

    fn hold_back(&self, ledger: &mut Ledger) {
        let mut lines: Vec<u64> = self.rows.iter().map(|(line, _)| *line).chain(self.refused.iter().copied()).collect();
        lines.sort_unstable();
        let lines: Vec<String> = lines.iter().map(u64::to_string).collect();
        let what =
            if self.differs.is_empty() { "whether they can be listed".to_owned() } else { self.differs.join(", ") };
        for (line, stock) in &self.rows {
            ledger.reject(Reject {
                line: *line,
                column: None,
                keyword: Keyword::DuplicateDiffers,
                reason: format!("lines {} have the same VIN but differ in {what}", lines.join(", ")),
                hint: "keep the row that is right and take the others out; none is published".to_owned(),
                stock: stock.clone(),
            });
        }
    }
}

/// Names of the facts in which two listings of one VIN differ.
fn differences(one: &Listing, other: &Listing) -> Vec<&'static str> {
    // How a cell was written is no difference: `24,995` and `24995` are one price.
    let mut plain = other.clone();
    plain.provenance = one.provenance.clone();
    if *one == plain {
        return Vec::new();
    }
    let mut names = Vec::new();
    let mut compare = |name, same: bool| {
        if !same {
            names.push(name);
        }
    };
    compare("price", one.price == other.price);
    compare("odometer", one.odometer == other.odometer);
    compare("stock number", one.stock_number == other.stock_number);
    compare("status", one.availability == other.availability);
    compare("condition", one.condition == other.condition && one.certification_type == other.certification_type);
    compare("year, make, model or trim", {
        (one.year, &one.make, &one.model, &one.trim) == (other.year, &other.make, &other.model, &other.trim)
    });
    compare("charges or adjustments", one.terms == other.terms);
    compare("page address", one.listing_url == other.listing_url);
    if names.is_empty() {
        names.push("other columns");
    }
    names
}
