//! Sort keys and prepared orders.

use std::cmp::Ordering;

use dealeragent_protocol::{
    tools::search::{Sort, SortField, SortOrder},
    values::{Distance, NonNegativeMoney},
};

use super::{Position, Row};
use crate::{Listing, StoredListing};

/// The order of a search that names none: newest observation first.
pub(super) const DEFAULT_SORT: Sort = Sort { field: SortField::ObservedAt, order: SortOrder::Desc };

/// What a unit is sorted by, as one number; `None` where the value is missing.
/// The key holds whatever the time is, so that a walk over pages holds too:
/// an age in stock is sorted by the moment that it is counted from.
pub(super) fn sort_key(listing: &Listing, field: SortField) -> Option<i128> {
    match field {
        SortField::AdvertisedPrice => listing.price.as_ref().map(|price| price_key(price.amount)),
        SortField::Year => Some(i128::from(listing.year.get())),
        SortField::Odometer => listing.odometer.and_then(|odometer| {
            i128::try_from(Distance { value: odometer.value, unit: odometer.unit }.millimetres()).ok()
        }),
        // Youngest first is last stocked first.
        SortField::InventoryAgeDays => listing.tenure.map(|tenure| -tenure.stocked_at.as_jiff().as_nanosecond()),
        SortField::ObservedAt => Some(listing.observed_at.as_jiff().as_nanosecond()),
    }
}

/// Amounts of different currencies do not compare, so they stand apart: first
/// the code, then the amount.
fn price_key(price: NonNegativeMoney) -> i128 {
    let code = price.currency().code().bytes().fold(0, |key, letter| key << 8 | i128::from(letter));
    code << 64 | i128::from(price.minor())
}

/// Missing values come last in both directions; ties are not broken here.
fn compare_keys(order: SortOrder, one: Option<i128>, other: Option<i128>) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) if order == SortOrder::Asc => one.cmp(&other),
        (Some(one), Some(other)) => other.cmp(&one),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

/// The rows by one field, in both directions.
#[derive(Debug)]
pub(super) struct FieldOrder {
    keys: Vec<Option<i128>>,
    ascending: Vec<Row>,
    descending: Vec<Row>,
}

impl FieldOrder {
    pub(super) fn build<'a>(units: impl Iterator<Item = &'a Listing>, field: SortField) -> Self {
        let keys: Vec<Option<i128>> = units.map(|unit| sort_key(unit, field)).collect();
        let sorted = |order: SortOrder| {
            let mut rows: Vec<(Option<i128>, Row)> = keys.iter().copied().zip(0..).collect();
            // Rows stand in the order of their ids, which breaks ties.
            rows.sort_unstable_by(|a, b| compare_keys(order, a.0, b.0).then(a.1.cmp(&b.1)));
            rows.into_iter().map(|(_, row)| row).collect()
        };
        let (ascending, descending) = (sorted(SortOrder::Asc), sorted(SortOrder::Desc));
        Self { keys, ascending, descending }
    }

    /// The key of a row.
    pub(super) fn key(&self, row: Row) -> Option<i128> {
        self.keys.get(row as usize).copied().flatten()
    }

    /// The rows after a position, in order.
    pub(super) fn rows_after<'a>(
        &self,
        sort: Sort,
        after: Option<&Position>,
        unit: impl Fn(Row) -> Option<&'a StoredListing>,
    ) -> &[Row] {
        let rows = match sort.order {
            SortOrder::Asc => &self.ascending,
            SortOrder::Desc => &self.descending,
        };
        let Some(after) = after else { return rows };
        if after.sort != sort {
            return &[];
        }
        let is_before = |row: &Row| {
            let by_key = compare_keys(sort.order, self.key(*row), after.key);
            let id = unit(*row).map(|unit| &unit.listing().vehicle_id);
            by_key.then_with(|| id.cmp(&Some(&after.vehicle_id))).is_le()
        };
        let start = rows.partition_point(is_before);
        rows.get(start..).unwrap_or_default()
    }
}
