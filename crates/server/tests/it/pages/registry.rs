//! `/server.json` holds what the MCP registry's format asks.

use serde_json::json;

use super::{demo, fetch, get};
use crate::{
    config_sites::{self, NORTH, SITES, SOUTH},
    support::{Running, folder::Folder},
};

#[tokio::test]
async fn the_entry_has_the_registrys_fields() {
    let running = config_sites::running();
    let entry = fetch(&running, NORTH, "/server.json").await.json();
    assert_eq!(
        entry,
        json!({
            "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
            "name": "example.north/dealer",
            "title": "North Motors",
            "description": "Cars of North Motors, each fact with source, time and certainty.",
            "version": env!("CARGO_PKG_VERSION"),
            "websiteUrl": "https://north.example/",
            "remotes": [{ "type": "streamable-http", "url": "https://north.example/mcp/compat" }],
        })
    );
    assert_eq!(fetch(&running, SOUTH, "/server.json").await.json()["name"], "example.south/dealer-8443");
}

/// The registry takes 100 characters of title and of description.
#[tokio::test]
async fn long_names_are_cut_to_what_the_registry_takes() {
    let folder = Folder::demo();
    let config = SITES.replace("name = \"North Motors\"", &format!("name = \"{}\"", "Née Motors ".repeat(18).trim()));
    let running = Running::configured(&config, folder.files());
    let entry = fetch(&running, NORTH, "/server.json").await.json();
    for field in ["title", "description"] {
        let text = entry[field].as_str().unwrap();
        assert!((1..=100).contains(&text.chars().count()) && text.contains("Née Motors"), "{text}");
    }
}

/// An address without a domain has no name in the registry, and none is made up.
#[tokio::test]
async fn an_address_without_a_domain_has_no_entry() {
    let running = demo();
    let got = running.send(get("/server.json")).await;
    assert_eq!(got.status, 404);
    assert!(got.json()["error"].as_str().unwrap().contains("public_url"));
    assert!(!running.send(get("/llms.txt")).await.text().contains("server.json"));
}
