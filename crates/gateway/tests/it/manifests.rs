//! `dealeragent.discovery.get_manifest` and `dealeragent://manifest`.

use std::{collections::BTreeSet, sync::Arc};

use dealeragent_gateway::{Declaration, Opening, Principal, claim_document};
use dealeragent_inventory::Snapshot;
use dealeragent_protocol::{
    tool::{Profile, Tool},
    tools::verify_availability::Purpose,
};
use serde_json::{Value, json};

use crate::{fixture::grant, world::World};

const URI: &str = "dealeragent://manifest";

fn manifest(world: &World) -> Value {
    world.call(&world.solo, Tool::GetManifest, json!({})).unwrap().structured
}

fn resource(world: &World) -> Value {
    serde_json::from_str(&world.read(&world.solo, URI).unwrap().text).unwrap()
}

fn opening(wish: impl Fn(Tool) -> Opening) -> World {
    World::with(|setup| setup.one.declaration = Declaration::new(wish, true))
}

#[test]
fn tool_and_resource_are_one_object() {
    let world = World::new();
    for seconds in [0, 1800, 3600, 86_400] {
        world.clock.advance(seconds);
        assert_eq!(manifest(&world), resource(&world));
    }
}

#[test]
fn it_changes_with_the_hour_and_not_between() {
    let world = World::new();
    let first = manifest(&world);
    assert_eq!(
        (&first["issued_at"], &first["expires_at"]),
        (&json!("2026-09-01T12:05:00Z"), &json!("2026-09-01T13:05:00Z")),
        "its inventory came at five past noon"
    );
    world.clock.advance(3599);
    assert_eq!(manifest(&world), first, "one second before the hour is over");
    world.clock.advance(1);
    let second = manifest(&world);
    let mut as_before = second.clone();
    as_before["issued_at"] = first["issued_at"].clone();
    as_before["expires_at"] = first["expires_at"].clone();
    assert_eq!(second["issued_at"], "2026-09-01T13:05:00Z");
    assert_eq!(as_before, first, "nothing else changed");
}

#[test]
fn the_time_to_live_never_outlasts_the_manifest() {
    let world = World::new();
    let ttl = || world.read(&world.solo, URI).unwrap().ttl_ms;
    assert_eq!(ttl(), 300_000);
    world.clock.advance(3600 - 10);
    assert_eq!(ttl(), 10_000);
}

fn declared(manifest: &Value) -> BTreeSet<String> {
    let capabilities = manifest["capabilities"].as_array().unwrap();
    let tools = capabilities.iter().flat_map(|capability| capability["tools"].as_array().unwrap());
    tools.map(|tool| tool.as_str().unwrap().to_owned()).collect()
}

#[test]
fn dap_disc_002_only_declared_tools_are_named() {
    let all = World::new();
    assert_eq!(declared(&manifest(&all)), Tool::ALL.iter().map(ToString::to_string).collect());
    for closed in Tool::ALL.iter().copied().filter(|tool| *tool != Tool::GetManifest) {
        let world = opening(|tool| if tool == closed { Opening::Closed } else { Opening::Public });
        let manifest = manifest(&world);
        assert!(!declared(&manifest).contains(closed.as_str()), "{closed}");
        assert!(!manifest.to_string().contains(&format!("\"{closed}\"")), "{closed}");
        // Half a profile is no profile; but of discovery there is always something.
        let profile = closed.spec().profile;
        let listed = manifest["capabilities"].as_array().unwrap().iter().any(|c| c["profile"] == profile.as_str());
        assert_eq!(listed, profile == Profile::Discovery, "{closed}");
    }
}

#[test]
fn core_is_said_only_with_all_four_profiles() {
    let says_core = |world: &World| {
        let summary = world.call(&world.solo, Tool::GetManifest, json!({})).unwrap().summary;
        summary.contains("Dealer Agent Protocol Core")
    };
    assert!(says_core(&World::new()));
    for profile in Profile::ALL {
        let world = opening(|tool| if tool.spec().profile == *profile { Opening::Closed } else { Opening::Public });
        assert_eq!(says_core(&world), !Profile::CORE.contains(profile), "{profile}");
    }
}

#[test]
fn access_modes_and_scopes_of_each_tool_are_stated() {
    let world = opening(|tool| if tool == Tool::VerifyAvailability { Opening::Authenticated } else { Opening::Public });
    let manifest = manifest(&world);
    let discovery = &manifest["extensions"]["io.github.dealeragent.discovery"];
    let tools = &discovery["tools"];
    assert!(tools.get(Tool::VerifyAvailability.as_str()).is_none(), "the public view has public tools alone");
    assert!(discovery.get("caller").is_none());
    assert_eq!(tools[Tool::Search.as_str()], json!({ "access": "public", "scopes": ["dealeragent:inventory:read"] }));
    assert_eq!(discovery["mcp_revisions"], json!(["2026-07-28", "2025-11-25", "2025-06-18"]));
    assert_eq!(discovery["conformance"]["test_result"], "not_run");
}

