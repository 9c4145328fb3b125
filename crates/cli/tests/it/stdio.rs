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

/// Standard input names no host, so that one of several sites is named here.
#[test]
fn one_of_several_sites_is_named() {
    let site = |id: &str| {
        format!(
            "[[sites]]\npublic_url = \"https://{id}.example\"\ngateway_id = \"{id}-gateway\"\norganizations = [\"small\"]\n"
        )
    };
    let (_folder, path) = configured(&format!("{SMALL}\n{}{}", site("north"), site("south")));
    let path = path.to_str().unwrap();
    let input = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}}\n",
        json!({
            "name": "dealeragent_discovery_get_manifest",
            "arguments": {},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        })
    );
    for named in ["south-gateway", "south.example"] {
        let said = run_with_input(&["serve", "--stdio", "--config", path, "--site", named], &input);
        assert_eq!(said.code, 0, "{}", said.err);
        assert_eq!(messages(&said)[0]["result"]["structuredContent"]["gateway_id"], "south-gateway");
    }
    for arguments in
        [&["serve", "--stdio", "--config", path][..], &["serve", "--stdio", "--config", path, "--site", "west"]]
    {
        let said = run_with_input(arguments, &input);
        assert!(said.code != 0 && said.out.is_empty(), "{}", said.out);
        assert!(said.err.contains("north-gateway, south-gateway"), "{}", said.err);
    }
}

/// Nothing listens anywhere, so that nothing points there.
#[test]
fn no_address_is_promised_that_nobody_answers_at() {
    let input = request(1, "resources/read").replace("\"_meta\"", "\"uri\":\"dealeragent://manifest\",\"_meta\"");
    let said = run_with_input(&["serve", "--stdio"], &input);
    let messages = messages(&said);
    let manifest = messages[0]["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(!manifest.contains("127.0.0.1") && manifest.contains("data:application/json;base64,"), "{manifest}");
}
