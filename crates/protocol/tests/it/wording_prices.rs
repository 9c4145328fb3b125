//! What is said of prices and of pages.

use std::sync::LazyLock;

use dealeragent_protocol::{
    facts::{
        AdvertisedPrice, Availability, AvailabilityStatus, Band, Charge, Condition, ConditionalAdjustment,
        GovernmentChargeStatus, PricingDisclosure, Vehicle,
    },
    values::{Distance, DistanceUnit, List, Timestamp},
    wording::en,
};

use serde_json::{Value, json};

use crate::samples;

const NO_TOTAL: &str =
    "This is no quote and gives no out-the-door total: taxes, registration and eligibility depend on the buyer.";

fn now() -> Timestamp {
    Timestamp::parse(samples::NOW).unwrap()
}

fn disclosure() -> PricingDisclosure {
    serde_json::from_value(samples::pricing_disclosure()).unwrap()
}

fn text(disclosure: &PricingDisclosure) -> String {
    text_of(disclosure, true, AvailabilityStatus::Available)
}

fn text_of(disclosure: &PricingDisclosure, charges_known: bool, status: AvailabilityStatus) -> String {
    let availability = Availability { status, ..vehicle().availability };
    let unit = en::UnitWords {
        name: "2024 Honda Civic EX",
        vehicle_id: &disclosure.vehicle_id,
        rooftop_id: &disclosure.rooftop_id,
        availability: &availability,
        band: Band::Asserted,
    };
    let observed_at = disclosure.freshness.observed_at;
    en::disclosure_text(disclosure, &en::DisclosureWords { unit, charges_known, observed_at, now: now() })
}

fn vehicle() -> Vehicle {
    serde_json::from_value(samples::vehicle()).unwrap()
}

#[test]
fn a_disclosure_gives_no_total() {
    for status in GovernmentChargeStatus::ALL {
        for includes in [true, false] {
            let mut disclosure = disclosure();
            disclosure.government_charges.status = *status;
            disclosure.advertised_price.includes_required_dealer_charges = includes;
            let text = text(&disclosure);
            assert!(text.ends_with(NO_TOTAL), "{text}");
            let rest = text.replace(NO_TOTAL, "");
            assert!(!rest.to_lowercase().contains("out-the-door") && !rest.to_lowercase().contains("total"), "{text}");
            // Price and charge, price less discount, everything together.
            for sum in ["19,594", "18,495", "19,094", "20,494", "19,994"] {
                assert!(!text.contains(sum), "{sum} in {text}");
            }
            assert!(text.contains("As published by the dealer, 13:00 UTC."), "{text}");
        }
    }
}

#[test]
fn unknown_government_charges_are_not_zero() {
    let mut disclosure = disclosure();
    disclosure.government_charges.status = GovernmentChargeStatus::Unknown;
    disclosure.government_charges.total = None;
    assert!(text(&disclosure).contains("Taxes, title and registration: not known"));
}

#[test]
fn charges_that_are_not_on_record_are_not_none() {
    let mut disclosure = disclosure();
    disclosure.required_dealer_charges = List::default();
    let says = |charges_known| text_of(&disclosure, charges_known, AvailabilityStatus::Available);
    assert!(says(false).contains("not on record; ask the dealer"));
    assert!(says(false).contains("(whether required dealer charges come on top is not on record)"));
    assert!(says(true).contains("\n  none\n") && says(true).contains("(the dealer states no required charges)"));
}

#[test]
fn a_long_disclosure_keeps_its_end_within_the_bound() {
    let mut disclosure = disclosure();
    let one: ConditionalAdjustment = disclosure.conditional_adjustments[0].clone();
    disclosure.conditional_adjustments = List::new(vec![one; 300]).unwrap();
    let text = text(&disclosure);
    assert!(text.chars().count() <= 4000, "{}", text.chars().count());
    assert!(text.ends_with(NO_TOTAL));
    assert!(text.contains("Taxes, title and registration:"));
    assert!(text.contains("more in the list itself"), "it says that something is left out: {text}");
}

#[test]
fn a_disclosure_says_whether_the_unit_is_there() {
    let says = |status| text_of(&disclosure(), true, status);
    let listed = "\nAvailability: listed by the dealer, as of 13:00 UTC, not verified\n";
    assert!(says(AvailabilityStatus::Available).contains(listed));
    let sold = says(AvailabilityStatus::Sold);
    assert!(sold.contains("\nAvailability: reported sold by the dealer, as of 13:00 UTC, not verified\n"), "{sold}");
}

