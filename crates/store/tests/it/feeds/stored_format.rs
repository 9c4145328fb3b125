//! A database as it was written when this format came out. It is never made
//! anew: a program that cannot read it any more would lose dealers' lots.

use std::path::PathBuf;

use dealeragent_feeds::keep::FeedStore as _;
use dealeragent_protocol::facts::AvailabilityStatus;
use dealeragent_store::Store;

use super::{apply, demo_lot, hold, lot, state_of};

fn fixture() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/store/feeds-encoding-1.sqlite")
}

/// Wrote the fixture, once. Kept to show how; refuses to write over it.
#[test]
#[ignore = "the fixture is written once"]
fn write_the_fixture() {
    assert!(!fixture().exists(), "the fixture stays as it is");
    let folder = tempfile::tempdir().unwrap();
    let opened = Store::open(folder.path()).unwrap();
    let store = opened.feed_store();
    apply(&store, "denver", 1, &state_of(demo_lot(), 1), 0).unwrap();
    let mut north = (*state_of(lot(3), 2)).clone();
    north.units[2].missing = Some(dealeragent_feeds::judge::Missing { since: super::at(2), files: 1 });
    apply(&store, "north", 2, &std::sync::Arc::new(north), 0).unwrap();
    hold(&store, "north", 3, &state_of(lot(1), 3), 1);
    let connection = rusqlite::Connection::open(opened.database()).unwrap();
    connection.execute_batch("VACUUM").unwrap();
    connection.pragma_update(None, "journal_mode", "delete").unwrap();
    drop(connection);
    std::fs::copy(opened.database(), fixture()).unwrap();
}

#[test]
fn the_first_format_is_still_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(), folder.path().join(dealeragent_store::DATABASE_FILE)).unwrap();
    let store = Store::open(folder.path()).unwrap().feed_store();
    let kept = store.load().unwrap();
    let denver = kept.feeds["denver"].state.as_ref().unwrap();
    assert_eq!(denver.units.len(), 158);
    let with_reports = denver.units.iter().filter(|unit| !unit.listing.evidence.history_reports.is_empty()).count();
    let priced = denver.units.iter().filter(|unit| unit.listing.price.is_some()).count();
    assert_eq!((with_reports, priced), (EXPECTED_REPORTS, EXPECTED_PRICED));
    let north = kept.feeds["north"].state.as_ref().unwrap();
    let unit = &north.units[2];
    assert_eq!(unit.listing.vin.as_str(), "9ZZDAPT10RA000002");
    assert_eq!(unit.listing.price.as_ref().unwrap().amount.to_string(), "USD 18,995.00");
    assert_eq!(unit.listing.terms.as_ref().unwrap().charges.as_ref().unwrap()[0].label.as_str(), "Fee");
    assert_eq!(unit.published().availability.status, AvailabilityStatus::Unknown);
    let held = kept.feeds["north"].held.as_ref().unwrap();
    assert_eq!(store.rejects(&held.run).unwrap(), [super::reject(7)]);
    store.accept(&held.run.clone(), "pat", super::at(9)).unwrap();
    assert_eq!(store.load().unwrap().feeds["north"].state.as_ref().unwrap().units.len(), 1);
}

const EXPECTED_REPORTS: usize = 38;
const EXPECTED_PRICED: usize = 151;
