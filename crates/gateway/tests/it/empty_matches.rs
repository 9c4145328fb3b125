//! "Nothing matches" is a fact too: it has an age and sources, and where nothing
//! is loaded it cannot be said.

use dealeragent_inventory::Listing;
use dealeragent_protocol::values::{Currency, Money, NonNegativeMoney};
use serde_json::{Value, json};

use crate::{
    fixture::{noon, provenance, targets, unit},
    world::{Setup, World},
};

const NOTHING: &str = "ford";

fn hours(count: i64) -> i64 {
    count * 3600
}

/// "east" was seen three hours before "main", and may be two hours old.
fn uneven(setup: &mut Setup) {
    setup.seen.insert("east", Some(noon().plus_seconds(-hours(3))));
    setup.one.rooftops[0].targets = targets(7200, 7200);
    for unit in &mut setup.listings {
        if unit.rooftop_id.as_str() == "east" {
            unit.provenance = provenance("east export");
        }
    }
}

fn sources(page: &Value) -> Vec<&str> {
    let sources = page["provenance"]["sources"].as_array().unwrap();
    sources.iter().map(|source| source["source_name"].as_str().unwrap()).collect()
}

#[test]
fn an_empty_match_is_as_old_as_what_was_searched() {
    let world = World::with(uneven);
    let reply = world.search(json!({ "query": NOTHING })).unwrap();
    assert_eq!(reply.structured["vehicles"], json!([]));
    assert_eq!(reply.structured["page"], json!({ "has_more": false }));
    assert_eq!(
        reply.structured["freshness"],
        json!({
            "observed_at": "2026-09-01T09:00:00Z", "valid_until": "2026-09-01T11:00:00Z", "state": "stale",
            "max_age_seconds": 7200,
        })
    );
    assert!(
        reply.summary.starts_with(
            "No published listing of Dealer org-one matches. This is what the dealer published, as of 09:00 UTC or \
             later, not a live check."
        ),
        "{}",
        reply.summary
    );
    // What was not searched does not count.
    let main = world.search(json!({ "query": NOTHING, "rooftop_ids": ["main"] })).unwrap().structured;
    assert_eq!(main["freshness"]["observed_at"], "2026-09-01T12:00:00Z");
    assert_eq!(
        (&main["freshness"]["state"], &main["freshness"]["max_age_seconds"]),
        (&json!("current"), &json!(86_400))
    );
    world.clock.advance(86_400);
    let main = world.search(json!({ "query": NOTHING, "rooftop_ids": ["main"] })).unwrap().structured;
    assert_eq!(main["freshness"]["state"], "stale");
}

#[test]
fn an_empty_match_names_the_sources_of_what_was_searched() {
    let world = World::with(uneven);
    let page = world.search(json!({ "query": NOTHING })).unwrap().structured;
    assert_eq!(sources(&page), ["east export", "lot export"]);
    assert_eq!(page["provenance"]["authority_status"], "asserted");
    let main = world.search(json!({ "query": NOTHING, "rooftop_ids": ["main"] })).unwrap().structured;
    assert_eq!(sources(&main), ["lot export"]);
}

#[test]
fn the_sources_of_an_empty_match_are_bounded() {
    let ids: Vec<String> = (10..40).map(|number| format!("lot-{number}")).collect();
    let names: Vec<&str> = ids.iter().map(String::as_str).collect();
    let world = World::with(|setup| {
        setup.one = crate::fixture::dealer("org-one", &names);
        setup.listings = names
            .iter()
            .zip(1..)
            .map(|(id, number)| Listing { provenance: provenance(id), ..unit("org-one", id, number) })
            .collect();
    });
    let page = world.search(json!({ "query": NOTHING })).unwrap().structured;
    assert_eq!(sources(&page), names[..10]);
}

