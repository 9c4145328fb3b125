//! Resources (`discovery.md` section 5).

use std::{collections::BTreeSet, sync::Arc};

use dealeragent_gateway::{CacheScope, Declaration, Grant, Opening, Principal, ResourceNotFound};
use dealeragent_protocol::{
    error::ErrorCode,
    tool::{Profile, Tool},
    wording::en,
};
use serde_json::{Value, json};

use crate::{
    fixture::{dealer, grant, id_of, noon},
    world::World,
};

#[test]
fn the_manifest_names_exactly_the_resources_that_can_be_read() {
    let world = World::new();
    for site in [&world.solo, &world.group] {
        let manifest = world.call(site, Tool::GetManifest, json!({})).unwrap().structured;
        let named: Vec<&str> =
            manifest["resources"].as_array().unwrap().iter().map(|uri| uri.as_str().unwrap()).collect();
        let listed = world.listed(&Principal::Anonymous, site);
        let sorted = |uris: &mut dyn Iterator<Item = &str>| uris.map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(sorted(&mut named.iter().copied()), sorted(&mut listed.iter().map(String::as_str)),);
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
    assert!(matches!(world.read(&world.solo, policy), Err(ResourceNotFound::Absent(_))));
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
        "dealeragent://organization/org-one/policy/other",
        "dealeragent://organization/org-one/policy/default/",
        "dealeragent://organization/org-nine/policy/default",
        "dealeragent://organization/org-one/rooftop/main/vehicle/x",
        "dealeragent://organization/org-one/rooftop/west",
        "dealeragent://organization/org-one/rooftop/north",
        "dealeragent://organization/org-one/rooftop/%6dain",
        "https://one.example/",
        "file:///etc/passwd",
    ] {
        assert!(matches!(world.read(&world.solo, uri), Err(ResourceNotFound::Absent(_))), "{uri}");
    }
    // Another site's dealer is as absent as none.
    let foreign = "dealeragent://organization/org-two/policy/default";
    assert!(matches!(world.read(&world.solo, foreign), Err(ResourceNotFound::Absent(_))));
    assert!(world.read(&world.group, foreign).is_ok());
}

fn text(world: &World, uri: &str) -> Value {
    serde_json::from_str(&world.read(&world.solo, uri).unwrap().text).unwrap()
}

/// A resource and the tool that gives the same facts differ in nothing.
#[test]
fn records_and_vehicles_are_what_the_tools_say() {
    let world = World::new();
    let dealer = world.call(&world.solo, Tool::DealerGet, json!({ "organization_id": "org-one" })).unwrap();
    assert_eq!(text(&world, "dealeragent://organization/org-one"), dealer.structured);
    let one = json!({ "organization_id": "org-one", "rooftop_ids": ["main"] });
    let rooftop = world.call(&world.solo, Tool::DealerGet, one).unwrap();
    assert_eq!(text(&world, "dealeragent://organization/org-one/rooftop/main"), rooftop.structured);
    let unit = id_of("org-one", "main", 1);
    let vehicle = world.unit(Tool::GetVehicle, 1).unwrap();
    let uri = format!("dealeragent://organization/org-one/rooftop/main/vehicle/{unit}");
    assert_eq!(text(&world, &uri), vehicle.structured);
    // The same unit at another rooftop is not there.
    let elsewhere = format!("dealeragent://organization/org-one/rooftop/east/vehicle/{unit}");
    assert!(matches!(world.read(&world.solo, &elsewhere), Err(ResourceNotFound::Absent(_))));
}

#[test]
fn a_vehicle_lives_no_longer_than_its_freshness() {
    let world = World::new();
    let uri = format!("dealeragent://organization/org-one/rooftop/main/vehicle/{}", id_of("org-one", "main", 1));
    let ttl = || world.read(&world.solo, &uri).unwrap().ttl_ms;
    assert_eq!(ttl(), 300_000);
    // A day after noon it is stale; the clock starts five minutes past noon.
    world.clock.advance(86_400 - 300 - 20);
    assert_eq!(ttl(), 20_000);
    world.clock.advance(21);
    assert_eq!(ttl(), 0);
}

#[test]
fn long_lists_come_in_pages_and_each_page_is_the_callers_own() {
    let ids: Vec<String> = (0..250).map(|number| format!("r{number:03}")).collect();
    let world = World::with(|setup| {
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        setup.one = dealer("org-one", &names);
        setup.listings.clear();
    });
    let all = world.listed(&Principal::Anonymous, &world.solo);
    // The manifest, the policy, the organization and its rooftops.
    assert_eq!(all.len(), 253);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 253);
    let context = world.context();
    let first = world.gateway.list_resources(&world.solo, &context, None).unwrap();
    assert_eq!(first.resources.len(), 100);
    let cursor = first.next_cursor.unwrap();
    let named = world.gateway.context(Principal::Named(Arc::new(grant("agent-7", "org-one", &["r001"]))));
    for (site, context, cursor) in [
        (&world.solo, &named, cursor.as_str()),
        (&world.group, &context, cursor.as_str()),
        (&world.solo, &context, "nonsense"),
        (&world.solo, &context, &cursor[1..]),
    ] {
        assert!(world.gateway.list_resources(site, context, Some(cursor)).is_none());
    }
    world.clock.advance(3600);
    assert!(world.gateway.list_resources(&world.solo, &world.context(), Some(&cursor)).is_none(), "an hour old");
}

