//! `dealeragent.pricing.get_disclosure`.

use dealeragent_gateway::InvalidCharges;
use dealeragent_protocol::{
    facts::{AuthorityStatus, Charge},
    tool::Tool,
};
use serde_json::{Value, json};

use crate::{
    fixture::{charge, incentive, rooftop, unit},
    world::World,
};

#[test]
fn charges_are_itemised_and_never_added_up() {
    let reply = World::new().unit(Tool::GetDisclosure, 1).unwrap();
    let disclosure = &reply.structured;
    assert_eq!(disclosure["advertised_price"]["amount"], json!({ "amount_minor": 1_899_500, "currency": "USD" }));
    let [charge] = disclosure["required_dealer_charges"].as_array().unwrap().as_slice() else { panic!("one charge") };
    assert_eq!(charge["amount"]["amount_minor"], 59_900);
    assert_eq!((&charge["required"], &charge["included_in_advertised_price"]), (&json!(true), &json!(false)));
    // Price and charge together.
    assert!(!reply.structured.to_string().contains("1959400") && !reply.summary.contains("19,594"));
    assert!(reply.summary.contains("gives no out-the-door total"), "{}", reply.summary);
}

#[test]
fn government_charges_are_unknown_and_not_zero() {
    let world = World::new();
    let mut arguments = crate::world::about("org-one", "main", Tool::GetDisclosure, 1);
    arguments["jurisdiction"] = json!({ "country": "US", "subdivision": "US-CO" });
    let disclosure = world.call(&world.solo, Tool::GetDisclosure, arguments).unwrap().structured;
    let government = &disclosure["government_charges"];
    assert_eq!(government["status"], "unknown");
    assert_eq!(government["jurisdiction"], json!({ "country": "US", "subdivision": "US-CO" }));
    for absent in ["total", "lines", "assumptions"] {
        assert!(government.get(absent).is_none(), "{absent}");
    }
    assert_eq!(disclosure["uncertainty"]["status"], "unknown");
    assert_eq!(disclosure["disclosure_completeness"]["components"]["government_charges_classified"], false);
}

fn score(authority: AuthorityStatus, charges: bool) -> Value {
    let world = World::with(|setup| {
        let mut unit = unit("org-one", "main", 1);
        unit.provenance.authority_status = authority;
        setup.listings = vec![unit];
        if !charges {
            setup.one.rooftops.iter_mut().for_each(|rooftop| rooftop.charges = None);
        }
    });
    world.unit(Tool::GetDisclosure, 1).unwrap().structured["disclosure_completeness"].clone()
}

#[test]
fn the_score_is_the_sum_of_what_is_known() {
    // Adjustments 20; charges 20; an authoritative price 25; government never.
    assert_eq!(score(AuthorityStatus::Asserted, true)["score"], 40);
    assert_eq!(score(AuthorityStatus::Asserted, false)["score"], 20);
    assert_eq!(score(AuthorityStatus::Authoritative, true)["score"], 65);
    let components = &score(AuthorityStatus::Asserted, false)["components"];
    assert_eq!(components["required_dealer_charges_itemized"], false);
    assert_eq!(components["advertised_price_present_and_authoritative"], false);
    assert_eq!(components["availability_band"], "asserted");
}

#[test]
fn charges_that_are_not_on_record_are_told_apart_from_none() {
    let text = |charges: Option<Vec<Charge>>| {
        let world = World::with(|setup| {
            setup.one.rooftops.iter_mut().for_each(|rooftop| rooftop.charges.clone_from(&charges));
        });
        world.unit(Tool::GetDisclosure, 1).unwrap().structured["disclosure_text"].as_str().unwrap().to_owned()
    };
    assert!(text(None).contains("not on record; ask the dealer"));
    assert!(!text(Some(Vec::new())).contains("not on record"));
}

#[test]
fn a_price_that_includes_everything_cannot_stand_beside_a_charge_left_out() {
    let mut rooftop = rooftop("main");
    assert_eq!(rooftop.check_charges(true), Err(InvalidCharges));
    assert_eq!(rooftop.check_charges(false), Ok(()));
    rooftop.charges = Some(vec![charge("doc", 59_900, true)]);
    assert_eq!(rooftop.check_charges(true), Ok(()));
    rooftop.charges = None;
    assert_eq!(rooftop.check_charges(true), Ok(()));
}

fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            found.push(name.clone());
            keys(member, found);
        }),
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

#[test]
fn no_answer_has_a_generic_price() {
    let world = World::with(|setup| setup.one.incentives = vec![incentive("loyalty", json!({}))]);
    for tool in [Tool::GetDisclosure, Tool::GetVehicle] {
        let mut found = Vec::new();
        keys(&world.unit(tool, 1).unwrap().structured, &mut found);
        assert!(found.contains(&"advertised_price".to_owned()) && !found.contains(&"price".to_owned()), "{tool}");
    }
    let mut found = Vec::new();
    keys(&world.search(json!({})).unwrap().structured, &mut found);
    assert!(!found.contains(&"price".to_owned()));
}

#[test]
fn the_text_keeps_within_four_thousand_characters_and_keeps_its_end() {
    let world = World::with(|setup| {
        setup.one.incentives = (0..200).map(|n| incentive(&format!("offer-{n}"), json!({}))).collect();
    });
    let disclosure = world.unit(Tool::GetDisclosure, 1).unwrap().structured;
    assert_eq!(disclosure["conditional_adjustments"].as_array().unwrap().len(), 200);
    let text = disclosure["disclosure_text"].as_str().unwrap();
    assert!(text.chars().count() <= 4000);
    assert!(text.contains("gives no out-the-door total") && text.contains("Taxes, title and registration: not known"));
}

#[test]
fn asking_again_gives_the_same_disclosure() {
    let world = World::new();
    let one = world.unit(Tool::GetDisclosure, 1).unwrap().structured;
    assert_eq!(world.unit(Tool::GetDisclosure, 1).unwrap().structured, one);
    let other = world.unit(Tool::GetDisclosure, 6).unwrap().structured;
    assert_ne!(one["disclosure_id"], other["disclosure_id"]);
}
