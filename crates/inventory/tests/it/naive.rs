//! The rules of search once more, as a plain scan: one unit at a time, no index.

mod text;

use std::{cmp::Ordering, collections::BTreeMap};

use dealeragent_inventory::{FilterKind, Listing, RooftopStock, SearchQuery, Unanswered};
use dealeragent_protocol::{
    facts::{AvailabilityStatus, CertificationType, Condition, ReportStatus, SummaryReportStatus},
    tools::search::{SearchFilters, SortField, SortOrder},
    values::{DistanceUnit, NonNegativeMoney, Set, Text, Timestamp},
};

use self::text::{letters, text_matches};

/// Everything that matches, in order.
pub(crate) fn scan<'s>(stock: &'s [RooftopStock], search: &SearchQuery<'_>) -> Vec<&'s Listing> {
    let in_scope = stock.iter().filter(|rooftop| covers(search, rooftop));
    let units = in_scope.flat_map(|rooftop| rooftop.listings.iter().map(move |unit| (rooftop, unit)));
    let mut found: Vec<&Listing> =
        units.filter(|(rooftop, unit)| matches(rooftop, unit, search)).map(|(_, unit)| unit.as_ref()).collect();
    found.sort_by(|a, b| compare(a, b, search).then_with(|| a.vehicle_id.as_str().cmp(b.vehicle_id.as_str())));
    found
}

/// An empty list asks nothing.
fn asked<T>(wanted: Option<&Set<T>>) -> Option<&Set<T>> {
    wanted.filter(|wanted| !wanted.is_empty())
}

fn asks<T>(wanted: Option<&Set<T>>) -> bool {
    asked(wanted).is_some()
}

fn covers(search: &SearchQuery<'_>, rooftop: &RooftopStock) -> bool {
    search.rooftops.is_none_or(|wanted| wanted.contains(&rooftop.rooftop_id))
}

/// Filters that some covered rooftop cannot answer.
pub(crate) fn unanswered(stock: &[RooftopStock], search: &SearchQuery<'_>) -> Vec<Unanswered> {
    let default = SearchFilters::default();
    let filters = search.filters.unwrap_or(&default);
    let mut found = Vec::new();
    for filter in FilterKind::ALL.iter().copied() {
        let asked = match filter {
            FilterKind::VehicleType => asks(filters.vehicle_type.as_ref()),
            FilterKind::Odometer => filters.odometer_min.is_some() || filters.odometer_max.is_some(),
            FilterKind::InventoryAge => {
                filters.inventory_age_min_days.is_some() || filters.inventory_age_max_days.is_some()
            }
            FilterKind::HistoryReportStatus => asks(filters.history_report_status.as_ref()),
            FilterKind::CertificationType => asks(filters.certification_type.as_ref()),
            FilterKind::Availability => asks(filters.availability.as_ref()),
        };
        let silent = stock.iter().filter(|rooftop| covers(search, rooftop) && !rooftop.answers.contains(&filter));
        let mut rooftops: Vec<_> = silent.map(|rooftop| rooftop.rooftop_id.clone()).collect();
        rooftops.sort();
        if asked && !rooftops.is_empty() {
            found.push(Unanswered { filter, rooftops });
        }
    }
    found
}

fn matches(rooftop: &RooftopStock, unit: &Listing, search: &SearchQuery<'_>) -> bool {
    let gone = matches!(unit.availability.status, AvailabilityStatus::Sold | AvailabilityStatus::Unavailable);
    unit.price.is_some()
        && !gone
        && search.query.is_none_or(|query| text_matches(unit, query))
        && search.filters.is_none_or(|filters| {
            plain_filters_match(unit, filters) && answerable_filters_match(rooftop, unit, filters, search.now)
        })
}

fn plain_filters_match(unit: &Listing, filters: &SearchFilters) -> bool {
    let year = unit.year;
    let amount = unit.price.as_ref().unwrap().amount;
    let comparable = |limit: NonNegativeMoney| limit.currency() == amount.currency();
    let same = |one: &str, other: &str| letters(one) == letters(other);
    asked(filters.make.as_ref()).is_none_or(|wanted| wanted.iter().any(|make| same(make.as_str(), unit.make.as_str())))
        && asked(filters.model.as_ref())
            .is_none_or(|wanted| wanted.iter().any(|m| same(m.as_str(), unit.model.as_str())))
        && asked(filters.condition.as_ref()).is_none_or(|wanted| wanted.contains(&unit.condition))
        && filters.year_min.is_none_or(|min| year >= min)
        && filters.year_max.is_none_or(|max| year <= max)
        && filters.price_min.is_none_or(|min| comparable(min) && amount.minor() >= min.minor())
        && filters.price_max.is_none_or(|max| comparable(max) && amount.minor() <= max.minor())
        && filters.vin.as_ref().is_none_or(|vin| unit.vin == *vin)
        && filters.stock_number.as_ref().is_none_or(|number| unit.stock_number.as_ref() == Some(number))
}

