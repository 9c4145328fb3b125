//! Counts over the whole match, and what a response says of it.

use dealeragent_inventory::{RooftopStock, SearchQuery};
use dealeragent_protocol::{
    facts::AvailabilityStatus,
    tools::search::{FacetKey, FacetValue},
    values::{List, Text},
};

use crate::fixture::{everything, noon, organization, provenance, rooftop, source, targets, text, unit, unit_at};

fn word(value: &str, count: u64) -> FacetValue {
    FacetValue { value: FacetKey::Text(value.to_owned()), count }
}

#[test]
fn spellings_of_a_value_are_one_value_in_the_most_frequent_spelling() {
    let mut units: Vec<_> = (0..6).map(unit).collect();
    for (unit, make) in units.iter_mut().zip(["CITROEN", "Citroën", "Citroën", "Audi", "Ford", "ford"]) {
        unit.make = text(make);
    }
    let inventory = organization(vec![rooftop("main", units)]);
    let outcome = inventory.search(&SearchQuery { limit: 1, ..everything() });
    assert_eq!(outcome.facets["make"], [word("Citroën", 3), word("Ford", 2), word("Audi", 1)]);
}

#[test]
fn most_frequent_first_then_by_value_and_at_most_twenty() {
    let mut units: Vec<_> = (0..30).map(unit).collect();
    for (number, unit) in units.iter_mut().enumerate() {
        unit.model = text(&format!("M{:02}", 29 - number.max(1)));
        unit.body_style = Some(text(" "));
    }
    let inventory = organization(vec![rooftop("main", units)]);
    let facets = inventory.search(&everything()).facets;
    let models = &facets["model"];
    assert_eq!(models.len(), 20);
    assert_eq!(models[..3], [word("M28", 2), word("M00", 1), word("M01", 1)]);
    assert_eq!(facets["year"], [FacetValue { value: FacetKey::Number(2022), count: 30 }]);
    assert!(!facets.contains_key("body_style") && !facets.contains_key("fuel_type"));
}

#[test]
fn names_each_source_once_as_of_its_oldest_observation() {
    let mut units: Vec<_> = (0..14).map(unit).collect();
    for (number, unit) in units.iter_mut().enumerate() {
        let at = noon().plus_seconds(-i64::try_from(number).unwrap());
        unit.provenance = provenance(&format!("export {}", number % 12), at);
        let mut sources = unit.provenance.sources.to_vec();
        sources[0].source_record_id = Some(text(&number.to_string()));
        unit.provenance.sources = List::new(sources).unwrap();
    }
    let inventory = organization(vec![rooftop("main", units)]);
    let sources = inventory.search(&everything()).sources;
    let expected: Vec<_> =
        (4..14).rev().map(|number| source(&format!("export {}", number % 12), noon().plus_seconds(-number))).collect();
    assert_eq!(sources, expected);
}

#[test]
fn the_freshness_of_a_match_counts_matching_rooftops_only() {
    let strict = RooftopStock { targets: targets(60, 60), ..rooftop("strict", vec![unit_at("strict", 9)]) };
    let mut gone = unit(3);
    gone.availability.status = AvailabilityStatus::Sold;
    gone.observed_at = noon().plus_seconds(-1000);
    let inventory = organization(vec![rooftop("main", vec![unit(1), gone]), strict]);
    let all = inventory.search(&everything());
    assert_eq!(all.tightest_max_age.map(|age| age.as_seconds()), Some(60));
    assert_eq!(all.oldest_observed_at, Some(noon()));
    let lax = inventory.search(&SearchQuery { query: Some("1test000000000001"), ..everything() });
    assert_eq!(lax.tightest_max_age.map(|age| age.as_seconds()), Some(86_400));
    let none = inventory.search(&SearchQuery { query: Some("zeppelin"), ..everything() });
    assert_eq!((none.total, none.oldest_observed_at, none.tightest_max_age), (0, None, None));
    assert!(none.sources.is_empty() && none.facets.is_empty());
}

#[test]
fn an_unknown_status_is_found_but_matches_no_availability_filter() {
    let mut unknown = unit(1);
    unknown.availability.status = AvailabilityStatus::Unknown;
    unknown.trim = Text::parse("").ok();
    let inventory = organization(vec![rooftop("main", vec![unknown])]);
    assert_eq!(inventory.search(&everything()).facets["availability"], [word("unknown", 1)]);
    let words = dealeragent_protocol::tools::search::SearchableAvailability::ALL.to_vec();
    let filters = dealeragent_protocol::tools::search::SearchFilters {
        availability: dealeragent_protocol::values::Set::new(words).ok(),
        ..Default::default()
    };
    assert_eq!(inventory.search(&SearchQuery { filters: Some(&filters), ..everything() }).total, 0);
}
