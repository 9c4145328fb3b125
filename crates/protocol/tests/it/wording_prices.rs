//! What is said of prices and of pages.

use dealeragent_protocol::{
    facts::{
        AdvertisedPrice, AvailabilityStatus, Band, Condition, ConditionalAdjustment, GovernmentChargeStatus,
        PricingDisclosure, Vehicle,
    },
    values::{Distance, DistanceUnit, List, Timestamp},
    wording::en,
};

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
    let observed_at = disclosure.freshness.observed_at;
    let name = "2024 Honda Civic EX";
    en::disclosure_text(disclosure, &en::DisclosureWords { name, charges_known: true, observed_at, now: now() })
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
    let observed_at = now();
    let says = |charges_known| {
        let words = en::DisclosureWords { name: "Car", charges_known, observed_at, now: now() };
        en::disclosure_text(&disclosure, &words)
    };
    assert!(says(false).contains("not on record; ask the dealer"));
    assert!(says(true).contains("\n  none\n"));
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
fn an_adjustment_names_its_conditions_and_never_a_lowered_price() {
    let text = text(&disclosure());
    assert!(text.contains("only for those who qualify; the dealer decides"));
    assert!(text.contains("Loyalty: discount of USD 500.00, for loyalty, with proof"), "{text}");
}

#[test]
fn a_price_says_what_it_includes() {
    let mut price: AdvertisedPrice = disclosure().advertised_price;
    assert!(en::price_claim(&price).contains("plus required dealer charges"));
    price.includes_required_dealer_charges = true;
    assert!(en::price_claim(&price).contains("including required dealer charges"));
    assert!(en::price_claim(&price).contains("before taxes and registration"));
}

#[test]
fn a_page_is_a_dated_snapshot_whatever_its_units_are() {
    let vehicle: Vehicle = serde_json::from_value(samples::vehicle()).unwrap();
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
    static NOT_EVALUATED: std::sync::LazyLock<[String; 1]> =
        std::sync::LazyLock::new(|| ["odometer at main, whose data does not have it".to_owned()]);
    en::SearchWords {
        dealer: "Dealer",
        total: 12,
        oldest: Some(now().plus_seconds(-3600)),
        has_more: true,
        not_evaluated: &*NOT_EVALUATED,
        synthetic: true,
    }
}

#[test]
fn a_page_says_how_many_there_are_and_how_to_go_on() {
    let page = en::search_summary(&page_words(), &[], now());
    assert!(page.starts_with("12 listings match at Dealer; 0 shown."), "{page}");
    assert!(page.contains("page.cursor set to next_cursor") && page.ends_with(en::SYNTHETIC));
    let nothing = en::SearchWords { total: 0, oldest: None, has_more: false, synthetic: false, ..page_words() };
    let page = en::search_summary(&nothing, &[], now());
    assert!(page.starts_with("No published listing of Dealer matches."), "{page}");
}
