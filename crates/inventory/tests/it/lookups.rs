//! Units by id, VIN and stock number.

use dealeragent_protocol::{
    facts::AvailabilityStatus,
    tools::unit::UnitSelector,
    values::{Text, VehicleId, Vin},
};

use crate::fixture::{organization, rooftop, rooftop_id, text, unit, unit_at, vin};

fn stock(number: &str) -> UnitSelector {
    UnitSelector::StockNumber(text(number))
}

#[test]
fn finds_a_unit_by_each_selector_at_its_own_rooftop_only() {
    let inventory = organization(vec![rooftop("main", vec![unit(1)]), rooftop("west", vec![unit_at("west", 2)])]);
    let (main, west) = (rooftop_id("main"), rooftop_id("west"));
    let wanted = unit(1);
    let selectors =
        [UnitSelector::VehicleId(wanted.vehicle_id.clone()), UnitSelector::Vin(wanted.vin.clone()), stock("S-1")];
    for selector in &selectors {
        assert_eq!(inventory.find(&main, selector).map(|found| found.listing()), Some(&wanted));
        assert!(inventory.find(&west, selector).is_none());
        assert!(inventory.find(&rooftop_id("nowhere"), selector).is_none());
    }
    assert!(inventory.find(&main, &stock("s-1")).is_none(), "stock numbers are verbatim");
    assert!(inventory.find(&main, &UnitSelector::Vin(vin(7))).is_none());
    assert!(inventory.find(&main, &UnitSelector::VehicleId(VehicleId::parse("S-1").unwrap())).is_none());
    assert!(Vin::parse("S-1").is_err());
}

#[test]
fn the_same_vin_at_two_rooftops_is_two_units() {
    let inventory = organization(vec![rooftop("main", vec![unit(1)]), rooftop("west", vec![unit_at("west", 1)])]);
    let at = |name: &str| {
        let found = inventory.find(&rooftop_id(name), &UnitSelector::Vin(vin(1))).unwrap();
        found.listing().vehicle_id.clone()
    };
    assert_ne!(at("main"), at("west"));
    assert_eq!(inventory.listings().count(), 2);
}

#[test]
fn an_ambiguous_stock_number_finds_nothing_and_is_reported() {
    let mut units: Vec<_> = (1..=6).map(unit).collect();
    for (unit, number) in units.iter_mut().zip(["B", "A", "A", "B", "A", "C"]) {
        unit.stock_number = Some(text(number));
    }
    let inventory = organization(vec![rooftop("main", units)]);
    let main = rooftop_id("main");
    assert!(inventory.find(&main, &stock("A")).is_none() && inventory.find(&main, &stock("B")).is_none());
    assert!(inventory.find(&main, &stock("C")).is_some());
    assert!(inventory.find(&main, &UnitSelector::Vin(vin(2))).is_some());
    let reported: Vec<&str> =
        inventory.rooftop(&main).unwrap().ambiguous_stock_numbers.iter().map(Text::as_str).collect();
    assert_eq!(reported, ["A", "B"]);
}

#[test]
fn rooftops_are_counted_and_listings_are_in_the_order_of_their_ids() {
    let mut units: Vec<_> = (1..=4).map(unit).collect();
    units[0].price = None;
    units[1].availability.status = AvailabilityStatus::Sold;
    units[2].price = None;
    units[2].availability.status = AvailabilityStatus::Unavailable;
    let inventory = organization(vec![rooftop("west", vec![]), rooftop("main", units)]);
    let names: Vec<&str> = inventory.rooftops().map(|facts| facts.rooftop_id.as_str()).collect();
    assert_eq!(names, ["main", "west"]);
    let facts = inventory.rooftop(&rooftop_id("main")).unwrap();
    assert_eq!((facts.listings, facts.searchable, facts.unpriced), (4, 1, 2));
    let ids: Vec<_> = inventory.listings().map(|unit| unit.listing().vehicle_id.as_str()).collect();
    assert!(ids.is_sorted() && ids.len() == 4);
}