fn answerable_filters_match(rooftop: &RooftopStock, unit: &Listing, filters: &SearchFilters, now: Timestamp) -> bool {
    let applies = |filter: FilterKind| rooftop.answers.contains(&filter);
    let used = unit.condition != Condition::New;
    let age = unit.tenure.map(|tenure| now.seconds_since(tenure.stocked_at)).filter(|seconds| *seconds >= 0);
    let days = age.map(|seconds| u64::try_from(seconds / 86_400).unwrap());
    let reading = unit.odometer.map(|odometer| millimetres(odometer.value, odometer.unit));
    let limit = |limit: dealeragent_protocol::values::Distance| millimetres(limit.value, limit.unit);
    let status = unit.availability.status.as_str();
    let checks = [
        (
            FilterKind::VehicleType,
            asked(filters.vehicle_type.as_ref())
                .is_none_or(|wanted| wanted.iter().any(|k| Some(*k) == unit.vehicle_type)),
        ),
        (
            FilterKind::Odometer,
            filters.odometer_min.is_none_or(|min| reading.is_some_and(|reading| reading >= limit(min)))
                && filters.odometer_max.is_none_or(|max| reading.is_some_and(|reading| reading <= limit(max))),
        ),
        (
            FilterKind::InventoryAge,
            filters.inventory_age_min_days.is_none_or(|min| days.is_some_and(|days| days >= min))
                && filters.inventory_age_max_days.is_none_or(|max| days.is_some_and(|days| days <= max)),
        ),
        (
            FilterKind::HistoryReportStatus,
            asked(filters.history_report_status.as_ref()).is_none_or(|wanted| used && wanted.contains(&history(unit))),
        ),
        (
            FilterKind::CertificationType,
            asked(filters.certification_type.as_ref()).is_none_or(|wanted| {
                used && wanted.contains(&unit.certification_type.unwrap_or(CertificationType::Unknown))
            }),
        ),
        (
            FilterKind::Availability,
            asked(filters.availability.as_ref()).is_none_or(|wanted| wanted.iter().any(|word| word.as_str() == status)),
        ),
    ];
    checks.iter().all(|(filter, passes)| !applies(*filter) || *passes)
}

fn millimetres(value: u64, unit: DistanceUnit) -> u128 {
    u128::from(value) * if unit == DistanceUnit::Miles { 1_609_344 } else { 1_000_000 }
}

/// The pools have no reports that disagree.
fn history(unit: &Listing) -> SummaryReportStatus {
    let order = [ReportStatus::Available, ReportStatus::Restricted, ReportStatus::NotAvailable];
    let words = [SummaryReportStatus::Available, SummaryReportStatus::Restricted, SummaryReportStatus::NotAvailable];
    let has = |status: ReportStatus| unit.evidence.history_reports.iter().any(|report| report.status == status);
    order.iter().position(|status| has(*status)).map_or(SummaryReportStatus::Unknown, |at| words[at])
}

fn compare(a: &Listing, b: &Listing, search: &SearchQuery<'_>) -> Ordering {
    let (field, order) = search.sort.map_or((SortField::ObservedAt, SortOrder::Desc), |sort| (sort.field, sort.order));
    match field {
        SortField::AdvertisedPrice => {
            let key = |unit: &Listing| {
                unit.price.as_ref().map(|price| (price.amount.currency().code(), price.amount.minor()))
            };
            missing_last(key(a), key(b), order)
        }
        SortField::Year => missing_last(Some(a.year), Some(b.year), order),
        SortField::Odometer => {
            let key = |unit: &Listing| unit.odometer.map(|odometer| millimetres(odometer.value, odometer.unit));
            missing_last(key(a), key(b), order)
        }
        SortField::InventoryAgeDays => {
            let key = |unit: &Listing| unit.tenure.map(|tenure| std::cmp::Reverse(tenure.stocked_at));
            missing_last(key(a), key(b), order)
        }
        SortField::ObservedAt => missing_last(Some(a.observed_at), Some(b.observed_at), order),
    }
}

fn missing_last<T: Ord>(a: Option<T>, b: Option<T>, order: SortOrder) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => {
            if order == SortOrder::Asc {
                a.cmp(&b)
            } else {
                b.cmp(&a)
            }
        }
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Counts by name of the facet and folded value.
pub(crate) fn counts(found: &[&Listing]) -> BTreeMap<String, BTreeMap<String, u64>> {
    let mut counts: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let mut add = |facet: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            *counts.entry(facet.to_owned()).or_default().entry(letters(&value)).or_default() += 1;
        }
    };
    for unit in found {
        add("make", Some(unit.make.to_string()));
        add("model", Some(unit.model.to_string()));
        add("year", Some(unit.year.get().to_string()));
        add("condition", Some(unit.condition.to_string()));
        add("vehicle_type", unit.vehicle_type.map(|kind| kind.to_string()));
        add("body_style", unit.body_style.as_ref().map(Text::to_string));
        add("fuel_type", unit.powertrain.fuel_type.map(|fuel| fuel.to_string()));
        add("drivetrain", unit.powertrain.drivetrain.map(|drive| drive.to_string()));
        add("exterior_color", unit.exterior_color.as_ref().map(Text::to_string));
        add("availability", Some(unit.availability.status.to_string()));
        add("rooftop_id", Some(unit.rooftop_id.to_string()));
    }
    counts
}

/// A facet value as [`counts`] names it.
pub(crate) fn facet_name(value: &dealeragent_protocol::tools::search::FacetKey) -> String {
    match value {
        dealeragent_protocol::tools::search::FacetKey::Number(number) => number.to_string(),
        dealeragent_protocol::tools::search::FacetKey::Text(text) => letters(text),
    }
}
