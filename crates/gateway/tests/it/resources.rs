//! Resources (`discovery.md` section 5).

use dealeragent_gateway::{CacheScope, Declaration, Opening, ResourceNotFound};
use dealeragent_protocol::{tool::Tool, wording::en};
use serde_json::{Value, json};

use crate::world::World;

#[test]
fn the_manifest_names_exactly_the_resources_that_can_be_read() {
    let world = World::new();
    for site in [&world.solo, &world.group] {
        let manifest = world.call(site, Tool::GetManifest, json!({})).unwrap().structured;
        let named: Vec<&str> =
            manifest["resources"].as_array().unwrap().iter().map(|uri| uri.as_str().unwrap()).collect();
        let listed: Vec<String> = world.gateway.list_resources(site).into_iter().map(|r| r.uri).collect();
        assert_eq!(named, listed);
        for uri in &listed {
            let contents = world.read(site, uri).unwrap();
            assert_eq!((contents.uri.as_str(), contents.mime_type), (uri.as_str(), "application/json"));
            assert_eq!(contents.scope, CacheScope::Public);
            assert!((1..=300_000).contains(&contents.ttl_ms));
            assert!(serde_json::from_str::<Value>(&contents.text).unwrap().is_object());
        }
    }
}

#[test]
fn the_policy_of_the_manifest_can_be_read_and_says_what_is_open() {
    let world = World::with(|setup| {
        let wish = |tool| match tool {
            Tool::VerifyAvailability => Opening::Authenticated,
            Tool::GetUsedVehicleDetails => Opening::Closed,
            _ => Opening::Public,
        };
        setup.one.declaration = Declaration::new(wish, true);
    });
    let manifest = world.call(&world.solo, Tool::GetManifest, json!({})).unwrap().structured;
    let uri = manifest["policy_uri"].as_str().unwrap();
    assert_eq!(uri, manifest["authority_policy"]["uri"]);
    let policy: Value = serde_json::from_str(&world.read(&world.solo, uri).unwrap().text).unwrap();
    assert_eq!(policy["organization_id"], "org-one");
    assert_eq!(policy["access"][Tool::Search.as_str()], "public");
    assert_eq!(policy["access"][Tool::VerifyAvailability.as_str()], "authenticated");
    assert_eq!(policy["access"][Tool::GetUsedVehicleDetails.as_str()], "closed");
    assert_eq!(policy["freshness_sla_seconds"]["main"]["inventory"], 86_400);
}

/// Whoever may read the manifest may read the policy, and nobody else's.
#[test]
fn the_policy_of_a_dealer_that_opens_nothing_can_still_be_read() {
    let world = World::with(|setup| setup.two.declaration = Declaration::new(|_| Opening::Closed, false));
    let policy = "dealeragent://organization/org-two/policy/default";
    let read: Value = serde_json::from_str(&world.read(&world.group, policy).unwrap().text).unwrap();
    assert_eq!(read["access"][Tool::Search.as_str()], "closed");
    assert!(matches!(world.read(&world.solo, policy), Err(ResourceNotFound::Absent)));
}

#[test]
fn the_policy_of_made_up_data_says_so() {
    let notice = |synthetic| {
        let world = World::with(|setup| setup.one.synthetic = synthetic);
        let policy = world.read(&world.solo, "dealeragent://organization/org-one/policy/default").unwrap();
        serde_json::from_str::<Value>(&policy.text).unwrap().get("data_notice").cloned()
    };
    assert_eq!(notice(true), Some(json!(en::SYNTHETIC)));
    assert_eq!(notice(false), None);
}

#[test]
fn anything_else_is_absent() {
    let world = World::new();
    for uri in [
        "",
        "manifest",
        "dealeragent://manifest/",
        "dealeragent://Manifest",
        "dealeragent://manifest?x=1",
        "dealeragent://organization/org-one",
        "dealeragent://organization/org-one/policy/other",
        "dealeragent://organization/org-one/policy/default/",
        "dealeragent://organization/org-nine/policy/default",
        "dealeragent://organization/org-one/rooftop/main/vehicle/x",
        "https://one.example/",
        "file:///etc/passwd",
    ] {
        assert!(matches!(world.read(&world.solo, uri), Err(ResourceNotFound::Absent)), "{uri}");
    }
    // Another site's dealer is as absent as none.
    let foreign = "dealeragent://organization/org-two/policy/default";
    assert!(matches!(world.read(&world.solo, foreign), Err(ResourceNotFound::Absent)));
    assert!(world.read(&world.group, foreign).is_ok());
}