#[test]
fn a_grant_adds_tools_and_tells_its_holder_what_it_comes_to() {
    let world = World::with(|setup| {
        let wish = |tool| if tool == Tool::VerifyAvailability { Opening::Authenticated } else { Opening::Public };
        setup.one.declaration = Declaration::new(wish, true);
        setup.one.rooftops[1].policy.purposes = Some([Purpose::Display].into());
    });
    let holder = Principal::Named(Arc::new(grant("agent-7", "org-one", &["main"])));
    let manifest = world.call_at(holder, &world.solo, Tool::GetManifest, json!({})).unwrap().structured;
    let discovery = &manifest["extensions"]["io.github.dealeragent.discovery"];
    let check = Tool::VerifyAvailability.as_str();
    assert_eq!(discovery["tools"][check]["access"], "authenticated");
    assert!(declared(&manifest).contains(check));
    let caller = &discovery["caller"];
    assert_eq!(
        (&caller["organization_id"], &caller["expires_at"]),
        (&json!("org-one"), &json!("2026-09-01T13:00:00Z"))
    );
    assert_eq!(caller["rooftops"][1]["rooftop_id"], "main");
    assert_eq!(caller["rooftops"][1]["accepted_purposes"], json!(["display"]));
    let has_check = |at: usize| caller["rooftops"][at]["tools"].as_array().unwrap().contains(&json!(check));
    assert_eq!((has_check(0), has_check(1)), (false, true));
}

#[test]
fn what_is_not_listed_is_there_for_its_grants_alone() {
    let world = World::with(|setup| setup.one.rooftops[1].policy.listed = false);
    let get = |principal| world.call_at(principal, &world.solo, Tool::GetManifest, json!({})).unwrap().structured;
    let holder = |rooftops: &[&str]| Principal::Named(Arc::new(grant("agent-7", "org-one", rooftops)));
    assert_eq!(get(Principal::Anonymous)["rooftop_ids"], json!(["east"]));
    assert_eq!(get(holder(&["east"]))["rooftop_ids"], json!(["east"]));
    assert_eq!(get(holder(&["main"]))["rooftop_ids"], json!(["east", "main"]));
    world.clock.advance(3600);
    assert_eq!(get(holder(&["main"]))["rooftop_ids"], json!(["east"]), "the grant has ended");
}

#[test]
fn the_manifest_of_one_organization_is_its_own() {
    let world = World::with(|setup| {
        let wish = |tool| if tool == Tool::GetUsedVehicleDetails { Opening::Closed } else { Opening::Public };
        setup.one.declaration = Declaration::new(wish, false);
        setup.two.synthetic = true;
    });
    let get = |arguments| world.call(&world.group, Tool::GetManifest, arguments).unwrap();
    let (all, one, two) =
        (get(json!({})), get(json!({ "organization_id": "org-one" })), get(json!({ "organization_id": "org-two" })));
    assert_eq!(all.structured["organization_ids"], json!(["org-one", "org-two"]));
    assert_eq!(one.structured["organization_ids"], json!(["org-one"]));
    assert_eq!(one.structured["rooftop_ids"], json!(["east", "main"]));
    assert!(one.structured["freshness_sla_seconds"].get("north").is_none());
    // DAP-DISC-002: what org-one has closed is not declared for it.
    let used = Tool::GetUsedVehicleDetails.as_str();
    assert!(!declared(&one.structured).contains(used));
    assert!(declared(&two.structured).contains(used) && declared(&all.structured).contains(used));
    // Made-up data of one is no word about the other.
    let notice =
        |manifest: &Value| manifest["extensions"]["io.github.dealeragent.discovery"].get("data_notice").cloned();
    assert!(notice(&one.structured).is_none() && notice(&two.structured).is_some());
    assert!(!one.summary.contains("made up") && two.summary.contains("made up"));
}

#[test]
fn a_dealer_that_opens_nothing_declares_discovery_alone() {
    let world = World::with(|setup| setup.one.declaration = Declaration::new(|_| Opening::Closed, false));
    let manifest = manifest(&world);
    assert_eq!(declared(&manifest), [Tool::GetManifest.to_string()].into());
    assert_eq!(manifest["capabilities"].as_array().unwrap().len(), 1);
}

