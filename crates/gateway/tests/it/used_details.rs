//! `dealeragent.inventory.get_used_vehicle_details`.

use dealeragent_inventory::Listing;
use dealeragent_protocol::{
    facts::{Certification, CertificationType, Condition, HistoryReport},
    tool::Tool,
};
use serde_json::{Value, json};

use crate::{
    fixture::{id_of, noon, provenance, unit},
    world::World,
};

const NO_DETAILS: &str = "There are no used-vehicle details for such a unit here.";

fn world_of(change: impl Fn(&mut Listing)) -> World {
    World::with(|setup| {
        let mut unit = unit("org-one", "main", 1);
        change(&mut unit);
        setup.listings = vec![unit];
    })
}

fn evidence_freshness() -> Value {
    json!({ "observed_at": noon(), "state": "current", "max_age_seconds": 3600 })
}

fn report(authorized: bool) -> HistoryReport {
    serde_json::from_value(json!({
        "provider_id": "example.history-one", "provider_name": "History One", "status": "available",
        "access": "on_request", "observed_at": noon(), "summary_sharing_authorized": authorized,
        "summary": {
            "accident_status": "no_events_reported", "damage_status": "unknown", "title_brand_status": "unknown",
            "odometer_consistency": "unknown", "owner_count_status": "unknown",
        },
        "provenance": provenance("History One"), "freshness": evidence_freshness(),
    }))
    .unwrap()
}

#[test]
fn what_no_side_file_speaks_of_is_unknown() {
    let details = World::new().unit(Tool::GetUsedVehicleDetails, 1).unwrap().structured;
    for (at, word) in [
        ("/odometer/status", "unknown"),
        ("/title/status", "unknown"),
        ("/condition_report/status", "unknown"),
        ("/condition_report/inspection_authority", "unknown"),
        ("/certification/type", "unknown"),
        ("/reconditioning/status", "unknown"),
        ("/inventory_tenure/age_basis", "stocked_at"),
        ("/inventory_tenure/age_as_of", "2026-09-01T12:05:00Z"),
    ] {
        assert_eq!(details.pointer(at), Some(&json!(word)), "{at}");
    }
    for empty in ["/history_reports", "/title/brands", "/reconditioning/items", "/discrepancies"] {
        assert_eq!(details.pointer(empty), Some(&json!([])), "{empty}");
    }
    assert_eq!(details["inventory_tenure"]["age_days"], 10);
}

#[test]
fn every_unit_without_details_gets_one_sentence() {
    let future = |unit: &mut Listing| {
        unit.tenure = unit.tenure.map(|mut tenure| {
            tenure.stocked_at = noon().plus_seconds(86_400);
            tenure
        });
    };
    let worlds = [
        ("new", world_of(|unit| unit.condition = Condition::New)),
        ("tenure unknown", world_of(|unit| unit.tenure = None)),
        ("odometer unknown", world_of(|unit| unit.odometer = None)),
        ("stocked in the future", world_of(future)),
    ];
    for (what, world) in worlds {
        let refusal = world.unit(Tool::GetUsedVehicleDetails, 1).unwrap_err();
        assert_eq!(refusal.code(), "resource.not_found", "{what}");
        assert_eq!(refusal.payload["message"], NO_DETAILS, "{what}");
        assert!(world.unit(Tool::GetVehicle, 1).is_ok(), "the unit itself is shown: {what}");
    }
}

#[test]
fn the_summary_names_the_unit_the_band_and_the_time() {
    let world = World::new();
    let summary = world.unit(Tool::GetUsedVehicleDetails, 1).unwrap().summary;
    let id = id_of("org-one", "main", 1);
    let first = format!(
        "2022 Honda Civic EX: listed by the dealer, as of 12:00 UTC, not verified [band asserted; vehicle_id {id}, \
         rooftop_id main]\n"
    );
    assert!(summary.starts_with(&first), "{summary}");
    let sold = world.unit(Tool::GetUsedVehicleDetails, 3).unwrap().summary;
    assert!(sold.contains("reported sold by the dealer, as of 12:00 UTC, not verified"), "{sold}");
}

#[test]
fn details_are_for_used_certified_and_demo_units() {
    for condition in Condition::ALL {
        let world = world_of(|unit| unit.condition = *condition);
        let details = world.unit(Tool::GetUsedVehicleDetails, 1);
        assert_eq!(details.is_ok(), *condition != Condition::New, "{condition}");
        if let Ok(details) = details {
            assert_eq!(details.structured["condition"], condition.as_str());
        }
    }
}

#[test]
fn a_unit_without_a_price_still_has_a_past() {
    assert!(World::new().unit(Tool::GetUsedVehicleDetails, 2).is_ok());
}

#[test]
fn a_summary_leaves_only_with_authorization() {
    let with = |authorized| {
        world_of(|unit| unit.evidence.history_reports = vec![report(authorized)])
            .unit(Tool::GetUsedVehicleDetails, 1)
            .unwrap()
    };
    let open = with(true);
    assert_eq!(open.structured["history_reports"][0]["summary"]["accident_status"], "no_events_reported");
    assert!(open.summary.contains("not the same as accident-free"), "{}", open.summary);
    let closed = with(false);
    assert_eq!(closed.structured["history_reports"][0]["summary_sharing_authorized"], false);
    assert!(!closed.structured.to_string().contains("no_events_reported"));
    assert!(!closed.summary.contains("accident"), "{}", closed.summary);
}

#[test]
fn evidence_is_as_old_as_it_is_and_keeps_its_source() {
    let world = world_of(|unit| unit.evidence.history_reports = vec![report(true)]);
    let state = || {
        let details = world.unit(Tool::GetUsedVehicleDetails, 1).unwrap().structured;
        let report = details["history_reports"][0].clone();
        assert_eq!(report["provenance"]["sources"][0]["source_name"], "History One");
        report["freshness"]["state"].as_str().unwrap().to_owned()
    };
    assert_eq!(state(), "current");
    world.clock.advance(3600);
    assert_eq!(state(), "stale");
}

#[test]
fn a_dealers_own_programme_is_not_called_certified_pre_owned() {
    for kind in CertificationType::ALL {
        let certification: Certification = serde_json::from_value(json!({
            "type": kind, "program_name": "Programme", "provenance": provenance("file"),
            "freshness": evidence_freshness(),
        }))
        .unwrap();
        let world = world_of(|unit| unit.evidence.certification = Some(certification.clone()));
        let reply = world.unit(Tool::GetUsedVehicleDetails, 1).unwrap();
        assert_eq!(reply.structured["certification"]["type"], kind.as_str());
        let claims_it = reply.summary.contains("certified pre-owned");
        assert_eq!(claims_it, *kind == CertificationType::ManufacturerCpo, "{}", reply.summary);
    }
}
