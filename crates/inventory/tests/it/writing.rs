//! Written bytes say what the typed value says.

use dealeragent_inventory::{Listing, StoredListing};
use dealeragent_protocol::{
    facts::{Drivetrain, ElectricRange, MediaAsset, MediaType, Odometer, OdometerStatus, Vehicle},
    values::{DistanceUnit, List, Timestamp, Uri},
};
use proptest::prelude::*;

use crate::{
    drafts::{listings, stock_of},
    fixture::{noon, organization, rooftop, targets, text, unit},
};

fn written(unit: &StoredListing, now: Timestamp) -> Option<Vec<u8>> {
    let mut out = b"before".to_vec();
    let wrote = unit.write_vehicle(now, &mut out);
    assert!(out.starts_with(b"before") && wrote == (out.len() > 6));
    wrote.then(|| out.split_off(6))
}

proptest! {
    #[test]
    fn bytes_are_those_of_the_typed_value(
        listings in listings(8),
        seconds in prop_oneof![-100_000_i64..300_000, Just(0), Just(86_400), Just(-86_401)],
        target in 1_u32..200_000,
    ) {
        let mut stock = stock_of(&listings);
        for rooftop in &mut stock {
            rooftop.targets = targets(target, target);
        }
        let inventory = organization(stock);
        let now = noon().plus_seconds(seconds);
        for unit in inventory.listings() {
            let typed = unit.vehicle(now).map(|vehicle| serde_json::to_vec(&vehicle).unwrap());
            prop_assert_eq!(&written(unit, now), &typed);
            prop_assert_eq!(typed.is_some(), unit.listing().price.is_some());
            let short = unit.vehicle(now).map(|mut vehicle| {
                vehicle.provenance.transformations = None;
                serde_json::to_vec(&vehicle).unwrap()
            });
            let mut page = Vec::new();
            prop_assert_eq!(unit.write_vehicle_for_page(now, &mut page).then_some(page), short);
        }
    }
}

/// Every optional member is there, with characters that JSON escapes.
fn full() -> Listing {
    let mut unit = unit(1);
    unit.trim = Some(text("\"freshness\":{} \\ \u{1} é"));
    unit.interior_color = Some(text("Noir"));
    unit.odometer = Some(Odometer { value: 5, unit: DistanceUnit::Kilometres, status: Some(OdometerStatus::Actual) });
    unit.powertrain.drivetrain = Some(Drivetrain::Awd);
    unit.powertrain.electric_range = Some(ElectricRange { value: 212.5, unit: DistanceUnit::Miles });
    unit.features = List::new(vec![text("Tow \"hitch\"")]).unwrap();
    let url = Uri::parse("https://cars.example/1.jpg").unwrap();
    unit.media =
        List::new(vec![MediaAsset { kind: MediaType::Image, url: url.clone(), caption: None, position: Some(0) }])
            .unwrap();
    unit.window_sticker_url = Some(url);
    unit.availability.reason = Some(text("seen on the lot"));
    unit.evidence.history_reports = vec![];
    unit
}

#[test]
fn a_full_unit_reads_back() {
    let inventory = organization(vec![rooftop("main", vec![full()])]);
    let unit = inventory.listings().next().unwrap();
    let bytes = written(unit, noon()).unwrap();
    let read: Vehicle = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(Some(read), unit.vehicle(noon()));
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(value, serde_json::to_value(unit.vehicle(noon())).unwrap());
    assert_eq!(value["used_vehicle"]["inventory_tenure"]["age_days"], 10);
    assert_eq!(value["freshness"]["state"], "current");
}

#[test]
fn unknown_members_are_absent() {
    let mut bare = unit(1);
    (bare.odometer, bare.tenure, bare.stock_number) = (None, None, None);
    let inventory = organization(vec![rooftop("main", vec![bare])]);
    let value = serde_json::to_value(inventory.listings().next().unwrap().vehicle(noon())).unwrap();
    for name in ["powertrain", "features", "media", "odometer", "used_vehicle", "stock_number", "vehicle_type"] {
        assert!(value.get(name).is_none(), "{name}");
    }
}

#[test]
fn goes_stale_at_the_second_of_its_target() {
    let inventory = organization(vec![rooftop("main", vec![unit(1)])]);
    let unit = inventory.listings().next().unwrap();
    for (seconds, state) in [(86_399, "current"), (86_400, "stale")] {
        let now = noon().plus_seconds(seconds);
        let value: serde_json::Value = serde_json::from_slice(&written(unit, now).unwrap()).unwrap();
        assert_eq!(value["freshness"]["state"], state);
        assert_eq!(value["used_vehicle"]["inventory_tenure"]["freshness"]["state"], state);
        assert_eq!(unit.freshness(now).state.as_str(), state);
    }
}