/// Absence is authoritative, also of what cannot be served yet.
#[test]
fn before_the_first_file_only_records_are_declared() {
    let world = World::new();
    let mut changes = world.gateway.list_changes();
    changes.mark_unchanged();
    let loaded = manifest(&world);
    world.clock.advance(100);
    world.gateway.publish(Snapshot::empty());
    let empty = manifest(&world);
    assert_eq!(declared(&empty), [Tool::GetManifest.to_string(), Tool::DealerGet.to_string()].into());
    assert_eq!(empty["issued_at"], "2026-09-01T12:06:40Z", "it changed then");
    assert_ne!(loaded["issued_at"], empty["issued_at"]);
    assert!(changes.has_changed().unwrap(), "listeners are told");
    let context = world.context();
    assert!(world.gateway.view(&world.solo, &context).list_ttl_ms() <= 5_000, "it will not stay so");
}

#[test]
fn the_claim_claims_nothing_and_its_digest_is_right() {
    let (document, digest) = claim_document();
    let manifest = manifest(&World::new());
    assert_eq!(manifest["conformance"]["claim_digest"], digest.as_str());
    assert_eq!(manifest["conformance"]["claim_uri"], "https://one.example/conformance/claim.json");
    let document: Value = serde_json::from_str(document).unwrap();
    assert_eq!(document["claim"], Value::Null);
}

#[test]
fn dap_disc_001_nothing_internal_is_in_it() {
    let world = World::new();
    let text = manifest(&world).to_string().to_lowercase();
    for private in ["secret", "token\"", "password", "localhost", "127.0.0.1", "/home/", "file://"] {
        assert!(!text.contains(private), "{private}");
    }
}

/// One dealer's file changes nothing about another's manifest.
#[test]
fn a_change_is_dated_for_the_dealer_that_it_is_about() {
    let world = World::new();
    let of = |site| world.call(site, Tool::GetManifest, json!({})).unwrap().structured;
    let before = of(&world.solo);
    world.clock.advance(100);
    // Only the other dealer's inventory is gone.
    world.gateway.publish(World::stock_of(&["org-one"]));
    assert_eq!(of(&world.solo), before);
    assert_eq!(of(&world.group)["issued_at"], "2026-09-01T12:06:40Z");
}

/// Over standard input nothing points to a listener that is not there: the claim
/// stands in its own URI, and the schemas are named and not placed.
#[test]
fn without_pages_no_address_is_promised() {
    let world = World::new();
    let manifest = world.call(&world.solo.clone().without_pages(), Tool::GetManifest, json!({})).unwrap().structured;
    let claim = manifest["conformance"]["claim_uri"].as_str().unwrap();
    let bytes = claim.strip_prefix("data:application/json;base64,").unwrap();
    let (document, digest) = claim_document();
    assert_eq!(data_encoding::BASE64.decode(bytes.as_bytes()).unwrap(), document.as_bytes());
    assert_eq!(manifest["conformance"]["claim_digest"], digest.as_str());
    let schemas = manifest["schema_base_uri"].as_str().unwrap();
    assert_eq!(schemas, format!("ni:///sha-256;{}", name_of_schema_files()));
    assert!(!manifest.to_string().contains("one.example"), "{manifest}");
}

/// What `LC_ALL=C sha256sum * | sha256sum` says in the project's folder.
fn name_of_schema_files() -> String {
    use sha2::Digest as _;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let line = |path: &std::path::PathBuf| {
        let digest = data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(std::fs::read(path).unwrap()));
        format!("{digest}  {}\n", path.file_name().unwrap().to_str().unwrap())
    };
    let lines: String = files.iter().map(line).collect();
    data_encoding::BASE64URL_NOPAD.encode(&sha2::Sha256::digest(lines))
}

/// The contract leaves `dealer.get` to dealer policy, so discovery without it is
/// still discovery, with exactly the tools that there are; Core it is not.
#[test]
fn discovery_without_the_record_lists_what_there_is_of_it() {
    let world = World::with(|setup| {
        let wish = |tool| if tool == Tool::DealerGet { Opening::Closed } else { Opening::Public };
        setup.one.declaration = Declaration::new(wish, false);
    });
    let manifest = manifest(&world);
    let discovery = &manifest["capabilities"][0];
    assert_eq!(discovery["profile"], "dealeragent.discovery/0.1");
    assert_eq!(discovery["tools"], json!([Tool::GetManifest.as_str()]));
    let context = world.context();
    assert!(!world.gateway.view(&world.solo, &context).tools().is_core());
}
