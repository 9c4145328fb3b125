//! Filters: each narrows the set of rows.

use dealeragent_protocol::{
    tools::search::SearchFilters,
    values::{NonNegativeMoney, Set, Timestamp},
};

use super::{
    FilterKind, Row, Unanswered, columns::Columns, facets::Facets, row_set::RowSet, value_column::ValueColumn,
};
use crate::{Listing, rooftop::Rooftop};

/// The rows that still match, and what they are looked up in.
pub(super) struct Filtering<'a> {
    pub(super) columns: &'a Columns,
    pub(super) facets: &'a Facets,
    pub(super) rooftops: &'a [Rooftop],
    /// By place of the rooftop: whether the search covers it.
    pub(super) in_scope: Vec<bool>,
    pub(super) matching: RowSet,
    pub(super) unanswered: Vec<Unanswered>,
}

impl Filtering<'_> {
    /// Applies every filter that is there. An unknown value matches none.
    pub(super) fn apply<'l>(
        &mut self,
        filters: &SearchFilters,
        now: Timestamp,
        unit: impl Fn(Row) -> Option<&'l Listing>,
    ) {
        self.apply_names(filters);
        self.apply_numbers(filters);
        self.apply_answerable(filters, now);
        if let Some(vin) = &filters.vin {
            self.matching.retain(|row| unit(row).is_some_and(|unit| unit.vin == *vin));
        }
        if let Some(number) = &filters.stock_number {
            self.matching.retain(|row| unit(row).is_some_and(|unit| unit.stock_number.as_ref() == Some(number)));
        }
    }

    fn apply_names(&mut self, filters: &SearchFilters) {
        let columns = self.columns;
        if let Some(wanted) = asked(filters.make.as_ref()) {
            self.keep_texts(&self.facets.make, wanted.iter().map(|make| make.as_str()));
        }
        if let Some(wanted) = asked(filters.model.as_ref()) {
            self.keep_texts(&self.facets.model, wanted.iter().map(|model| model.as_str()));
        }
        if let Some(wanted) = asked(filters.condition.as_ref()) {
            self.keep(&columns.condition, |condition| wanted.contains(condition));
        }
    }

    fn apply_numbers(&mut self, filters: &SearchFilters) {
        let columns = self.columns;
        if let Some(least) = filters.year_min {
            self.keep(&columns.year, |year| *year >= least.get());
        }
        if let Some(most) = filters.year_max {
            self.keep(&columns.year, |year| *year <= most.get());
        }
        if let Some(least) = filters.price_min {
            self.keep(&columns.price, |price| in_currency(*price, least).is_some_and(|price| price >= least.minor()));
        }
        if let Some(most) = filters.price_max {
            self.keep(&columns.price, |price| in_currency(*price, most).is_some_and(|price| price <= most.minor()));
        }
    }

    /// Filters that a rooftop's sources may be unable to answer (`DAP-UV-028`).
    fn apply_answerable(&mut self, filters: &SearchFilters, now: Timestamp) {
        let columns = self.columns;
        if let Some(wanted) = asked(filters.vehicle_type.as_ref()) {
            self.keep_answered(FilterKind::VehicleType, &columns.vehicle_type, |kind| wanted.contains(kind));
        }
        if filters.odometer_min.is_some() || filters.odometer_max.is_some() {
            self.keep_answered(FilterKind::Odometer, &columns.odometer, |reading| {
                filters.odometer_min.is_none_or(|least| reading.cmp_exact(least).is_ge())
                    && filters.odometer_max.is_none_or(|most| reading.cmp_exact(most).is_le())
            });
        }
        let (least, most) = (filters.inventory_age_min_days, filters.inventory_age_max_days);
        if least.is_some() || most.is_some() {
            self.keep_answered(FilterKind::InventoryAge, &columns.tenure, |tenure| {
                tenure
                    .age_days(now)
                    .map(u64::from)
                    .is_some_and(|days| least.is_none_or(|least| days >= least) && most.is_none_or(|most| days <= most))
            });
        }
        if let Some(wanted) = asked(filters.history_report_status.as_ref()) {
            self.keep_answered(FilterKind::HistoryReportStatus, &columns.history, |status| wanted.contains(status));
        }
        if let Some(wanted) = asked(filters.certification_type.as_ref()) {
            self.keep_answered(FilterKind::CertificationType, &columns.certification, |kind| wanted.contains(kind));
        }
        if let Some(wanted) = asked(filters.availability.as_ref()) {
            self.keep_answered(FilterKind::Availability, &columns.availability, |status| wanted.contains(status));
        }
    }

    /// Keeps the rows whose value passes.
    fn keep<T>(&mut self, column: &[T], passes: impl Fn(&T) -> bool) {
        self.matching.retain(|row| column.get(row as usize).is_some_and(&passes));
    }

    /// Keeps the rows whose text folds to the same as one of the wanted.
    fn keep_texts<'w>(&mut self, column: &ValueColumn, wanted: impl Iterator<Item = &'w str>) {
        let codes: Vec<u32> = wanted.filter_map(|text| column.code_of_text(text)).collect();
        self.matching.retain(|row| column.code(row).is_some_and(|code| codes.contains(&code)));
    }

    /// Keeps the rows whose value is known and passes, and all rows of rooftops
    /// that cannot answer the filter; notes the latter.
    fn keep_answered<T>(&mut self, filter: FilterKind, column: &[Option<T>], passes: impl Fn(&T) -> bool) {
        let cannot: Vec<bool> = self.rooftops.iter().map(|rooftop| !rooftop.facts.can_answer(filter)).collect();
        let places = &self.columns.rooftop;
        self.matching.retain(|row| {
            let home = places.get(row as usize).and_then(|home| cannot.get(*home));
            home == Some(&true) || column.get(row as usize).and_then(Option::as_ref).is_some_and(&passes)
        });
        let concerned = self.rooftops.iter().zip(self.in_scope.iter().zip(&cannot));
        let silent = concerned.filter(|(_, (in_scope, cannot))| **in_scope && **cannot);
        let rooftops: Vec<_> = silent.map(|(rooftop, _)| rooftop.facts.rooftop_id.clone()).collect();
        if !rooftops.is_empty() {
            self.unanswered.push(Unanswered { filter, rooftops });
        }
    }
}

/// The wanted values; an empty list asks nothing.
fn asked<T>(wanted: Option<&Set<T>>) -> Option<&Set<T>> {
    wanted.filter(|wanted| !wanted.is_empty())
}

/// A price in another currency than the filter's does not compare with it.
fn in_currency(price: Option<NonNegativeMoney>, filter: NonNegativeMoney) -> Option<i64> {
    price.filter(|price| price.currency() == filter.currency()).map(NonNegativeMoney::minor)
}
