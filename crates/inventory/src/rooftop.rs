//! One selling location: what is known of it, and its units by name.

use std::{collections::HashMap, sync::Arc};

use dealeragent_protocol::{
    facts::FreshnessTargets,
    tools::unit::UnitSelector,
    values::{RooftopId, Text, Timestamp, VehicleId, Vin},
};

use crate::{Listing, RooftopStock, SnapshotError, search::FilterKind};

/// What is known of a selling location as a whole.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RooftopFacts {
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// How many units it publishes.
    pub listings: usize,
    /// How many of them a search can show.
    pub searchable: usize,
    /// How many of them have no price.
    pub unpriced: usize,
    /// Stock numbers that several of its units bear, in the order of the
    /// alphabet. A look-up by one of them finds nothing.
    pub ambiguous_stock_numbers: Vec<Text<1, 80>>,
    /// How old its facts may be.
    pub targets: FreshnessTargets,
    /// When its newest source saw the lot; `None` before the first file.
    pub observed_at: Option<Timestamp>,
    /// Filters that its sources can answer at all (`DAP-UV-028`).
    pub answers: Vec<FilterKind>,
}

impl RooftopFacts {
    /// Parts the facts from the units.
    pub(crate) fn split(stock: RooftopStock) -> (Self, Vec<Arc<Listing>>) {
        let facts = Self {
            rooftop_id: stock.rooftop_id,
            listings: stock.listings.len(),
            searchable: stock.listings.iter().filter(|listing| listing.is_searchable()).count(),
            unpriced: stock.listings.iter().filter(|listing| listing.price.is_none()).count(),
            ambiguous_stock_numbers: Vec::new(),
            targets: stock.targets,
            observed_at: stock.observed_at,
            answers: stock.answers,
        };
        (facts, stock.listings)
    }

    /// Whether its sources can answer a filter at all.
    #[must_use]
    pub fn can_answer(&self, filter: FilterKind) -> bool {
        self.answers.contains(&filter)
    }
}

/// A selling location with its units by name.
#[derive(Debug)]
pub(crate) struct Rooftop {
    pub(crate) facts: RooftopFacts,
    pub(crate) names: UnitNames,
}

impl Rooftop {
    /// Enters the unit that stands `at` a place of the organization's list.
    ///
    /// # Errors
    /// [`SnapshotError::RepeatedVin`].
    pub(crate) fn add(&mut self, listing: &Listing, at: usize) -> Result<(), SnapshotError> {
        self.names.by_id.insert(listing.vehicle_id.clone(), at);
        if self.names.by_vin.insert(listing.vin.clone(), at).is_some() {
            let rooftop_id = self.facts.rooftop_id.clone();
            return Err(SnapshotError::RepeatedVin { rooftop_id, vehicle_id: listing.vehicle_id.clone() });
        }
        let Some(stock_number) = &listing.stock_number else { return Ok(()) };
        let first = !self.names.by_stock_number.contains_key(stock_number);
        // A number that stands twice names neither unit.
        self.names.by_stock_number.insert(stock_number.clone(), first.then_some(at));
        let ambiguous = &mut self.facts.ambiguous_stock_numbers;
        if !first && let Err(place) = ambiguous.binary_search(stock_number) {
            ambiguous.insert(place, stock_number.clone());
        }
        Ok(())
    }
}

/// Places of a rooftop's units in the organization's list.
#[derive(Debug, Default)]
pub(crate) struct UnitNames {
    by_id: HashMap<VehicleId, usize>,
    by_vin: HashMap<Vin, usize>,
    /// `None` where several units bear the number.
    by_stock_number: HashMap<Text<1, 80>, Option<usize>>,
}

impl UnitNames {
    /// The place of the unit that a selector names.
    pub(crate) fn find(&self, selector: &UnitSelector) -> Option<usize> {
        match selector {
            UnitSelector::VehicleId(id) => self.by_id.get(id).copied(),
            UnitSelector::Vin(vin) => self.by_vin.get(vin).copied(),
            UnitSelector::StockNumber(number) => self.by_stock_number.get(number).copied().flatten(),
        }
    }
}
