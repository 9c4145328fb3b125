//! A page is cut to the answer's budget, and says so.

use std::collections::BTreeSet;

use dealeragent_inventory::Listing;
use dealeragent_protocol::values::{List, Text};
use serde_json::json;

use crate::{fixture::unit, pages::walk, world::World};

const BUDGET: usize = 12_000;

/// Twenty units of about three kilobytes each, and one beyond the budget.
fn heavy() -> World {
    World::with(|setup| {
        setup.answer_budget = BUDGET;
        setup.listings = (0..20)
            .map(|number| {
                let lines = if number == 13 { 100 } else { 15 };
                let features = (0..lines).map(|at| Text::bounded(&format!("{at} {}", "feature ".repeat(20)))).collect();
                Listing { features: List::new(features).unwrap(), ..unit("org-one", "main", number) }
            })
            .collect();
    })
}

#[test]
fn a_cut_page_says_so_and_goes_on() {
    let reply = heavy().search(json!({})).unwrap();
    let vehicles = reply.structured["vehicles"].as_array().unwrap();
    assert!(!vehicles.is_empty() && vehicles.len() < 10, "{}", vehicles.len());
    assert_eq!(reply.notices["page_shortened"], true);
    assert_eq!(reply.notices["total"], 20);
    assert_eq!(reply.structured["page"]["has_more"], true);
    assert!(reply.structured["page"]["next_cursor"].is_string());
    assert!(reply.summary.contains(&format!("{} shown", vehicles.len())), "{}", reply.summary);
    assert!(reply.summary.contains("There is more"));
    assert!(reply.summary.contains("This page was cut short to keep the answer small."), "{}", reply.summary);
}

#[test]
fn the_vehicles_of_a_page_stay_within_the_budget_but_for_a_single_one() {
    let world = heavy();
    let mut arguments = json!({});
    loop {
        let page = world.search(arguments.clone()).unwrap().structured;
        let vehicles = page["vehicles"].as_array().unwrap();
        assert!(page["vehicles"].to_string().len() <= BUDGET || vehicles.len() == 1);
        let Some(cursor) = page["page"].get("next_cursor") else { break };
        arguments = json!({ "page": { "cursor": cursor } });
    }
}

#[test]
fn a_walk_over_cut_pages_still_meets_everything_once() {
    let (ids, pages) = walk(&heavy(), &json!({}));
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!((ids.len(), distinct.len()), (20, 20));
    assert!(pages > 2);
}

#[test]
fn a_page_that_fits_is_not_called_shortened() {
    let reply = World::new().search(json!({})).unwrap();
    assert!(reply.notices.get("page_shortened").is_none());
    assert!(!reply.summary.contains("cut short"));
    assert_eq!(reply.structured["page"], json!({ "has_more": false }));
}
