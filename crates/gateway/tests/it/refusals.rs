//! Refusals say nothing of what is there (`errors.md` section 4).

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::world::{Refusal, World, about};

/// The refusal without what differs between any two calls.
fn without_ids(refusal: &Refusal) -> (String, String) {
    let mut payload = refusal.payload.clone();
    for name in ["error_id", "trace_id", "created_at"] {
        assert!(payload[name].is_string(), "{name}");
        payload[name] = Value::Null;
    }
    let trace_id = refusal.payload["trace_id"].as_str().unwrap();
    (payload.to_string(), refusal.text.replace(trace_id, "trc_"))
}

#[test]
fn unknown_foreign_and_missing_units_get_the_same_bytes() {
    let world = World::new();
    for tool in [Tool::GetVehicle, Tool::VerifyAvailability, Tool::GetDisclosure, Tool::GetUsedVehicleDetails] {
        let refuse = |site, organization, rooftop, number| {
            let refusal = world.call(site, tool, about(organization, rooftop, tool, number)).unwrap_err();
            assert_eq!(refusal.code(), "resource.not_found");
            without_ids(&refusal)
        };
        let missing = refuse(&world.solo, "org-one", "main", 999);
        for (what, other) in [
            ("unknown organization", refuse(&world.solo, "org-nine", "main", 1)),
            ("organization of another site", refuse(&world.solo, "org-two", "north", 21)),
            ("unknown rooftop", refuse(&world.solo, "org-one", "west", 1)),
            ("rooftop of another organization", refuse(&world.group, "org-one", "north", 21)),
            ("unit of another rooftop", refuse(&world.solo, "org-one", "east", 1)),
            ("unit of another organization", refuse(&world.group, "org-two", "north", 1)),
        ] {
            assert_eq!(other, missing, "{tool}: {what}");
        }
    }
}

#[test]
fn unknown_and_foreign_organizations_get_the_same_bytes() {
    let world = World::new();
    for tool in [Tool::GetManifest, Tool::DealerGet, Tool::Search] {
        let refuse =
            |id: &str| without_ids(&world.call(&world.solo, tool, json!({ "organization_id": id })).unwrap_err());
        assert_eq!(refuse("org-nine"), refuse("org-two"), "{tool}");
    }
}

#[test]
fn a_refusal_repeats_no_id_and_no_private_reason() {
    let world = World::new();
    for tool in Tool::ALL {
        let sent = match tool {
            Tool::GetManifest | Tool::DealerGet | Tool::Search => json!({ "organization_id": "org-secret" }),
            _ => about("org-secret", "rooftop-secret", *tool, 4711),
        };
        let refusal = world.call(&world.solo, *tool, sent).unwrap_err();
        let all = format!("{} {}", refusal.payload, refusal.text);
        for private in ["secret", "4711", "serve", "permit", "org-one"] {
            assert!(!all.contains(private), "{tool}: {private} in {all}");
        }
    }
}

#[test]
fn every_refusal_has_its_own_ids() {
    let world = World::new();
    let refuse = || world.unit(Tool::GetVehicle, 999).unwrap_err().payload;
    let (one, other) = (refuse(), refuse());
    for (name, prefix) in [("error_id", "err_"), ("trace_id", "trc_")] {
        assert_ne!(one[name], other[name]);
        assert!(one[name].as_str().unwrap().starts_with(prefix) && one[name].as_str().unwrap().len() == 30);
    }
    assert_eq!(one["created_at"], "2026-09-01T12:05:00Z");
}

#[test]
fn bad_arguments_are_refused_before_the_target_is_judged() {
    let world = World::new();
    for organization in ["org-one", "org-two", "org-nine"] {
        let sent = json!({ "organization_id": organization, "rooftop_id": "main" });
        let refusal = world.call(&world.solo, Tool::GetVehicle, sent).unwrap_err();
        assert_eq!((refusal.code(), refusal.pointers()), ("validation.invalid", vec!["/"]), "{organization}");
    }
}

#[test]
fn more_than_a_hundred_violations_are_counted() {
    let world = World::new();
    let rooftops: Vec<String> = (0..300).map(|n| format!("-{n}")).collect();
    let refusal = world.search(json!({ "rooftop_ids": rooftops })).unwrap_err();
    assert_eq!(refusal.payload["details"]["field_errors"].as_array().unwrap().len(), 100);
    let message = refusal.payload["message"].as_str().unwrap();
    assert!(message.ends_with("The first 100 violations are listed; there are 200 more."), "{message}");
}
