//! Which conditional offers a disclosure shows.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::{
    fixture::{incentive, vin},
    world::{World, about},
};

/// Ids of the offers that are shown when `asked` is added to the request.
fn shown(offers: &[(&str, Value)], asked: Value) -> Vec<String> {
    let world = World::with(|setup| {
        setup.one.incentives = offers.iter().map(|(id, changes)| incentive(id, changes.clone())).collect();
    });
    let mut arguments = about("org-one", "main", Tool::GetDisclosure, 1);
    for (name, value) in asked.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    let disclosure = world.call(&world.solo, Tool::GetDisclosure, arguments).unwrap().structured;
    assert_eq!(disclosure["advertised_price"]["amount"]["amount_minor"], 1_899_500, "no offer changes the price");
    let adjustments = disclosure["conditional_adjustments"].as_array().unwrap();
    adjustments.iter().map(|offer| offer["adjustment_id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_offer_is_shown_while_it_is_valid() {
    let offers = [
        ("always", json!({})),
        ("begun", json!({ "valid_from": "2026-09-01T12:05:00Z" })),
        ("not-yet", json!({ "valid_from": "2026-09-01T12:05:01Z" })),
        ("still", json!({ "valid_until": "2026-09-01T12:05:01Z" })),
        ("over", json!({ "valid_until": "2026-09-01T12:05:00Z" })),
        ("long-over", json!({ "valid_until": "2026-08-01T00:00:00Z" })),
    ];
    assert_eq!(shown(&offers, json!({})), ["always", "begun", "still"]);
}

#[test]
fn a_jurisdiction_leaves_out_what_applies_elsewhere() {
    let offers = [
        ("anywhere", json!({})),
        ("country", json!({ "jurisdictions": [{ "country": "US" }] })),
        ("state", json!({ "jurisdictions": [{ "country": "US", "subdivision": "US-CO" }] })),
        ("other-state", json!({ "jurisdictions": [{ "country": "US", "subdivision": "US-UT" }] })),
        ("two", json!({ "jurisdictions": [{ "country": "CA" }, { "country": "US", "subdivision": "US-CO" }] })),
        ("abroad", json!({ "jurisdictions": [{ "country": "CA" }] })),
    ];
    let colorado = json!({ "jurisdiction": { "country": "US", "subdivision": "US-CO" } });
    assert_eq!(shown(&offers, colorado), ["anywhere", "country", "state", "two"]);
    assert_eq!(shown(&offers, json!({ "jurisdiction": { "country": "CA" } })), ["anywhere", "two", "abroad"]);
    // Whoever says nothing of the place is shown everything, with its place.
    assert_eq!(shown(&offers, json!({})).len(), offers.len());
}

#[test]
fn a_payment_mode_leaves_out_what_cannot_go_with_it() {
    let criterion = |kind: &str, value: Value| json!({ "criterion": kind, "operator": "equals", "value": value, "evidence_status": "required" });
    let cash = criterion("payment_mode", json!("cash"));
    let offers = [
        ("loyalty", json!({})),
        ("cash", json!({ "criteria": [cash] })),
        ("cash-or-lease", json!({ "criteria": [criterion("payment_mode", json!(["cash", "lease"]))] })),
        ("bank", json!({ "criteria": [criterion("finance_provider", json!("Bank"))] })),
        ("any", json!({ "criteria": [cash, criterion("military", json!(true))], "criteria_mode": "any" })),
    ];
    let with = |mode: &str| shown(&offers, json!({ "payment_mode": mode }));
    assert_eq!(with("cash"), ["loyalty", "cash", "cash-or-lease", "any"]);
    assert_eq!(with("finance"), ["loyalty", "bank", "any"]);
    assert_eq!(with("lease"), ["loyalty", "cash-or-lease", "bank", "any"]);
    assert_eq!(with("unknown").len(), offers.len());
}

#[test]
fn an_offer_is_for_the_units_that_it_names() {
    let offers = [
        ("make", json!({ "match": { "makes": ["HONDA"] } })),
        ("other-make", json!({ "match": { "makes": ["Ford"] } })),
        ("model", json!({ "match": { "models": ["civic"], "trims": ["ex"], "years": [2022] } })),
        ("other-year", json!({ "match": { "years": [2021, 2023] } })),
        ("rooftop", json!({ "match": { "rooftops": ["main"] } })),
        ("other-rooftop", json!({ "match": { "rooftops": ["east"] } })),
        ("vin", json!({ "match": { "vins": [vin(1).as_str()] } })),
        ("new", json!({ "match": { "conditions": ["new"] } })),
    ];
    assert_eq!(shown(&offers, json!({})), ["make", "model", "rooftop", "vin"]);
}

#[test]
fn an_offer_keeps_its_conditions_and_an_unknown_amount_stays_unknown() {
    let world = World::with(|setup| {
        setup.one.incentives = vec![
            incentive("known", json!({})),
            incentive("unknown", json!({ "amount": null, "currency": null })),
            incentive("surcharge", json!({ "direction": "surcharge", "amount": "12.34" })),
        ];
    });
    let reply = world.unit(Tool::GetDisclosure, 1).unwrap();
    let offers = reply.structured["conditional_adjustments"].as_array().unwrap();
    assert_eq!(offers[0]["amount"], json!({ "amount_minor": 50_000, "currency": "USD" }));
    assert_eq!(offers[0]["criteria"][0]["criterion"], "loyalty");
    assert_eq!(offers[0]["criteria_mode"], "all");
    assert_eq!(offers[0]["provenance"]["sources"][0]["source_name"], "incentives file");
    assert_eq!((&offers[1]["amount_status"], offers[1].get("amount")), (&json!("unknown"), None));
    assert_eq!(offers[2]["amount"]["amount_minor"], 1234);
    assert!(reply.summary.contains("amount not published"), "{}", reply.summary);
}

#[test]
fn an_offer_is_told_with_its_condition() {
    let criterion = json!({
        "criterion": "other", "operator": "present", "value": true, "evidence_status": "not_required",
        "description": "Buyer takes the etching package.",
    });
    let world = World::with(|setup| {
        let changes = json!({ "direction": "surcharge", "amount": "395", "criteria": [criterion] });
        setup.one.incentives = vec![incentive("etching", changes)];
    });
    let summary = world.unit(Tool::GetDisclosure, 1).unwrap().summary;
    let line = "  Offer etching: surcharge of USD 395.00, condition: Buyer takes the etching package\n";
    assert!(summary.contains(line), "{summary}");
}

#[test]
fn an_amount_is_exact_or_refused() {
    for (amount, currency, fits) in [
        ("500", json!("USD"), true),
        ("500.005", json!("USD"), false),
        ("-1", json!("USD"), false),
        ("500", json!(null), false),
        ("0.5", json!("JPY"), false),
        ("five", json!("USD"), false),
    ] {
        let offer = incentive("x", json!({ "amount": amount, "currency": currency }));
        assert_eq!(offer.known_amount().is_ok(), fits, "{amount} {currency}");
        assert_eq!(offer.adjustment().is_some(), fits, "{amount} {currency}");
    }
}
