//! The direction of the crates (docs/ARCHITECTURE.md): who may use whom.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::{collections::BTreeMap, process::Command};

use serde_json::Value;

/// Each crate with the crates of this workspace that it may use.
const ALLOWED: [(&str, &[&str]); 14] = [
    ("dealeragent-protocol", &[]),
    ("dealeragent-inventory", &["protocol"]),
    ("dealeragent-gateway", &["protocol", "inventory"]),
    ("dealeragent-egress", &[]),
    ("dealeragent-auth", &["protocol", "gateway", "egress"]),
    ("dealeragent-feeds", &["protocol", "inventory"]),
    ("dealeragent-publication", &["protocol", "inventory", "feeds"]),
    ("dealeragent-store", &["protocol", "inventory", "gateway", "feeds"]),
    ("dealeragent-sources", &["protocol", "egress"]),
    ("dealeragent-availability", &["protocol", "gateway", "egress"]),
    ("dealeragent-issuer", &["protocol", "gateway"]),
    ("dealeragent-server", &["protocol", "inventory", "gateway", "feeds", "publication", "egress", "auth", "sources"]),
    (
        "dealeragent",
        &[
            "protocol",
            "inventory",
            "gateway",
            "feeds",
            "publication",
            "server",
            "store",
            "issuer",
            "auth",
            "egress",
            "sources",
        ],
    ),
    ("xtask", &["protocol"]),
];

/// The workspace's crates with the workspace crates that they use.
fn graph() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages
        .iter()
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter().filter(|dependency| {
                // What only tests use builds no layer.
                dependency["kind"].is_null() && dependency["path"].is_string()
            });
            let used = used.map(|dependency| dependency["name"].as_str().unwrap().to_owned());
            (package["name"].as_str().unwrap().to_owned(), used.collect())
        })
        .collect()
}

#[test]
fn crates_use_only_what_stands_below_them() {
    let graph = graph();
    assert_eq!(graph.len(), ALLOWED.len(), "a crate is missing from the table: {:?}", graph.keys());
    for (name, allowed) in ALLOWED {
        for used in &graph[name] {
            let short = used.trim_start_matches("dealeragent-");
            assert!(allowed.contains(&short), "{name} may not use {used}");
        }
    }
}

#[test]
fn only_the_server_sees_axum() {
    let manifest = |name: &str| {
        let path = format!("{}/../crates/{name}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    assert!(manifest("server").contains("axum"));
    for name in ["protocol", "inventory", "gateway", "feeds", "publication", "cli"] {
        assert!(!manifest(name).contains("axum"), "{name} sees axum");
    }
}
