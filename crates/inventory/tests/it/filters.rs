//! Edges of each filter: what lies on a bound is inside it.

use dealeragent_inventory::{Listing, SearchQuery};
use dealeragent_protocol::{
    tools::search::{ModelYear, SearchFilters},
    values::{Distance, DistanceUnit, Set},
};

use crate::fixture::{everything, money, noon, organization, rooftop, text, unit, vin};

fn matches(unit: &Listing, filters: &SearchFilters) -> bool {
    let inventory = organization(vec![rooftop("main", vec![unit.clone()])]);
    inventory.search(&SearchQuery { filters: Some(filters), ..everything() }).total == 1
}

fn odometer(min: Option<Distance>, max: Option<Distance>) -> SearchFilters {
    SearchFilters { odometer_min: min, odometer_max: max, ..Default::default() }
}

#[test]
fn odometers_compare_by_the_exact_mile() {
    let km = |value| Some(Distance { value, unit: DistanceUnit::Kilometres });
    let mi = |value| Some(Distance { value, unit: DistanceUnit::Miles });
    let mut car = unit(1);
    // 15,625 mi are 25,146 km to the millimetre.
    car.odometer.as_mut().unwrap().value = 15_625;
    for bound in [km(25_146), mi(15_625)] {
        assert!(matches(&car, &odometer(bound, bound)));
    }
    for outside in [odometer(km(25_147), None), odometer(None, km(25_145)), odometer(mi(15_626), None)] {
        assert!(!matches(&car, &outside));
    }
    car.odometer = None;
    assert!(!matches(&car, &odometer(mi(0), None)), "an unknown reading matches no filter");
}

#[test]
fn ages_are_whole_days_of_any_unit_with_a_tenure() {
    let age = |min, max| SearchFilters {
        inventory_age_min_days: min,
        inventory_age_max_days: max,
        ..SearchFilters::default()
    };
    // In stock for ten days, to the second.
    let mut car = unit(1);
    assert!(matches(&car, &age(Some(10), Some(10))));
    assert!(!matches(&car, &age(Some(11), None)) && !matches(&car, &age(None, Some(9))));
    car.tenure.as_mut().unwrap().stocked_at = noon().plus_seconds(-10 * 86_400 + 1);
    assert!(matches(&car, &age(Some(9), Some(9))));
    car.condition = dealeragent_protocol::facts::Condition::New;
    assert!(matches(&car, &age(Some(9), Some(9))));
    car.tenure.as_mut().unwrap().stocked_at = noon().plus_seconds(1);
    assert!(!matches(&car, &age(Some(0), None)), "not in stock yet");
    car.tenure = None;
    assert!(!matches(&car, &age(Some(0), None)));
}

#[test]
fn prices_compare_within_their_currency_only() {
    let price = |minor, currency| {
        let amount = Some(money(minor, currency));
        SearchFilters { price_min: amount, price_max: amount, ..Default::default() }
    };
    assert!(matches(&unit(1), &price(1_899_500, "USD")));
    assert!(!matches(&unit(1), &price(1_899_501, "USD")) && !matches(&unit(1), &price(1_899_500, "EUR")));
    let above_zero = SearchFilters { price_min: Some(money(0, "EUR")), ..Default::default() };
    assert!(!matches(&unit(1), &above_zero));
}

#[test]
fn years_names_and_numbers() {
    let years = |year| {
        let year = ModelYear::new(year);
        SearchFilters { year_min: year, year_max: year, ..Default::default() }
    };
    assert!(matches(&unit(1), &years(2022)) && !matches(&unit(1), &years(2021)) && !matches(&unit(1), &years(2023)));
    let make = |make| SearchFilters { make: Set::new(vec![text("BMW"), text(make)]).ok(), ..Default::default() };
    assert!(matches(&unit(1), &make("HONDA")) && matches(&unit(1), &make("Hönda")));
    assert!(!matches(&unit(1), &make("Hond")), "a filter is no prefix");
    let number = |number| SearchFilters { stock_number: Some(text(number)), ..Default::default() };
    assert!(matches(&unit(1), &number("S-1")) && !matches(&unit(1), &number("s-1")));
    let by_vin = |number| SearchFilters { vin: Some(vin(number)), ..Default::default() };
    assert!(matches(&unit(1), &by_vin(1)) && !matches(&unit(1), &by_vin(2)));
}

#[test]
fn an_empty_list_asks_nothing() {
    let filters = SearchFilters {
        vehicle_type: Some(Set::default()),
        make: Some(Set::default()),
        model: Some(Set::default()),
        condition: Some(Set::default()),
        history_report_status: Some(Set::default()),
        certification_type: Some(Set::default()),
        availability: Some(Set::default()),
        ..SearchFilters::default()
    };
    assert!(matches(&unit(1), &filters));
    let mut silent = rooftop("main", vec![unit(1)]);
    silent.answers.clear();
    let outcome =
        organization(vec![silent]).search(&SearchQuery { filters: Some(&filters), ..everything() }).unanswered;
    assert_eq!(outcome, [], "what was not asked is not called unanswered");
}
