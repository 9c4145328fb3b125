//! Ids, times and provenance that every answer bears.

use std::collections::BTreeSet;

use dealeragent_gateway::{Dealer, Site, SiteAddress};
use dealeragent_inventory::Snapshot;
use dealeragent_protocol::{
    facts::Operator,
    tool::Tool,
    values::{GatewayId, Text},
};
use serde_json::json;

use crate::{fixture::noon, world::World};

#[test]
fn every_answer_with_a_trace_id_has_its_own() {
    let world = World::new();
    let mut seen = BTreeSet::new();
    for tool in [Tool::VerifyAvailability, Tool::GetUsedVehicleDetails] {
        for _ in 0..3 {
            let trace = world.unit(tool, 1).unwrap().structured["trace_id"].as_str().unwrap().to_owned();
            assert!(trace.starts_with("trc_"));
            assert!(seen.insert(trace));
        }
    }
    assert!(seen.insert(world.search(json!({})).unwrap().structured["trace_id"].as_str().unwrap().to_owned()));
}

#[test]
fn a_page_names_the_sources_of_its_match() {
    let world = World::new();
    let page = world.search(json!({})).unwrap().structured;
    assert_eq!(page["provenance"]["authority_status"], "asserted");
    assert_eq!(page["provenance"]["sources"][0]["source_name"], "lot export");
}

#[test]
fn before_its_first_file_a_dealer_has_no_units() {
    let world = World::new();
    world.gateway.publish(Snapshot::empty());
    let read_inventory = |tool: &Tool| !matches!(tool, Tool::GetManifest | Tool::DealerGet);
    for tool in Tool::ALL.iter().copied().filter(read_inventory) {
        assert_eq!(world.unit(tool, 1).unwrap_err().code(), "capability.unsupported", "{tool}");
    }
    assert!(world.call(&world.solo, Tool::DealerGet, json!({})).is_ok());
}

#[test]
fn a_site_has_a_dealer_and_a_web_address() {
    let operator = Operator { name: Text::bounded("Operator"), uri: None };
    let address = SiteAddress::parse("https://one.example/").unwrap();
    assert_eq!((address.as_str(), address.authority()), ("https://one.example", "one.example"));
    let none: Vec<std::sync::Arc<Dealer>> = Vec::new();
    assert!(Site::new(GatewayId::parse("gw").unwrap(), operator, address, none, noon()).is_none());
    for bad in ["ftp://one.example", "https://", "one.example", "https://x/?q", "https://x/#f", "https://u@x/"] {
        assert!(SiteAddress::parse(bad).is_err(), "{bad}");
    }
    let nested = SiteAddress::parse("http://127.0.0.1:8080/o/org-one").unwrap();
    assert_eq!(nested.authority(), "127.0.0.1:8080");
    assert_eq!(nested.join("/mcp").unwrap().as_str(), "http://127.0.0.1:8080/o/org-one/mcp");
}
