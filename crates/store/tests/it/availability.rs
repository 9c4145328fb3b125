//! What dealers' systems report about units.

use dealeragent_gateway::{AvailabilitySource as _, Heard, UnitKey};
use dealeragent_protocol::{
    facts::AvailabilityStatus,
    values::{OrganizationId, RooftopId, Text, VehicleId, Vin},
};
use dealeragent_store::{Confirmation, Recorded, Store, StoreFault, UnitReport};
use proptest::prelude::*;

use crate::support::{World, start};

fn place() -> (OrganizationId, RooftopId) {
    (OrganizationId::parse("org-one").unwrap(), RooftopId::parse("main").unwrap())
}

fn vin(number: u32) -> Vin {
    Vin::parse(&format!("1TEST{number:012}")).unwrap()
}

fn key(number: u32) -> UnitKey {
    let (organization_id, rooftop_id) = place();
    let vehicle_id = VehicleId::parse("veh_1").unwrap();
    UnitKey { organization_id, rooftop_id, vehicle_id, vin: vin(number), stock_number: None }
}

fn word(number: u32, status: AvailabilityStatus, at: i64) -> UnitReport {
    UnitReport { vin: vin(number), status, observed_at: start().plus_seconds(at), reason: None }
}

fn report(store: &Store, units: &[UnitReport], as_of: Option<i64>) -> Vec<Recorded> {
    let (organization, rooftop) = place();
    let confirmation = as_of.map(|at| Confirmation { as_of: start().plus_seconds(at) });
    let by = (&Text::bounded("dms"), start());
    store.availability_reports().report((&organization, &rooftop), units, confirmation, by).unwrap()
}

fn heard(store: &Store, number: u32) -> Option<(AvailabilityStatus, i64)> {
    let heard = store.reported_units().unwrap().last(&key(number)).unwrap();
    heard.map(|Heard { status, observed_at, .. }| (status, observed_at.seconds_since(start())))
}

use AvailabilityStatus::{Available, OnHold, Sold, Unavailable};

#[test]
fn the_latest_word_by_the_sources_own_time_stands() {
    let world = World::new();
    assert_eq!(heard(&world.store, 1), None);
    assert_eq!(report(&world.store, &[word(1, Available, 10)], None), [Recorded::Applied]);
    assert_eq!(report(&world.store, &[word(1, Available, 10)], None), [Recorded::Unchanged]);
    // It was on its way for longer than the next one.
    assert_eq!(report(&world.store, &[word(1, OnHold, 9)], None), [Recorded::Older]);
    assert_eq!(heard(&world.store, 1), Some((Available, 10)));
    assert_eq!(report(&world.store, &[word(1, Sold, 11), word(2, OnHold, 3)], None), [Recorded::Applied; 2]);
    assert_eq!((heard(&world.store, 1), heard(&world.store, 2)), (Some((Sold, 11)), Some((OnHold, 3))));
}

#[test]
fn a_confirmation_keeps_every_word_of_the_rooftop_fresh() {
    let world = World::new();
    report(&world.store, &[word(1, Available, 10), word(2, OnHold, 100)], Some(50));
    assert_eq!((heard(&world.store, 1), heard(&world.store, 2)), (Some((Available, 50)), Some((OnHold, 100))));
    report(&world.store, &[], Some(40));
    assert_eq!(heard(&world.store, 1), Some((Available, 50)));
    report(&world.store, &[], Some(200));
    assert_eq!((heard(&world.store, 1), heard(&world.store, 2)), (Some((Available, 200)), Some((OnHold, 200))));
    assert_eq!(heard(&world.store, 3), None);
}

#[test]
fn another_process_sees_a_report_as_soon_as_it_was_taken_in() {
    let world = World::new();
    let reader = world.store.reported_units().unwrap();
    let other = Store::open(world.folder.path()).unwrap();
    for (at, status) in [(1, Available), (2, Sold), (3, Available)] {
        report(&other, &[word(1, status, at)], None);
        assert_eq!(reader.last(&key(1)).unwrap().unwrap().status, status);
    }
}

#[test]
fn what_is_kept_can_be_listed_forgotten_and_pruned() {
    let world = World::new();
    report(&world.store, &[word(1, Available, 10), word(2, Sold, 11)], None);
    let reports = world.store.availability_reports();
    let (organization, rooftop) = place();
    let listed = reports.list(&organization, &rooftop, 10).unwrap();
    assert_eq!(
        listed.iter().map(|kept| kept.report.clone()).collect::<Vec<_>>(),
        [word(1, Available, 10), word(2, Sold, 11)]
    );
    assert_eq!(listed[0].reported_by.as_str(), "dms");
    assert!(reports.forget(&organization, &rooftop, &vin(1)).unwrap());
    assert!(!reports.forget(&organization, &rooftop, &vin(1)).unwrap());
    assert_eq!(heard(&world.store, 1), None);
    assert_eq!(reports.prune(start()).unwrap(), 0);
    assert_eq!(reports.prune(start().plus_seconds(1)).unwrap(), 1);
    assert_eq!(heard(&world.store, 2), None);
}

#[test]
fn nothing_is_acknowledged_that_was_not_kept_and_a_lost_file_is_no_silence() {
    let world = World::new();
    report(&world.store, &[word(1, Sold, 10)], None);
    let reader = world.store.reported_units().unwrap();
    let database = world.store.database().to_owned();
    let aside = database.with_extension("aside");
    std::fs::rename(&database, &aside).unwrap();
    let (organization, rooftop) = place();
    let by = (&Text::bounded("dms"), start());
    let refused = world.store.availability_reports().report((&organization, &rooftop), &[word(2, Sold, 1)], None, by);
    assert!(matches!(refused, Err(StoreFault::Database { .. })), "{refused:?}");
    assert!(reader.last(&key(1)).is_err());
    std::fs::rename(&aside, &database).unwrap();
    assert_eq!(reader.last(&key(1)).unwrap().unwrap().status, Sold);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Whatever the order in which reports come, and however often, the same stands.
    #[test]
    fn the_order_of_arrival_does_not_matter(
        words in prop::collection::vec((prop::sample::select(AvailabilityStatus::ALL), 0_i64..4), 1..7),
        order in any::<prop::sample::Index>(),
    ) {
        let world = World::new();
        let words: Vec<UnitReport> = words.into_iter().map(|(status, at)| word(1, status, at)).collect();
        report(&world.store, &words, None);
        let first = heard(&world.store, 1).unwrap();
        let other = World::new();
        let mut turned = words.clone();
        let middle = order.index(turned.len());
        turned.rotate_left(middle);
        turned.reverse();
        for word in turned.iter().chain(&words) {
            report(&other.store, std::slice::from_ref(word), None);
        }
        let second = heard(&other.store, 1).unwrap();
        // Sold and not to be had promise the same; which of the two came first may show.
        let gone = |status| matches!(status, Sold | Unavailable);
        prop_assert!(first == second || (first.1 == second.1 && gone(first.0) && gone(second.0)), "{first:?} {second:?}");
        let latest = words.iter().map(|word| word.observed_at).max().unwrap();
        prop_assert_eq!(first.1, latest.seconds_since(start()));
    }
}