/// A first file without any listing is a file: its lot is known to be empty.
#[test]
fn a_rooftop_that_publishes_nothing_is_named_as_its_own_source() {
    for synthetic in [false, true] {
        let world = World::with(|setup| {
            setup.one.synthetic = synthetic;
            setup.listings.clear();
        });
        let reply = world.search(json!({ "rooftop_ids": ["main"] })).unwrap();
        let note = if synthetic { " (synthetic demonstration data)" } else { "" };
        assert_eq!(sources(&reply.structured), [format!("inventory of rooftop main{note}")]);
        assert_eq!(reply.structured["provenance"]["authority_status"], "unknown");
        assert_eq!(reply.structured["freshness"]["observed_at"], "2026-09-01T12:00:00Z");
    }
}

#[test]
fn an_inventory_that_is_not_loaded_gives_no_empty_match() {
    let world = World::with(|setup| {
        setup.seen.insert("main", None);
    });
    let main = || json!({ "rooftop_ids": ["main"] });
    let refusal = world.search(main()).unwrap_err();
    assert_eq!(refusal.code(), "upstream.unavailable");
    let message = refusal.payload["message"].as_str().unwrap();
    assert!(message.contains("inventory has not been loaded yet"), "{message}");
    assert_eq!(refusal.payload["retryable"], true);
    assert!(refusal.payload.get("retry_after_ms").is_none(), "nobody has said when");
    world.gateway.set_next_feed_run(noon().plus_seconds(330));
    assert_eq!(world.search(main()).unwrap_err().payload["retry_after_ms"], 30_000);
}

#[test]
fn a_rooftop_that_is_not_loaded_is_named_and_the_others_are_searched() {
    let world = World::with(|setup| {
        setup.seen.insert("east", None);
    });
    for query in ["civic", NOTHING] {
        let reply = world.search(json!({ "query": query })).unwrap();
        assert_eq!(reply.notices["rooftops_not_loaded"], json!(["east"]));
        let words = "Not searched: rooftop east, whose inventory is not loaded.";
        assert!(reply.summary.contains(words), "{}", reply.summary);
        assert_eq!(reply.structured["freshness"]["observed_at"], "2026-09-01T12:00:00Z");
    }
    assert_eq!(world.search(json!({})).unwrap().notices["total"], 4);
    let east = world.search(json!({ "rooftop_ids": ["east"] })).unwrap_err();
    assert_eq!(east.code(), "upstream.unavailable");
    let main = world.search(json!({ "rooftop_ids": ["main"] })).unwrap();
    assert!(main.notices.get("rooftops_not_loaded").is_none() && !main.summary.contains("Not searched"));
}

#[test]
fn a_price_filter_in_a_currency_that_nothing_is_priced_in_is_named() {
    let world = World::with(|setup| {
        let amount = Money { amount_minor: 100, currency: Currency::parse("CAD").unwrap() };
        let mut canadian = unit("org-one", "east", 13);
        canadian.price.as_mut().unwrap().amount = NonNegativeMoney::new(amount).unwrap();
        setup.listings.push(canadian);
    });
    let search = |currency: &str, minor: i64, rooftops: Value| {
        let most = json!({ "amount_minor": minor, "currency": currency });
        world.search(json!({ "filters": { "price_max": most }, "rooftop_ids": rooftops })).unwrap()
    };
    let euros = search("EUR", 9_999_999, json!(["main"]));
    let named = json!({ "filter_currency": "EUR", "listing_currencies": ["USD"] });
    assert_eq!(euros.notices["price_filter_in_other_currency"], named);
    assert!(euros.summary.contains("Price filter in EUR: the dealer's prices are in USD."), "{}", euros.summary);
    let both = search("EUR", 9_999_999, json!(["main", "east"]));
    assert!(both.summary.contains("the dealer's prices are in CAD, USD."), "{}", both.summary);
    // Too low a price is another matter, and so is a currency that some have.
    for reply in [search("USD", 1, json!(["main"])), search("CAD", 1, json!(["main", "east"]))] {
        assert!(reply.notices.get("price_filter_in_other_currency").is_none());
        assert_eq!(reply.notices["total"], 0);
    }
}

#[test]
fn an_empty_list_asks_nothing() {
    let reply = World::new().search(json!({ "filters": { "make": [], "condition": [] } })).unwrap();
    assert_eq!(reply.notices["total"], 6);
}
