//! Random units, filters and orders from small pools, so that they meet.

use dealeragent_inventory::{FilterKind, Listing, RooftopStock, Tenure, TenureBasis};
use dealeragent_protocol::{
    facts::{
        AvailabilityStatus, CertificationType, Condition, Drivetrain, FuelType, Odometer, ReportStatus,
        SummaryReportStatus, VehicleType,
    },
    tools::search::{ModelYear, SearchFilters, SearchableAvailability, Sort, SortField, SortOrder},
    values::{Distance, DistanceUnit, List, Set},
};
use proptest::{collection::vec, option::weighted, prelude::*, sample::select, sample::subsequence};

use crate::fixture::{noon, price, provenance, report, rooftop, rooftop_id, text, unit_at};

pub(crate) const ROOFTOPS: [&str; 3] = ["east", "main", "west"];
const MAKES: [&str; 6] = ["Mazda", "MAZDA", "Citroën", "Ford", "ford", "Škoda"];
const MODELS: [&str; 6] = ["CX-5", "cx5", "F-150", "F 150", "Model 3", "--"];
const TRIMS: [&str; 4] = ["", "Grand Touring", "S/P", "  "];
const COLORS: [&str; 4] = ["Red", "RED", "Bleu Électrique", "red"];
const BODIES: [&str; 3] = ["Crew Cab", "Sedan", "4-door sedan"];
const FEATURES: [&str; 4] = ["Heated seats", "Apple CarPlay®", "4x4 package", "Wi-Fi"];
const QUERIES: [&str; 18] = [
    "cx-5",
    "cx5",
    "f150",
    "F-150",
    "mazda red",
    "citroen",
    "electric",
    "4x4",
    "awd hybrid",
    "202",
    "heated seat",
    "!!",
    "model3 used",
    "bleu électrique",
    "s-1",
    "1test0000",
    "f fo ford 1 f1",
    "red mazda red",
];

fn maybe<T: Clone + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = Option<T>> {
    weighted(0.7, select(all))
}

fn distance() -> impl Strategy<Value = Distance> {
    // 15,625 mi are 25,146 km to the millimetre.
    let values = select(&[0_u64, 100, 15_625, 25_146, 25_147, u64::MAX][..]);
    (values, select(DistanceUnit::ALL)).prop_map(|(value, unit)| Distance { value, unit })
}

fn tenure() -> impl Strategy<Value = Tenure> {
    let offsets = select(&[-40 * 86_400_i64, -86_401, -86_400, -86_399, -1, 0, 1, 86_400][..]);
    (offsets, any::<bool>(), any::<bool>()).prop_map(|(offset, stated, public)| Tenure {
        stocked_at: noon().plus_seconds(offset),
        first_public_listing_at: public.then(|| noon().plus_seconds(offset + 50)),
        basis: if stated { TenureBasis::Stated } else { TenureBasis::ReportedDays },
    })
}

/// One unit under a number that no other unit has.
pub(crate) fn listing(number: u32) -> impl Strategy<Value = Listing> {
    let names = (
        select(&ROOFTOPS[..]),
        2019_u64..2024,
        select(&MAKES[..]),
        select(&MODELS[..]),
        maybe(&TRIMS),
        maybe(&COLORS),
        maybe(&BODIES),
        subsequence(&FEATURES[..], 0..=2),
        weighted(0.8, select(&["S-1", "s-1", "12/A"][..])),
    );
    let codes = (
        select(Condition::ALL),
        maybe(VehicleType::ALL),
        maybe(FuelType::ALL),
        maybe(Drivetrain::ALL),
        select(AvailabilityStatus::ALL),
        maybe(CertificationType::ALL),
        vec(select(ReportStatus::ALL), 0..=2),
    );
    let numbers = (
        weighted(0.85, (select(&[0_i64, 1_000_000, 1_000_001][..]), select(&["USD", "EUR"][..]))),
        weighted(0.8, distance()),
        weighted(0.8, tenure()),
        -3_i64..3,
        any::<bool>(),
    );
    (names, codes, numbers).prop_map(move |(names, codes, numbers)| {
        let (rooftop, year, make, model, trim, color, body, features, stock) = names;
        let mut unit = unit_at(rooftop, number);
        unit.year = ModelYear::new(year).unwrap();
        (unit.make, unit.model) = (text(make), text(model));
        (unit.trim, unit.exterior_color, unit.body_style) = (trim.map(text), color.map(text), body.map(text));
        unit.features = List::new(features.into_iter().map(text).collect()).unwrap();
        unit.stock_number = stock.map(text);
        let (condition, vehicle_type, fuel, drivetrain, status, certification, reports) = codes;
        (unit.condition, unit.vehicle_type, unit.certification_type) = (condition, vehicle_type, certification);
        (unit.powertrain.fuel_type, unit.powertrain.drivetrain) = (fuel, drivetrain);
        unit.availability.status = status;
        unit.evidence.history_reports = reports.into_iter().map(|status| report("Provider", status, None)).collect();
        let (amount, odometer, tenure, observed, second_source) = numbers;
        unit.price = amount.map(|(minor, currency)| price(minor, currency));
        unit.odometer = odometer.map(|Distance { value, unit }| Odometer { value, unit, status: None });
        unit.tenure = tenure;
        unit.observed_at = noon().plus_seconds(observed);
        let name = if second_source { "lot export" } else { "price list" };
        unit.provenance = provenance(name, unit.observed_at);
        unit
    })
}