/// The line of the sample's adjustment, with changes.
fn adjustment(changes: &Value) -> String {
    let mut disclosure = disclosure();
    let mut adjustment = serde_json::to_value(&disclosure.conditional_adjustments[0]).unwrap();
    for (name, value) in changes.as_object().unwrap() {
        adjustment[name] = value.clone();
        if value.is_null() {
            adjustment.as_object_mut().unwrap().remove(name);
        }
    }
    disclosure.conditional_adjustments = List::new(vec![serde_json::from_value(adjustment).unwrap()]).unwrap();
    let text = text(&disclosure);
    assert!(text.contains("only for those who qualify; the dealer decides"));
    text.lines().find(|line| line.starts_with("  Loyalty: ")).unwrap().trim().to_owned()
}

fn criterion(kind: &str, value: &Value, description: Option<&str>) -> Value {
    let mut criterion =
        json!({ "criterion": kind, "operator": "equals", "value": value, "evidence_status": "claimed" });
    if let Some(description) = description {
        criterion["description"] = description.into();
    }
    criterion
}

#[test]
fn an_adjustment_names_its_conditions_and_never_a_lowered_price() {
    assert_eq!(
        adjustment(&json!({})),
        "Loyalty: discount of USD 500.00, only in US-CO Denver 80202, until 2026-12-01T00:00:00Z, condition: Owns a \
         Honda, with proof"
    );
    let anywhere = |criteria: Vec<Value>, mode: &str| {
        let line = json!({
            "jurisdictions": null, "valid_until": null, "criteria": criteria, "criteria_mode": mode,
            "direction": "surcharge",
        });
        adjustment(&line).replace("Loyalty: surcharge of USD 500.00, ", "")
    };
    for (kind, value, description, words) in [
        ("other", json!(true), Some("Buyer wants etched windows."), "condition: Buyer wants etched windows"),
        ("other", json!(true), None, "condition: a condition of the dealer that is not described; ask the dealer"),
        ("other", json!("etching"), None, "condition: a condition of the dealer: etching"),
        ("first_responder", json!(true), None, "condition: first responder"),
        ("trade_in", json!(false), None, "condition: trade in: no"),
        ("payment_mode", json!(["cash", "lease"]), None, "condition: payment mode: cash or lease"),
        ("membership", json!(["Club", 2, true]), None, "condition: membership: Club or 2 or yes"),
    ] {
        assert_eq!(anywhere(vec![criterion(kind, &value, description)], "all"), words);
    }
    let two = vec![criterion("military", &json!(true), None), criterion("residency", &json!("US-CO"), None)];
    assert_eq!(anywhere(two.clone(), "all"), "conditions (all must hold): military; residency: US-CO");
    assert_eq!(anywhere(two, "any"), "conditions (one of them is enough): military; residency: US-CO");
}

#[test]
fn a_long_condition_is_cut_and_shows_it() {
    let line = adjustment(&json!({ "criteria": [criterion("other", &json!(true), Some(&"word ".repeat(90)))] }));
    assert!(line.chars().count() < 300 && line.ends_with("word…"), "{line}");
    let criteria = vec![criterion("other", &json!(true), Some(&"word ".repeat(90))); 9];
    let line = adjustment(&json!({ "criteria": criteria }));
    assert!(line.chars().count() <= 480 && line.ends_with('…'), "{line}");
}

#[test]
fn a_price_says_what_it_includes_as_far_as_the_dealer_says() {
    let charge = disclosure().required_dealer_charges[0].clone();
    let charge = |included| Charge { included_in_advertised_price: included, ..charge.clone() };
    let all_on_top = vec![charge(false), charge(false)];
    let mixed = vec![charge(true), charge(false)];
    let included = vec![charge(true)];
    let cases: [(bool, Option<&[Charge]>, &str); 7] = [
        (false, Some(&all_on_top), " plus required dealer charges,"),
        (false, Some(&mixed), ", which does not include all required dealer charges,"),
        (false, Some(&[]), " (the dealer states no required charges),"),
        (false, None, " (whether required dealer charges come on top is not on record),"),
        (true, Some(&included), " including required dealer charges,"),
        (true, Some(&[]), " (the dealer states no required charges),"),
        (true, None, " including required dealer charges,"),
    ];
    for (includes, charges, words) in cases {
        let mut price: AdvertisedPrice = disclosure().advertised_price;
        price.includes_required_dealer_charges = includes;
        let claim = en::price_claim(&price, charges);
        assert_eq!(claim, format!("advertised at USD 18,995.00{words} before taxes and registration"));
    }
}

