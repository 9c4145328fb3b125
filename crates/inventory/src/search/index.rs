//! The index of one organization, and a query's way through it.

use dealeragent_protocol::{
    facts::MaxAge,
    tools::search::{Sort, SortField},
    values::{RooftopId, Timestamp},
};

use super::{
    Hit, Position, Row, SearchOutcome, SearchQuery,
    columns::Columns,
    facets::Facets,
    filtering::Filtering,
    order::{DEFAULT_SORT, FieldOrder},
    row_set::RowSet,
    sources::SourceTable,
    text_index::TextIndex,
};
use crate::{Listing, StoredListing, rooftop::Rooftop};

/// Everything that a search looks at. Rows are the searchable units in the
/// order of their ids.
#[derive(Debug)]
pub(crate) struct SearchIndex {
    /// Place of a row in the organization's list.
    places: Vec<usize>,
    columns: Columns,
    text: TextIndex,
    /// In the order of `SortField::ALL`.
    orders: Vec<(SortField, FieldOrder)>,
    facets: Facets,
    sources: SourceTable,
}

impl SearchIndex {
    /// Indexes listings that stand in the order of their ids.
    pub(crate) fn build(listings: &[StoredListing], rooftops: &[Rooftop]) -> Self {
        let searchable = listings.iter().enumerate().filter(|(_, unit)| unit.listing().is_searchable());
        let (places, units): (Vec<usize>, Vec<&StoredListing>) = searchable.unzip();
        let listings = units.iter().map(|unit| unit.listing());
        let order = |field: &SortField| (*field, FieldOrder::build(listings.clone(), *field));
        Self {
            places,
            columns: Columns::build(units.iter().copied(), rooftops),
            text: TextIndex::build(listings.clone()),
            orders: SortField::ALL.iter().map(order).collect(),
            facets: Facets::build(&listings),
            sources: SourceTable::build(listings),
        }
    }

    /// Answers a query over the listings that the index was built from.
    pub(crate) fn search<'a>(
        &self,
        listings: &'a [StoredListing],
        rooftops: &[Rooftop],
        search: &SearchQuery<'_>,
    ) -> SearchOutcome<'a> {
        let unit = |row: Row| self.places.get(row as usize).and_then(|place| listings.get(*place));
        let filtering = self.narrow(rooftops, search, |row| unit(row).map(StoredListing::listing));
        let matching = filtering.matching;
        let (hits, has_more) = self.page(&matching, search, unit);
        let (oldest_observed_at, tightest_max_age) = self.age_of_match(&matching, rooftops);
        SearchOutcome {
            hits,
            has_more,
            total: matching.count(),
            facets: self.facets.count(&matching),
            unanswered: filtering.unanswered,
            oldest_observed_at,
            tightest_max_age,
            sources: self.sources.of(&matching),
        }
    }

    /// Finds the matching rows.
    fn narrow<'s, 'l>(
        &'s self,
        rooftops: &'s [Rooftop],
        search: &SearchQuery<'_>,
        unit: impl Fn(Row) -> Option<&'l Listing>,
    ) -> Filtering<'s> {
        let in_scope = in_scope(rooftops, search.rooftops);
        let mut matching = RowSet::all(self.places.len());
        if in_scope.contains(&false) {
            let homes = &self.columns.rooftop;
            matching.retain(|row| homes.get(row as usize).and_then(|home| in_scope.get(*home)) == Some(&true));
        }
        if let Some(query) = search.query {
            self.text.narrow(query, &mut matching);
        }
        let (columns, facets, unanswered) = (&self.columns, &self.facets, Vec::new());
        let mut filtering = Filtering { columns, facets, rooftops, in_scope, matching, unanswered };
        if let Some(filters) = search.filters {
            filtering.apply(filters, search.now, unit);
        }
        filtering
    }

    /// Walks the prepared order from the position on.
    fn page<'a>(
        &self,
        matching: &RowSet,
        search: &SearchQuery<'_>,
        unit: impl Fn(Row) -> Option<&'a StoredListing>,
    ) -> (Vec<Hit<'a>>, bool) {
        let sort = search.sort.unwrap_or(DEFAULT_SORT);
        let Some(order) = self.order(sort) else { return (Vec::new(), false) };
        let rows = order.rows_after(sort, search.after, &unit);
        let mut rows = rows.iter().copied().filter(|row| matching.contains(*row));
        let hit = |row: Row| {
            let unit = unit(row)?;
            let vehicle_id = unit.listing().vehicle_id.clone();
            Some(Hit { unit, position: Position { sort, key: order.key(row), vehicle_id } })
        };
        let hits = rows.by_ref().take(search.limit).filter_map(hit).collect();
        (hits, rows.next().is_some())
    }

    fn order(&self, sort: Sort) -> Option<&FieldOrder> {
        self.orders.iter().find(|(field, _)| *field == sort.field).map(|(_, order)| order)
    }

    /// The oldest observation, and the strictest inventory target.
    fn age_of_match(&self, matching: &RowSet, rooftops: &[Rooftop]) -> (Option<Timestamp>, Option<MaxAge>) {
        let mut oldest: Option<Timestamp> = None;
        let mut is_home = vec![false; rooftops.len()];
        for row in matching.iter() {
            let seen = self.columns.observed_at.get(row as usize).copied();
            oldest = oldest.into_iter().chain(seen).min();
            let home = self.columns.rooftop.get(row as usize);
            if let Some(home) = home.and_then(|home| is_home.get_mut(*home)) {
                *home = true;
            }
        }
        let homes = rooftops.iter().zip(is_home).filter(|(_, is_home)| *is_home);
        (oldest, homes.map(|(rooftop, _)| rooftop.facts.targets.inventory.as_max_age()).min())
    }
}

fn in_scope(rooftops: &[Rooftop], wanted: Option<&[RooftopId]>) -> Vec<bool> {
    let covers = |rooftop: &Rooftop| wanted.is_none_or(|wanted| wanted.contains(&rooftop.facts.rooftop_id));
    rooftops.iter().map(covers).collect()
}