#[test]
fn templates_follow_what_the_caller_may_read() {
    let forms = |world: &World| -> Vec<&str> {
        let templates = world.gateway.resource_templates(&world.solo, &world.context());
        templates.into_iter().map(|template| template.name).collect()
    };
    assert_eq!(forms(&World::new()), ["organization", "rooftop", "vehicle", "policy"]);
    let closed = World::with(|setup| {
        let wish = |tool| if tool == Tool::GetVehicle { Opening::Closed } else { Opening::Public };
        setup.one.declaration = Declaration::new(wish, false);
    });
    assert_eq!(forms(&closed), ["organization", "rooftop", "policy"]);
}

#[test]
fn what_a_credential_holder_reads_is_its_own() {
    let world = World::with(|setup| {
        let wish = |tool| if tool == Tool::DealerGet { Opening::Authenticated } else { Opening::Public };
        setup.take_audit();
        setup.one.declaration = Declaration::new(wish, true);
    });
    let holder = || Principal::Named(Arc::new(grant("agent-7", "org-one", &["main"])));
    let main = "dealeragent://organization/org-one/rooftop/main";
    assert!(matches!(world.read(&world.solo, main), Err(ResourceNotFound::Absent(_))));
    let read = world.read_as(holder(), &world.solo, main).unwrap();
    assert_eq!(read.scope, CacheScope::Private);
    let east = "dealeragent://organization/org-one/rooftop/east";
    assert!(matches!(world.read_as(holder(), &world.solo, east), Err(ResourceNotFound::Absent(_))));
    // What anybody may read is private too when it answers a credential.
    assert_eq!(world.read_as(holder(), &world.solo, "dealeragent://manifest").unwrap().scope, CacheScope::Private);
    let listed = world.listed(&holder(), &world.solo);
    assert!(listed.contains(&main.to_owned()) && !listed.contains(&east.to_owned()), "{listed:?}");
    let anonymous = world.listed(&Principal::Anonymous, &world.solo);
    assert!(!anonymous.contains(&main.to_owned()), "{anonymous:?}");
}

/// Whatever a list shows can be had, by every holder of a grant there: what a
/// caller may do is for it to read, whatever its profiles.
#[test]
fn a_narrow_grant_reads_what_its_lists_show() {
    let world = World::with(|setup| {
        setup.take_audit();
        for rooftop in &mut setup.one.rooftops {
            rooftop.policy.listed = false;
        }
    });
    let narrow = Grant { profiles: Some([Profile::InventoryRead].into()), ..grant("agent-7", "org-one", &["main"]) };
    let narrow = || Principal::Named(Arc::new(narrow.clone()));
    let listed = world.listed(&narrow(), &world.solo);
    let policy = "dealeragent://organization/org-one/policy/default".to_owned();
    assert!(listed.contains(&"dealeragent://manifest".to_owned()) && listed.contains(&policy), "{listed:?}");
    for uri in &listed {
        assert!(world.read_as(narrow(), &world.solo, uri).is_ok(), "{uri}");
    }
    let manifest = world.call_at(narrow(), &world.solo, Tool::GetManifest, json!({})).unwrap().structured;
    assert_eq!(manifest["rooftop_ids"], json!(["main"]));
    let context = world.gateway.context(narrow());
    let tools = world.gateway.view(&world.solo, &context).tools();
    assert!(tools.contains(Tool::Search) && !tools.contains(Tool::DealerGet));
    // Without a grant there is nothing to list, and nothing to read.
    assert_eq!(world.listed(&Principal::Anonymous, &world.solo), Vec::<String>::new());
    assert!(matches!(world.read(&world.solo, "dealeragent://manifest"), Err(ResourceNotFound::Absent(_))));
}

/// A unit without a price is there, and a reading says so as the tool does.
#[test]
fn a_state_is_told_and_not_taken_for_absence() {
    let world = World::new();
    let uri = format!("dealeragent://organization/org-one/rooftop/main/vehicle/{}", id_of("org-one", "main", 2));
    match world.read(&world.solo, &uri) {
        Err(ResourceNotFound::Refused(failure)) => assert_eq!(failure.code(), ErrorCode::PricingIncomplete),
        other => panic!("{other:?}"),
    }
}

/// A price that ends sooner than anything else ends the reading.
#[test]
fn a_vehicle_lives_no_longer_than_its_price() {
    let world = World::with(|setup| {
        let unit = &mut setup.listings[0];
        unit.price.as_mut().unwrap().valid_until = Some(noon().plus_seconds(360));
    });
    let uri = format!("dealeragent://organization/org-one/rooftop/main/vehicle/{}", id_of("org-one", "main", 1));
    assert_eq!(world.read(&world.solo, &uri).unwrap().ttl_ms, 60_000);
}
