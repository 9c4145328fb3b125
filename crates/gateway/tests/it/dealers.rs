//! `dealeragent.dealer.get`.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::world::World;

fn with_contacts(contacts: &Value) -> World {
    World::with(|setup| {
        for rooftop in &mut setup.one.rooftops {
            rooftop.record.contacts = serde_json::from_value(contacts.clone()).unwrap();
        }
    })
}

#[test]
fn only_public_contacts_leave() {
    let contact = |value: &str, public: Value| {
        let mut contact = json!({ "department": "sales", "channel": "phone", "value": value });
        if !public.is_null() {
            contact["public"] = public;
        }
        contact
    };
    let world = with_contacts(&json!([
        contact("+1 303 555 0100", json!(true)),
        contact("+1 303 555 0199", json!(false)),
        contact("+1 303 555 0188", json!(null)),
    ]));
    let reply = world.call(&world.solo, Tool::DealerGet, json!({})).unwrap();
    for rooftop in reply.structured["rooftops"].as_array().unwrap() {
        let [only] = rooftop["contacts"].as_array().unwrap().as_slice() else { panic!("one contact") };
        assert_eq!(only["value"], "+1 303 555 0100");
    }
    let everything = format!("{} {}", reply.structured, reply.summary);
    assert!(!everything.contains("0199") && !everything.contains("0188"));
}

#[test]
fn contacts_that_are_unknown_stay_unknown() {
    let world = World::new();
    let reply = world.call(&world.solo, Tool::DealerGet, json!({})).unwrap();
    assert!(reply.structured["rooftops"][0].get("contacts").is_none());
}

#[test]
fn an_organization_is_needed_where_there_are_several() {
    let world = World::new();
    let alone = world.call(&world.solo, Tool::DealerGet, json!({})).unwrap();
    assert_eq!(alone.structured["organization_id"], "org-one");
    let refusal = world.call(&world.group, Tool::DealerGet, json!({})).unwrap_err();
    assert_eq!((refusal.code(), refusal.pointers()), ("validation.invalid", vec!["/"]));
    assert_eq!(refusal.payload["details"]["field_errors"][0]["keyword"], "required");
    let two = world.call(&world.group, Tool::DealerGet, json!({ "organization_id": "org-two" })).unwrap();
    assert_eq!(two.structured["organization_id"], "org-two");
}

#[test]
fn rooftops_can_be_picked() {
    let world = World::new();
    let ids = |arguments| {
        let reply = world.call(&world.solo, Tool::DealerGet, arguments).unwrap().structured;
        let rooftops = reply["rooftops"].as_array().unwrap().clone();
        rooftops.iter().map(|rooftop| rooftop["rooftop_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(json!({})), ["east", "main"]);
    assert_eq!(ids(json!({ "rooftop_ids": ["main"] })), ["main"]);
}

#[test]
fn the_record_says_who_keeps_it() {
    let world = World::new();
    let record = world.call(&world.solo, Tool::DealerGet, json!({})).unwrap().structured;
    assert_eq!(record["provenance"]["authority_status"], "asserted");
    assert_eq!(record["freshness"]["state"], "current");
    assert_eq!(record["provenance"]["sources"][0]["observed_at"], "2026-09-01T12:00:00Z");
}
