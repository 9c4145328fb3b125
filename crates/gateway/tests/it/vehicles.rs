//! `dealeragent.inventory.get_vehicle`.

use dealeragent_protocol::tool::Tool;
use serde_json::json;

use crate::{
    fixture::{id_of, vin},
    world::World,
};

#[test]
fn each_selector_finds_the_same_unit() {
    let world = World::new();
    let by = |name: &str, value: String| {
        let arguments = json!({ "organization_id": "org-one", "rooftop_id": "main", name: value });
        world.call(&world.solo, Tool::GetVehicle, arguments).unwrap().structured
    };
    let one = by("vehicle_id", id_of("org-one", "main", 1));
    assert_eq!(one["vin"], vin(1).as_str());
    assert_eq!(by("vin", vin(1).to_string()), one);
    assert_eq!(by("stock_number", "S-1".to_owned()), one);
}

#[test]
fn a_vin_or_stock_number_never_stands_in_for_an_id() {
    let world = World::new();
    for (selector, value) in [("vehicle_id", vin(1).to_string()), ("vehicle_id", "S-1".to_owned())] {
        let arguments = json!({ "organization_id": "org-one", "rooftop_id": "main", selector: value });
        let refusal = world.call(&world.solo, Tool::GetVehicle, arguments).unwrap_err();
        assert_eq!(refusal.code(), "resource.not_found");
    }
}

#[test]
fn a_unit_without_a_price_is_incomplete_and_not_free() {
    let world = World::new();
    for tool in [Tool::GetVehicle, Tool::GetDisclosure] {
        let refusal = world.unit(tool, 2).unwrap_err();
        assert_eq!(refusal.code(), "pricing.incomplete", "{tool}");
        assert!(!refusal.text.contains("USD"), "{}", refusal.text);
    }
    // Its availability is known all the same.
    assert!(world.unit(Tool::VerifyAvailability, 2).is_ok());
}

#[test]
fn a_sold_unit_is_still_shown_as_sold() {
    let reply = World::new().unit(Tool::GetVehicle, 3).unwrap();
    assert_eq!(reply.structured["availability"]["status"], "sold");
    assert!(reply.summary.contains("reported sold by the dealer"), "{}", reply.summary);
}

#[test]
fn dap_disc_004_a_listing_is_told_as_the_dealers_assertion() {
    let reply = World::new().unit(Tool::GetVehicle, 1).unwrap();
    assert!(reply.summary.contains("listed by the dealer, as of 12:00 UTC, not verified"), "{}", reply.summary);
    assert!(reply.summary.contains("[band asserted;"), "{}", reply.summary);
    assert_eq!(reply.structured["availability"]["authority_status"], "asserted");
    assert_eq!(reply.structured["availability"]["human_verification_required"], true);
}

#[test]
fn a_new_unit_has_no_used_summary_and_a_used_one_has() {
    let world = World::new();
    assert!(world.unit(Tool::GetVehicle, 4).unwrap().structured.get("used_vehicle").is_none());
    assert!(world.unit(Tool::GetVehicle, 5).unwrap().structured.get("used_vehicle").is_none());
    let used = world.unit(Tool::GetVehicle, 1).unwrap().structured;
    assert_eq!(used["used_vehicle"]["inventory_tenure"]["age_days"], 10);
    assert_eq!(used["used_vehicle"]["history_report_status"], "unknown");
}

#[test]
fn the_same_unit_is_the_same_in_a_search() {
    let world = World::new();
    let found = world.search(json!({ "filters": { "vin": vin(1).as_str() } })).unwrap().structured;
    let alone = world.unit(Tool::GetVehicle, 1).unwrap().structured;
    assert_eq!(found["vehicles"], json!([alone]));
}