/// Up to `most` units.
pub(crate) fn listings(most: u32) -> impl Strategy<Value = Vec<Listing>> {
    (0..=most).prop_flat_map(|count| (0..count).map(listing).collect::<Vec<_>>())
}

/// Units at their rooftops; each rooftop can answer some filters only.
pub(crate) fn stock(most: u32) -> impl Strategy<Value = Vec<RooftopStock>> {
    let answers = vec(subsequence(FilterKind::ALL, 0..=FilterKind::ALL.len()), ROOFTOPS.len());
    (listings(most), answers).prop_map(|(listings, answers)| {
        let mut stock = stock_of(&listings);
        for (rooftop, answers) in stock.iter_mut().zip(answers) {
            rooftop.answers = answers;
        }
        stock
    })
}

/// Units at their rooftops.
pub(crate) fn stock_of(listings: &[Listing]) -> Vec<RooftopStock> {
    let at = |name: &str| listings.iter().filter(|unit| unit.rooftop_id == rooftop_id(name)).cloned().collect();
    ROOFTOPS.iter().map(|name| rooftop(name, at(name))).collect()
}

fn any_of<T: Clone + Eq + std::hash::Hash + std::fmt::Debug + 'static>(
    all: &'static [T],
) -> impl Strategy<Value = Option<Set<T>>> {
    weighted(0.15, subsequence(all, 0..=all.len().min(3)).prop_map(|some| Set::new(some).unwrap()))
}

pub(crate) fn filters() -> impl Strategy<Value = SearchFilters> {
    let words = (
        any_of(VehicleType::ALL),
        any_of(Condition::ALL),
        any_of(SummaryReportStatus::ALL),
        any_of(CertificationType::ALL),
        any_of(SearchableAvailability::ALL),
        weighted(0.15, subsequence(&["mazda", "CITROEN", "BMW"][..], 1..=2)),
        weighted(0.15, subsequence(&["cx5", "F150", "Model-3", "--"][..], 1..=2)),
    );
    let amounts = || weighted(0.1, (select(&[0_i64, 1_000_000][..]), select(&["USD", "EUR"][..])));
    let numbers = (
        weighted(0.15, 2018_u64..2025),
        weighted(0.15, 2018_u64..2025),
        amounts(),
        amounts(),
        weighted(0.1, distance()),
        weighted(0.1, distance()),
        weighted(0.1, 0_u64..3),
        weighted(0.1, 0_u64..41),
    );
    let exact = (weighted(0.05, 0_u32..8), weighted(0.05, select(&["S-1", "12/A"][..])));
    (words, numbers, exact).prop_map(|(words, numbers, exact)| {
        let (vehicle_type, condition, history_report_status, certification_type, availability, make, model) = words;
        let (year_min, year_max, price_min, price_max, odometer_min, odometer_max, age_min, age_max) = numbers;
        SearchFilters {
            vehicle_type,
            make: make.map(|some| Set::new(some.into_iter().map(text).collect()).unwrap()),
            model: model.map(|some| Set::new(some.into_iter().map(text).collect()).unwrap()),
            condition,
            year_min: year_min.and_then(ModelYear::new),
            year_max: year_max.and_then(ModelYear::new),
            price_min: price_min.map(|(minor, currency)| crate::fixture::money(minor, currency)),
            price_max: price_max.map(|(minor, currency)| crate::fixture::money(minor, currency)),
            odometer_min,
            odometer_max,
            inventory_age_min_days: age_min,
            inventory_age_max_days: age_max,
            history_report_status,
            certification_type,
            availability,
            vin: exact.0.map(crate::fixture::vin),
            stock_number: exact.1.map(text),
        }
    })
}

pub(crate) fn query() -> impl Strategy<Value = Option<String>> {
    weighted(0.4, select(&QUERIES[..]).prop_map(str::to_owned))
}

pub(crate) fn sort() -> impl Strategy<Value = Option<Sort>> {
    let named = (select(SortField::ALL), select(SortOrder::ALL)).prop_map(|(field, order)| Sort { field, order });
    weighted(0.85, named)
}
