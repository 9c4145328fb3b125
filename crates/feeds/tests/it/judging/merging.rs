//! Several feeds of one rooftop.

use std::collections::BTreeMap;

use dealeragent_feeds::{
    import,
    judge::{FeedState, FeedStock, JudgeRules, Merged, Precedence, Role, judge, merge},
};
use dealeragent_protocol::{
    facts::AvailabilityStatus,
    values::{RooftopId, Text},
};

use super::{Car, applied, at, candidate, car, cars, file, judged, next, profile};
use crate::support::settings;

fn feed(name: &str, cars: &[Car], hour: i64) -> FeedState {
    let settings = dealeragent_feeds::SourceSettings {
        source_name: Text::parse(name).unwrap(),
        observed_at: at(hour),
        ..settings()
    };
    let read = import(file(cars).as_bytes(), &profile(), &settings);
    applied(judge(None, candidate(at(hour)), read, &JudgeRules::default())).next
}

fn merged(feeds: &[(&str, Role, &FeedState)], precedence: &Precedence) -> Merged {
    let stock: Vec<FeedStock<'_>> =
        feeds.iter().map(|(feed, role, state)| FeedStock { feed, role: *role, state }).collect();
    merge(&RooftopId::parse("north").unwrap(), &stock, precedence)
}

fn order(feeds: &[&str]) -> Precedence {
    Precedence { feeds: feeds.iter().map(|feed| (*feed).to_owned()).collect(), fields: BTreeMap::new() }
}

#[test]
fn one_feed_is_published_as_it_is() {
    let lot = feed("Lot", &[car(1), Car { rooftop: "south", ..car(2) }], 3);
    let merged = merged(&[("lot", Role::Lists, &lot)], &Precedence::default());
    assert_eq!((merged.listings.len(), merged.observed_at, merged.conflicts), (1, Some(at(3)), 0));
    assert!(std::sync::Arc::ptr_eq(&merged.listings[0], &lot.units[0].listing));
}

#[test]
fn two_feeds_with_a_part_each_make_one_lot() {
    let (new, used) = (feed("New cars", &cars(1..=3), 0), feed("Used cars", &cars(4..=5), 5));
    let merged = merged(&[("new", Role::Lists, &new), ("used", Role::Lists, &used)], &Precedence::default());
    assert_eq!((merged.listings.len(), merged.observed_at), (5, Some(at(5))));
}

#[test]
fn a_conflict_is_recorded_and_the_first_feed_has_the_say() {
    let dms = feed("DMS", &[Car { price: "20000", ..car(1) }], 0);
    let site = feed("Site", &[Car { price: "21000", miles: 12_000, ..car(1) }], 1);
    let feeds = [("dms", Role::Lists, &dms), ("site", Role::Lists, &site)];
    let said = |merged: &Merged| {
        let unit = &merged.listings[0];
        (unit.price.as_ref().unwrap().amount.to_string(), unit.odometer.unwrap().value.to_string())
    };
    let by_dms = merged(&feeds, &order(&["dms", "site"]));
    assert_eq!(said(&by_dms), ("USD 20,000.00".to_owned(), "10000".to_owned()));
    assert_eq!(by_dms.conflicts, 2);
    let unit = &by_dms.listings[0];
    let told: Vec<&str> = unit.evidence.discrepancies.iter().map(|found| found.description.as_str()).collect();
    assert_eq!(told[0], "Sources differ on price: DMS states USD 20,000.00; Site states USD 21,000.00.");
    assert_eq!(unit.provenance.sources.len(), 1, "nothing of the other is in it");
    let by_site = merged(&feeds, &order(&["site"]));
    assert_eq!(said(&by_site), ("USD 21,000.00".to_owned(), "12000".to_owned()));
    // One fact of the one, the rest of the other.
    let mut mixed = order(&["dms", "site"]);
    mixed.fields.insert("price".to_owned(), vec!["site".to_owned()]);
    let mixed = merged(&feeds, &mixed);
    assert_eq!(said(&mixed), ("USD 21,000.00".to_owned(), "10000".to_owned()));
    let origin = &mixed.listings[0].provenance;
    let names: Vec<&str> = origin.sources.iter().map(|source| source.source_name.as_str()).collect();
    assert_eq!(names, ["DMS", "Site"]);
    assert_eq!(origin.transformations.as_ref().unwrap()[0].as_str(), "price: taken from Site");
}

#[test]
fn what_one_feed_does_not_know_another_may_add() {
    let bare = feed("Bare", &[Car { price: "", ..car(1) }], 4);
    let priced = feed("Priced", &[car(1), car(2)], 2);
    let feeds = [("bare", Role::Lists, &bare), ("priced", Role::Enriches, &priced)];
    let merged = merged(&feeds, &order(&["bare"]));
    assert_eq!(merged.listings.len(), 1, "a feed that enriches lists nothing");
    let unit = &merged.listings[0];
    assert_eq!(unit.price.as_ref().unwrap().amount.to_string(), "USD 18,995.00");
    assert_eq!(unit.observed_at, at(2), "a price is not fresher than its source");
    assert_eq!(merged.conflicts, 0);
}

#[test]
fn what_one_feed_lost_is_not_certain() {
    let dms = feed("DMS", &cars(1..=4), 0);
    let dms = next(&dms, &file(&cars(1..=3)), 1).next;
    let site = feed("Site", &cars(1..=4), 0);
    let merged = merged(&[("dms", Role::Lists, &dms), ("site", Role::Lists, &site)], &Precedence::default());
    let unknown: Vec<&str> = merged
        .listings
        .iter()
        .filter(|unit| unit.availability.status == AvailabilityStatus::Unknown && unit.availability.reason.is_some())
        .map(|unit| unit.vin.as_str())
        .collect();
    assert_eq!(unknown, [super::vin(4)]);
    assert!(matches!(judged(None, &file(&cars(1..=1)), 0), dealeragent_feeds::judge::Judgement::Applied(_)));
}
