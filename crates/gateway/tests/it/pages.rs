//! Walks over pages.

use std::collections::BTreeSet;

use dealeragent_inventory::Listing;
use serde_json::{Value, json};

use crate::{
    fixture::{price, unit},
    world::World,
};

/// Ids of a whole walk, and how many pages it took.
pub(crate) fn walk(world: &World, arguments: &Value) -> (Vec<String>, usize) {
    let (mut ids, mut pages) = (Vec::new(), 0);
    let mut arguments = arguments.clone();
    loop {
        let page = world.search(arguments.clone()).unwrap().structured;
        pages += 1;
        let vehicles = page["vehicles"].as_array().unwrap();
        ids.extend(vehicles.iter().map(|vehicle| vehicle["vehicle_id"].as_str().unwrap().to_owned()));
        let info = &page["page"];
        assert_eq!(info["has_more"].as_bool().unwrap(), info.get("next_cursor").is_some());
        let Some(cursor) = info.get("next_cursor") else { return (ids, pages) };
        assert!(!vehicles.is_empty(), "a page with a next one is never empty");
        assert!(pages < 500, "the walk comes to an end");
        arguments["page"]["cursor"] = cursor.clone();
    }
}

fn stocked(count: u32) -> World {
    World::with(|setup| {
        setup.listings = (0..count)
            .map(|number| {
                let rooftop = if number % 3 == 0 { "east" } else { "main" };
                // Few prices, so that many units share one; some without.
                let price = (number % 7 != 0).then(|| price(i64::from(number % 4) * 100_000));
                Listing { price, ..unit("org-one", rooftop, number) }
            })
            .collect();
    })
}

#[test]
fn a_walk_meets_each_listing_once_whatever_the_page_size() {
    let world = stocked(40);
    let searchable = (0..40).filter(|number| number % 7 != 0).count();
    for sort in ["advertised_price", "year", "odometer", "inventory_age_days", "observed_at"] {
        for order in ["asc", "desc"] {
            for limit in [1, 2, 3, 7, 33, 34, 100] {
                let sort = json!({ "field": sort, "order": order });
                let (ids, pages) = walk(&world, &json!({ "sort": sort, "page": { "limit": limit } }));
                let distinct: BTreeSet<&String> = ids.iter().collect();
                assert_eq!((ids.len(), distinct.len()), (searchable, searchable), "{sort} by {limit}");
                assert_eq!(pages, searchable.div_ceil(limit), "{sort} by {limit}");
            }
        }
    }
}

#[test]
fn every_page_size_gives_the_same_order() {
    let world = stocked(25);
    let sort = json!({ "field": "advertised_price", "order": "desc" });
    let (all, _) = walk(&world, &json!({ "sort": sort, "page": { "limit": 100 } }));
    for limit in 1..=all.len() {
        let (ids, _) = walk(&world, &json!({ "sort": sort, "page": { "limit": limit } }));
        assert_eq!(ids, all, "{limit}");
    }
}

#[test]
fn ten_are_shown_unless_said_and_the_total_is_stated() {
    let reply = stocked(40).search(json!({})).unwrap();
    assert_eq!(reply.structured["vehicles"].as_array().unwrap().len(), 10);
    assert_eq!(reply.notices["total"], 34);
    assert!(reply.summary.starts_with("34 listings match at Dealer org-one; 10 shown."), "{}", reply.summary);
}

#[test]
fn what_is_gone_or_has_no_price_is_not_found() {
    let reply = World::new().search(json!({ "page": { "limit": 100 } })).unwrap();
    let stock: BTreeSet<&str> = reply.structured["vehicles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|vehicle| vehicle["stock_number"].as_str().unwrap())
        .collect();
    assert_eq!(stock, BTreeSet::from(["S-1", "S-4", "S-5", "S-6", "S-11", "S-12"]));
}

#[test]
fn a_search_of_one_organization_never_shows_another() {
    let world = World::new();
    for query in ["civic", "s-21", "1test000000000021"] {
        let reply = world
            .call(
                &world.group,
                dealeragent_protocol::tool::Tool::Search,
                json!({ "organization_id": "org-one", "query": query }),
            )
            .unwrap();
        let vehicles = reply.structured["vehicles"].as_array().unwrap();
        assert!(vehicles.iter().all(|vehicle| vehicle["organization_id"] == "org-one"));
        assert_eq!(vehicles.is_empty(), query != "civic", "{query}");
    }
}
