//! Counts over the whole match.

use std::{cmp::Reverse, collections::BTreeMap};

use dealeragent_protocol::{
    tools::search::{FacetKey, FacetValue},
    values::Text,
};

use super::{Row, row_set::RowSet, value_column::ValueColumn};
use crate::Listing;

/// Most values that a facet shows.
const MOST_VALUES: usize = 20;

/// A column for each facet.
#[derive(Debug)]
pub(super) struct Facets {
    pub(super) make: ValueColumn,
    pub(super) model: ValueColumn,
    others: Vec<(&'static str, ValueColumn)>,
}

impl Facets {
    pub(super) fn build<'a>(units: &(impl Iterator<Item = &'a Listing> + Clone)) -> Self {
        let text = |read: fn(&Listing) -> Option<&str>| ValueColumn::of_text(units.clone().map(read));
        let word = |read: fn(&Listing) -> Option<&str>| {
            let key = |unit: &Listing| read(unit).map(|word| FacetKey::Text(word.to_owned()));
            ValueColumn::of_exact(units.clone().map(key))
        };
        let year = |unit: &Listing| Some(FacetKey::Number(i64::from(unit.year.get())));
        Self {
            make: text(|unit| Some(unit.make.as_str())),
            model: text(|unit| Some(unit.model.as_str())),
            others: vec![
                ("year", ValueColumn::of_exact(units.clone().map(year))),
                ("condition", word(|unit| Some(unit.condition.as_str()))),
                ("vehicle_type", word(|unit| unit.vehicle_type.map(|kind| kind.as_str()))),
                ("body_style", text(|unit| unit.body_style.as_ref().map(Text::as_str))),
                ("fuel_type", word(|unit| unit.powertrain.fuel_type.map(|fuel| fuel.as_str()))),
                ("drivetrain", word(|unit| unit.powertrain.drivetrain.map(|drivetrain| drivetrain.as_str()))),
                ("exterior_color", text(|unit| unit.exterior_color.as_ref().map(Text::as_str))),
                ("availability", word(|unit| Some(unit.availability.status.as_str()))),
                ("rooftop_id", word(|unit| Some(unit.rooftop_id.as_str()))),
            ],
        }
    }

    /// Counts of the matching rows, by name of the facet.
    pub(super) fn count(&self, matching: &RowSet) -> BTreeMap<String, Vec<FacetValue>> {
        let named = [("make", &self.make), ("model", &self.model)];
        let others = self.others.iter().map(|(name, column)| (*name, column));
        let counted = named.into_iter().chain(others).map(|(name, column)| (name, count(column, matching.iter())));
        counted.filter(|(_, values)| !values.is_empty()).map(|(name, values)| (name.to_owned(), values)).collect()
    }
}

fn count(column: &ValueColumn, rows: impl Iterator<Item = Row>) -> Vec<FacetValue> {
    let mut counts = vec![0_u64; column.values().len()];
    for row in rows {
        if let Some(count) = column.code(row).and_then(|code| counts.get_mut(code as usize)) {
            *count += 1;
        }
    }
    let mut found: Vec<(Reverse<u64>, &FacetKey)> =
        counts.into_iter().map(Reverse).zip(column.values()).filter(|(count, _)| count.0 > 0).collect();
    // Values stand in their own order already, which a stable sort keeps.
    found.sort_by_key(|(count, _)| *count);
    found.truncate(MOST_VALUES);
    found.into_iter().map(|(count, value)| FacetValue { value: value.clone(), count: count.0 }).collect()
}
