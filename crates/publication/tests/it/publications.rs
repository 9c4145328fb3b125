//! What is in a document and a feed.

use dealeragent_protocol::{
    facts::{AvailabilityStatus, WellKnown, WellKnownReading},
    schema,
    values::{RooftopId, Uri},
};
use dealeragent_publication::{Note, Publication};

use crate::support::{addresses, at_south, charge, dealer, demo, now, read_back, rooftop, time};

const DAY: Option<u32> = Some(86_400);

#[test]
fn an_export_is_published_and_reads_back() {
    let units = demo();
    let dealer = dealer(vec![rooftop("north", None)]);
    let made = Publication::build(&dealer, &units, &addresses(), DAY, now()).unwrap();
    assert_eq!((made.rows, made.left_out.len(), made.notes.len()), (units.len() as u64, 0, 0));
    let back = read_back(&made.feed, &["north"]);
    assert_eq!((back.listings.len(), back.report.rejected), (units.len(), 0), "{}", back.report);
    let sold = units.iter().filter(|unit| unit.availability.status == AvailabilityStatus::Sold).count();
    let gone = back.listings.iter().filter(|unit| unit.availability.status == AvailabilityStatus::Unavailable);
    assert!(sold > 0 && gone.count() == sold, "a sold unit is told as unavailable");
    let unpriced = |units: &[dealeragent_inventory::Listing]| units.iter().filter(|unit| unit.price.is_none()).count();
    assert!(unpriced(&units) > 0 && unpriced(&back.listings) == unpriced(&units), "an unknown price stays empty");
}

#[test]
fn the_document_fits_the_schema_and_is_read_by_clients() {
    let dealer = dealer(vec![rooftop("north", Some(vec![charge("Documentation fee", 69_900)]))]);
    let made = Publication::build(&dealer, &demo(), &addresses(), DAY, now()).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&made.document).unwrap();
    let schema = schema::of::<WellKnown>();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    assert!(validator.is_valid(&value), "{value:#}");
    let read = WellKnownReading::parse(&made.document).unwrap();
    assert!(read.unknown.is_empty());
    let document = read.document;
    assert_eq!(document.published_feed.url.as_str(), "https://cars.example/feeds/inventory.csv");
    assert_eq!(document.published_feed.freshness_sla_seconds.as_seconds(), 86_400);
    assert_eq!((document.gateway, document.upgrade_path), (None, None));
    assert_eq!(document.disclosure_defaults.required_dealer_charges[0].amount_minor, 69_900);
    assert!(made.document.ends_with(b"}\n"));
}

/// Whatever order things come in, the bytes are the same; the time of the run is
/// in neither file.
#[test]
fn the_same_facts_give_the_same_bytes() {
    let mut units = demo();
    let others: Vec<_> = units.iter().take(20).map(at_south).collect();
    units.extend(others);
    let rooftops = vec![rooftop("north", None), rooftop("south", None)];
    let one = Publication::build(&dealer(rooftops.clone()), &units, &addresses(), DAY, now()).unwrap();
    units.reverse();
    let reversed = dealer(rooftops.into_iter().rev().collect());
    let later = Publication::build(&reversed, &units, &addresses(), DAY, time("2026-12-01T13:00:00Z")).unwrap();
    assert_eq!((&one.document, &one.feed), (&later.document, &later.feed));
    assert_eq!((&one.document_digest, &one.feed_digest), (&later.document_digest, &later.feed_digest));
    assert_ne!(one.document_digest, one.feed_digest);
}

/// All rooftops are in the one feed; a unit of a rooftop that is not published
/// is not.
#[test]
fn one_feed_has_all_rooftops_and_no_other() {
    let mut units = demo();
    let both = at_south(&units[0]);
    let mut foreign = both.clone();
    foreign.rooftop_id = RooftopId::parse("hidden").unwrap();
    units.extend([both.clone(), foreign]);
    let dealer = dealer(vec![rooftop("north", None), rooftop("south", None)]);
    let made = Publication::build(&dealer, &units, &addresses(), DAY, now()).unwrap();
    assert_eq!(made.rows, units.len() as u64 - 1);
    let text = String::from_utf8(made.feed.clone()).unwrap();
    assert!(!text.contains("hidden"));
    let back = read_back(&made.feed, &["north", "south"]);
    assert_eq!(back.listings.iter().filter(|unit| unit.vin == both.vin).count(), 2, "one car at two rooftops");
}

