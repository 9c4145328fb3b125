//! `dealeragent.pricing.get_disclosure`.

use dealeragent_gateway::InvalidCharges;
use dealeragent_protocol::{
    facts::{AuthorityStatus, Charge},
    tool::Tool,
};
use serde_json::{Value, json};

use crate::{
    fixture::{charge, id_of, incentive, rooftop, unit, vin},
    world::{World, about},
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
    let mut arguments = about("org-one", "main", Tool::GetDisclosure, 1);
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

fn score(authority: AuthorityStatus, charges: bool, incentives: bool) -> Value {
    let world = World::with(|setup| {
        let mut unit = unit("org-one", "main", 1);
        unit.provenance.authority_status = authority;
        setup.listings = vec![unit];
        if incentives {
            setup.one.incentives = vec![incentive("elsewhere", json!({ "match": { "makes": ["Ford"] } }))];
        }
        if !charges {
            setup.one.rooftops.iter_mut().for_each(|rooftop| rooftop.charges = None);
        }
    });
    world.unit(Tool::GetDisclosure, 1).unwrap().structured["disclosure_completeness"].clone()
}

#[test]
fn the_score_is_the_sum_of_what_is_known() {
    // Adjustments 20; charges 20; an authoritative price 25; government never.
    assert_eq!(score(AuthorityStatus::Asserted, true, true)["score"], 40);
    assert_eq!(score(AuthorityStatus::Asserted, false, true)["score"], 20);
    assert_eq!(score(AuthorityStatus::Authoritative, true, true)["score"], 65);
    let components = &score(AuthorityStatus::Asserted, false, true)["components"];
    assert_eq!(components["required_dealer_charges_itemized"], false);
    assert_eq!(components["advertised_price_present_and_authoritative"], false);
    assert_eq!(components["availability_band"], "asserted");
}

/// Offers for other units are an answer too: none for this one.
#[test]
fn a_dealer_without_any_offer_has_not_said_that_there_are_none() {
    let of = |incentives| {
        let completeness = score(AuthorityStatus::Asserted, true, incentives);
        let stated = completeness["components"]["conditional_adjustments_have_eligibility_and_stacking"].clone();
        (stated, completeness["score"].clone())
    };
    assert_eq!(of(true), (json!(true), json!(40)));
    assert_eq!(of(false), (json!(false), json!(20)));
}

#[test]
fn the_text_says_whether_the_unit_is_there_and_the_summary_names_it() {
    let world = World::new();
    let reply = world.unit(Tool::GetDisclosure, 1).unwrap();
    let text = reply.structured["disclosure_text"].as_str().unwrap();
    let marks = format!("[band asserted; vehicle_id {}, rooftop_id main]", id_of("org-one", "main", 1));
    assert!(text.contains("\nAvailability: listed by the dealer, as of 12:00 UTC, not verified\n"), "{text}");
    assert_eq!(reply.summary, format!("{text}\n{marks}"));
    let sold = world.unit(Tool::GetDisclosure, 3).unwrap();
    let line = "Availability: reported sold by the dealer, as of 12:00 UTC, not verified";
    assert!(sold.summary.contains(line), "{}", sold.summary);
    assert!(sold.structured["disclosure_text"].as_str().unwrap().contains(line));
}

#[test]
fn what_is_known_of_the_charges_is_what_is_said_of_the_price() {
    let claims = |charges: Option<Vec<Charge>>| {
        let world = World::with(|setup| {
            setup.one.rooftops.iter_mut().for_each(|rooftop| rooftop.charges.clone_from(&charges));
        });
        let line = world.unit(Tool::GetVehicle, 1).unwrap().summary;
        let page = world.search(json!({ "filters": { "vin": vin(1).as_str() } })).unwrap().summary;
        assert!(page.contains(&line), "{page}");
        let text = world.unit(Tool::GetDisclosure, 1).unwrap().summary;
        (line, text.lines().find(|line| line.starts_with("Advertised price: ")).unwrap().to_owned())
    };
    let mixed = vec![charge("doc", 59_900, false), charge("prep", 100, true)];
    for (charges, in_line, in_text) in [
        (Some(vec![charge("doc", 59_900, false)]), " plus required dealer charges,", "does not include required"),
        (Some(mixed), "does not include all required dealer charges,", "does not include all required dealer charges"),
        (Some(Vec::new()), "(the dealer states no required charges),", "the dealer states no required charges"),
        (None, "come on top is not on record),", "come on top is not on record"),
    ] {
        let (line, text) = claims(charges);
        assert!(line.contains(in_line), "{line}");
        assert!(text.contains(in_text), "{text}");
    }
}

#[test]
fn a_subdivision_belongs_to_its_country() {
    let world = World::new();
    let ask = |jurisdiction: Value| {
        let mut arguments = about("org-one", "main", Tool::GetDisclosure, 1);
        arguments["jurisdiction"] = jurisdiction;
        world.call(&world.solo, Tool::GetDisclosure, arguments)
    };
    let refusal = ask(json!({ "country": "US", "subdivision": "DE-BY" })).unwrap_err();
    assert_eq!((refusal.code(), refusal.pointers()), ("validation.invalid", vec!["/jurisdiction/subdivision"]));
    assert!(refusal.text.contains("must be a subdivision of the country"), "{}", refusal.text);
    // What is no code at all is refused once, for that.
    let refusal = ask(json!({ "country": "US", "subdivision": "bavaria-x" })).unwrap_err();
    assert_eq!(refusal.pointers(), ["/jurisdiction/subdivision"]);
    assert!(ask(json!({ "country": "DE", "subdivision": "DE-BY" })).is_ok());
    assert!(ask(json!({ "country": "DE" })).is_ok());
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
    assert_eq!(rooftop.check_charges(false), Err(InvalidCharges), "nothing is left to come on top");
    rooftop.charges = Some(vec![charge("doc", 59_900, true), charge("prep", 100, false)]);
    assert_eq!(rooftop.check_charges(true), Err(InvalidCharges));
    assert_eq!(rooftop.check_charges(false), Ok(()), "some are included, not all");
    for nothing in [None, Some(Vec::new())] {
        rooftop.charges = nothing;
        assert_eq!((rooftop.check_charges(true), rooftop.check_charges(false)), (Ok(()), Ok(())));
    }
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
