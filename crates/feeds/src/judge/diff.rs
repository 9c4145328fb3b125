//! What a file changes against the last good state: the truth that is shown to
//! a person, and what a hold is decided by (C02).

mod display;

use std::fmt;

use dealeragent_inventory::Listing;
use dealeragent_protocol::values::{RooftopId, Vin};
use serde::{Deserialize, Serialize};

use super::{FieldChange, PriceMoves};
use crate::report::escaped;

/// Units that each list of a [`Diff`] names; it counts all of them.
pub const MAX_NAMED: usize = 200;

/// What a file changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diff {
    /// All units, by what becomes of them.
    pub totals: Totals,
    /// Prices that move.
    pub prices: PriceMoves,
    /// Units that were not there.
    pub created: Vec<UnitName>,
    /// Units with facts that change.
    pub updated: Vec<UpdatedUnit>,
    /// Units that this file does not have; they stay for the grace, their
    /// availability unknown.
    pub missing: Vec<UnitName>,
    /// Units that go.
    pub removed: Vec<UnitName>,
    /// Units whose row is held back; they stay as they were.
    pub withheld: Vec<UnitName>,
    /// Rooftops of which the file says nothing; their units stay as they were.
    pub absent_rooftops: Vec<AbsentRooftop>,
    /// Whether another source takes over: what the old one had and this one has
    /// not goes at once.
    pub source_switched: bool,
}

/// Counts of units. Every unit before is one of updated, unchanged, missing,
/// removed, withheld and kept; every unit after is one of these but removed, or
/// created.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Units of the last good state.
    pub before: u64,
    /// Units of the next.
    pub after: u64,
    /// Units that were not there.
    pub created: u64,
    /// Of these, units that had been there before and are known again.
    pub relisted: u64,
    /// Units with facts that change.
    pub updated: u64,
    /// Units that stay as they are.
    pub unchanged: u64,
    /// Of updated and unchanged, units that the last file did not have.
    pub returned: u64,
    /// Units that this file does not have and that stay for the grace.
    pub missing: u64,
    /// Of these, units that the last file still had.
    pub newly_missing: u64,
    /// Units that go.
    pub removed: u64,
    /// Units whose row is held back.
    pub withheld: u64,
    /// Units of rooftops of which the file says nothing.
    pub kept: u64,
}

/// A unit, so that a person finds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitName {
    /// Where it stands.
    pub rooftop_id: RooftopId,
    /// Its VIN.
    pub vin: Vin,
    /// Its stock number, fit to be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<String>,
    /// Year, make and model, fit to be shown.
    pub name: String,
}

/// A unit with facts that change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdatedUnit {
    /// The unit.
    pub unit: UnitName,
    /// Those facts.
    pub changes: Vec<FieldChange>,
}

/// A rooftop of which a file says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentRooftop {
    /// The rooftop.
    pub rooftop_id: RooftopId,
    /// Its units, which stay.
    pub units: u64,
}

impl UnitName {
    /// A listing's.
    #[must_use]
    pub fn of(listing: &Listing) -> Self {
        let name = format!("{} {} {}", listing.year.get(), listing.make, listing.model);
        Self {
            rooftop_id: listing.rooftop_id.clone(),
            vin: listing.vin.clone(),
            stock: listing.stock_number.as_ref().map(|stock| escaped(stock.as_str())),
            name: escaped(&name),
        }
    }
}

impl fmt::Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.rooftop_id, self.vin, self.name)?;
        self.stock.as_ref().map_or(Ok(()), |stock| write!(f, ", stock {stock}"))
    }
}

/// Adds to a list what still fits.
pub(super) fn name<T>(list: &mut Vec<T>, one: impl FnOnce() -> T) {
    if list.len() < MAX_NAMED {
        list.push(one());
    }
}