/// What holds at every rooftop is a default; what differs stands in the rows.
#[test]
fn defaults_are_what_all_rooftops_share() {
    let mut units = demo();
    units.push(at_south(&units[0]));
    let (fee, glass) = (charge("Documentation fee", 69_900), charge("Glass marking", 14_900));
    let rooftops = vec![rooftop("north", Some(vec![fee.clone(), glass])), rooftop("south", Some(vec![fee.clone()]))];
    let made = Publication::build(&dealer(rooftops), &units, &addresses(), DAY, now()).unwrap();
    let document = WellKnownReading::parse(&made.document).unwrap().document;
    let labels: Vec<_> =
        document.disclosure_defaults.required_dealer_charges.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["Documentation fee"]);
    let back = read_back(&made.feed, &["north", "south"]);
    let charges = |id: &str| {
        let unit = back.listings.iter().find(|unit| unit.rooftop_id.as_str() == id).unwrap();
        unit.terms.as_ref().unwrap().charges.as_ref().unwrap().len()
    };
    assert_eq!((charges("north"), charges("south")), (2, 1));
    // Where one rooftop's are not known, nothing is said of all.
    let rooftops = vec![rooftop("north", None), rooftop("south", Some(vec![fee]))];
    let made = Publication::build(&dealer(rooftops), &units, &addresses(), DAY, now()).unwrap();
    let document = WellKnownReading::parse(&made.document).unwrap().document;
    assert!(document.disclosure_defaults.required_dealer_charges.is_empty());
    let back = read_back(&made.feed, &["north", "south"]);
    let north = back.listings.iter().find(|unit| unit.rooftop_id.as_str() == "north").unwrap();
    assert!(north.terms.is_none(), "not on record is not none");
}

#[test]
fn charges_in_another_currency_stay_unknown() {
    let mut euro = charge("Fee", 5_000);
    let money = dealeragent_protocol::values::Money {
        amount_minor: 5_000,
        currency: dealeragent_protocol::values::Currency::parse("EUR").unwrap(),
    };
    euro.amount = dealeragent_protocol::values::NonNegativeMoney::new(money).unwrap();
    let units: Vec<_> = demo().into_iter().filter(|unit| unit.price.is_some()).collect();
    let dealer = dealer(vec![rooftop("north", Some(vec![euro]))]);
    let made = Publication::build(&dealer, &units, &addresses(), DAY, now()).unwrap();
    let told = Note::ForeignCharges { rooftop_id: RooftopId::parse("north").unwrap(), units: units.len() as u64 };
    assert_eq!(made.notes, [told]);
    assert!(read_back(&made.feed, &["north"]).listings.iter().all(|unit| unit.terms.is_none()));
}

/// A late source is told to the operator, and the rows keep their own time.
#[test]
fn a_late_source_is_noted() {
    let dealer = dealer(vec![rooftop("north", None)]);
    let late = time("2026-12-03T12:30:00Z");
    let made = Publication::build(&dealer, &demo(), &addresses(), DAY, late).unwrap();
    let words = made.notes[0].to_string();
    assert!(words.contains("58 hours old, older than the 24 hours"), "{words}");
}

#[test]
fn a_gateway_and_the_way_to_it_are_named() {
    let uri = |text: &str| Some(Uri::parse(text).unwrap());
    let mut addresses = addresses();
    addresses.gateway = uri("https://cars.example/mcp");
    addresses.upgrade_path = uri("https://cars.example/");
    let dealer = dealer(vec![rooftop("north", None)]);
    let made = Publication::build(&dealer, &demo(), &addresses, DAY, now()).unwrap();
    let document = WellKnownReading::parse(&made.document).unwrap().document;
    assert_eq!((document.gateway, document.upgrade_path), (addresses.gateway, addresses.upgrade_path));
}