#[test]
fn a_page_is_a_dated_snapshot_whatever_its_units_are() {
    let vehicle = vehicle();
    for condition in Condition::ALL {
        for status in AvailabilityStatus::ALL {
            for band in Band::ALL.iter().copied().filter(|band| *band != Band::VerifiedCurrent) {
                let mut availability = vehicle.availability.clone();
                availability.status = *status;
                let words = en::VehicleWords {
                    vehicle_id: &vehicle.vehicle_id,
                    rooftop_id: &vehicle.rooftop_id,
                    year: vehicle.year,
                    make: vehicle.make.as_str(),
                    model: vehicle.model.as_str(),
                    trim: None,
                    condition: *condition,
                    odometer: Some(Distance { value: 12_345, unit: DistanceUnit::Miles }),
                    price: &vehicle.advertised_price,
                    charges: None,
                    availability: &availability,
                    band,
                };
                let page = en::search_summary(&page_words(), &[words], now());
                assert!(page.contains("as of 13:00 UTC or later, not a live check"), "{page}");
                assert!(page.contains(&format!("band {band}; vehicle_id veh_1, rooftop_id main")), "{page}");
                let lower = page.to_lowercase();
                for claim in ["available now", "certified pre-owned", "out-the-door", "accident", "total", "guarantee"]
                {
                    assert!(!lower.contains(claim), "{claim} in {page}");
                }
                assert!(page.contains("Not evaluated: odometer at main, whose data does not have it."));
            }
        }
    }
}

fn page_words<'a>() -> en::SearchWords<'a> {
    static MAIN: LazyLock<[String; 1]> = LazyLock::new(|| ["main".to_owned()]);
    static NOT_EVALUATED: LazyLock<[en::NotEvaluated<'static>; 1]> =
        LazyLock::new(|| [en::NotEvaluated { filter: "odometer", rooftop_ids: &*MAIN }]);
    en::SearchWords {
        dealer: "Dealer",
        total: 12,
        oldest: now().plus_seconds(-3600),
        has_more: true,
        page_shortened: false,
        not_evaluated: &*NOT_EVALUATED,
        not_loaded: &[],
        searched_alone: &[],
        other_currency: None,
        synthetic: true,
    }
}

#[test]
fn a_page_says_how_many_there_are_and_how_to_go_on() {
    let page = en::search_summary(&page_words(), &[], now());
    assert!(page.starts_with("12 listings match at Dealer; 0 shown."), "{page}");
    assert!(page.contains("page.cursor set to next_cursor") && page.ends_with(en::SYNTHETIC));
    assert!(!page.contains("cut short"));
    let cut = en::SearchWords { page_shortened: true, ..page_words() };
    assert!(en::search_summary(&cut, &[], now()).contains("This page was cut short to keep the answer small."));
}

#[test]
fn an_empty_page_is_dated_too_and_says_what_was_left_out() {
    let rooftops: Vec<String> = (1..=12).map(|number| format!("r{number}")).collect();
    let usd = ["USD".to_owned()];
    let nothing = en::SearchWords {
        total: 0,
        has_more: false,
        synthetic: false,
        not_evaluated: &[],
        not_loaded: &rooftops,
        searched_alone: &[],
        other_currency: Some(en::OtherCurrency { filter: "EUR", listings: &usd }),
        ..page_words()
    };
    assert_eq!(
        en::search_summary(&nothing, &[], now()),
        "No published listing of Dealer matches. This is what the dealer published, as of 13:00 UTC or later, not a \
         live check.\nNot searched: rooftops r1, r2, r3, r4, r5, r6, r7, r8, r9, r10 and 2 more, whose inventory is \
         not loaded.\nPrice filter in EUR: the dealer's prices are in USD."
    );
    let one = en::SearchWords { not_loaded: &rooftops[..1], other_currency: None, ..nothing };
    let page = en::search_summary(&one, &[], now());
    assert!(page.ends_with("\nNot searched: rooftop r1, whose inventory is not loaded."), "{page}");
}
