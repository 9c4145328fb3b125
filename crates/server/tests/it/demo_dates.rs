//! The demo's offers move with its cars' dates; a dealer's own stand.

use std::sync::Arc;

use dealeragent_gateway::Incentive;
use dealeragent_server::{config::Config, demo, files::Files};

use crate::support::{NOW, folder::Folder, time};

const MONTH_LATER: &str = "2026-12-31T14:05:00Z";

fn offers(files: &Files, now: &str) -> Vec<Arc<Incentive>> {
    Config::read("dealeragent.toml", demo::CONFIG, files, time(now)).unwrap().dealers[0].incentives.clone()
}

#[test]
fn the_demos_offers_move_by_whole_days() {
    let (before, after) = (offers(&Files::Demo, NOW), offers(&Files::Demo, MONTH_LATER));
    assert_eq!((before.len(), after.len()), (8, 8));
    let days = 30 * 86_400;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(after.observed_at, before.observed_at.plus_seconds(days), "{}", before.id);
        assert_eq!(after.valid_from, before.valid_from.map(|at| at.plus_seconds(days)));
        assert_eq!(after.valid_until, before.valid_until.map(|at| at.plus_seconds(days)));
        assert!(after.observed_at <= time(MONTH_LATER), "{} was seen before it is told", after.id);
    }
    assert!(after.iter().any(|offer| offer.valid_until.is_some()), "the demo has offers that end");
}

#[test]
fn a_dealers_own_offers_stand() {
    let files = Folder::demo();
    let (before, after) = (offers(&files.files(), NOW), offers(&files.files(), MONTH_LATER));
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(
            (after.observed_at, after.valid_from, after.valid_until),
            (before.observed_at, before.valid_from, before.valid_until)
        );
    }
}
