//! `dealeragent serve --stdio` as a process.

use serde_json::{Value, json};

use crate::support::{SMALL, Said, configured, run_with_input};

fn messages(said: &Said) -> Vec<Value> {
    said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn request(id: i64, method: &str) -> String {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": { "_meta": meta } }))
}

#[test]
fn the_end_of_the_input_ends_it() {
    let said = run_with_input(&["serve", "--stdio"], "");
    assert_eq!((said.code, said.out.as_str()), (0, ""));
}

/// Standard output is for the protocol alone; the banner goes elsewhere.
#[test]
fn standard_output_carries_messages_alone() {
    let input = format!("{}garbage\n\n{}", request(1, "tools/list"), request(2, "server/discover"));
    let said = run_with_input(&["serve", "--stdio"], &input);
    assert_eq!(said.code, 0);
    let messages = messages(&said);
    assert_eq!(messages.len(), 3);
    assert_eq!(messages[0]["result"]["tools"][0]["name"], "dealeragent_discovery_get_manifest");
    assert_eq!(messages[1]["error"]["code"], -32700);
    assert_eq!(messages[2]["result"]["supportedVersions"], json!(["2026-07-28"]));
    for part in ["DEMO", "MCP on standard input and output", "158 listings", "146 listings"] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
}

#[test]
fn canonical_names_are_given_on_request() {
    let said = run_with_input(&["serve", "--stdio", "--canonical-names"], &request(1, "tools/list"));
    assert_eq!(messages(&said)[0]["result"]["tools"][0]["name"], "dealeragent.discovery.get_manifest");
}

#[test]
fn a_broken_export_is_told_on_standard_error() {
    let (folder, path) = configured(SMALL);
    std::fs::write(folder.path().join("export.csv"), "<html><body>Sign in</body></html>").unwrap();
    let said = run_with_input(&["serve", "--stdio", "--config", path.to_str().unwrap()], &request(1, "tools/list"));
    assert_eq!(said.code, 0);
    assert!(said.err.contains("NOT LOADED: export.csv: "), "{}", said.err);
    assert_eq!(messages(&said).len(), 1);
}
