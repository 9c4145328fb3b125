//! `tools/list` on both doors, and the names that a call may use.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::support::{Running, post::Post};

async fn tools(running: &Running, door: &str) -> Vec<Value> {
    let reply = running.send(Post::modern("tools/list", json!({})).at(door)).await.json();
    reply["result"]["tools"].as_array().unwrap().clone()
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn each_door_has_its_spelling_and_both_the_same_tools() {
    let running = Running::demo();
    let (canonical, compat) = (tools(&running, "/mcp").await, tools(&running, "/mcp/compat").await);
    let wanted: Vec<&str> = Tool::ALL.iter().map(|tool| tool.as_str()).collect();
    assert_eq!(names(&canonical), wanted);
    assert_eq!(names(&compat), wanted.iter().map(|name| name.replace('.', "_")).collect::<Vec<_>>());
    for name in names(&compat) {
        let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        assert!(name.len() <= 64 && name.bytes().all(is_safe), "{name} is refused by hosts");
    }
    for (mut dotted, mut safe) in canonical.into_iter().zip(compat) {
        dotted["name"] = json!(null);
        safe["name"] = json!(null);
        assert_eq!(dotted, safe);
    }
}

#[tokio::test]
async fn the_order_never_changes() {
    let running = Running::demo();
    assert_eq!(tools(&running, "/mcp").await, tools(&Running::demo(), "/mcp").await);
}

#[tokio::test]
async fn every_tool_is_described_and_read_only() {
    let running = Running::demo();
    for tool in tools(&running, "/mcp").await {
        assert!(tool["title"].is_string() && tool["description"].as_str().unwrap().len() > 40, "{tool}");
        let annotations = &tool["annotations"];
        assert_eq!(annotations["title"], tool["title"]);
        for (hint, value) in
            [("readOnlyHint", true), ("destructiveHint", false), ("idempotentHint", true), ("openWorldHint", false)]
        {
            assert_eq!(annotations[hint], value, "{hint} of {}", tool["name"]);
        }
    }
}

/// Hosts refuse a reference, an either-or at the root, and a tool without
/// `properties` (E02, E03, E04).
#[tokio::test]
async fn schemas_are_flat_and_self_contained() {
    let running = Running::demo();
    for tool in tools(&running, "/mcp/compat").await {
        let input = &tool["inputSchema"];
        assert_eq!(input["type"], "object");
        assert!(input["properties"].is_object(), "{}", tool["name"]);
        for key in ["oneOf", "anyOf", "allOf", "not", "if", "$ref"] {
            assert!(input.get(key).is_none(), "{key} at the root of {}", tool["name"]);
        }
        assert_eq!(tool["outputSchema"]["type"], "object");
        let text = format!("{input}{}", tool["outputSchema"]);
        assert!(!text.contains("\"$ref\"") && !text.contains("\"$defs\""), "{}", tool["name"]);
        jsonschema::validator_for(input).unwrap();
        jsonschema::validator_for(&tool["outputSchema"]).unwrap();
    }
}

#[tokio::test]
async fn either_spelling_may_be_called_on_either_door() {
    let running = Running::demo();
    for door in ["/mcp", "/mcp/compat"] {
        for name in ["dealeragent.dealer.get", "dealeragent_dealer_get"] {
            let reply = running.send(Post::call(name, json!({})).at(door)).await.json();
            assert_eq!(reply["result"]["structuredContent"]["organization_id"], "example-ridge", "{name} at {door}");
        }
    }
}

/// The protocol names these, so they are not unknown; they are not declared.
#[tokio::test]
async fn undeclared_tools_of_the_protocol_say_so() {
    let running = Running::demo();
    for name in ["get_policy", "prepare", "submit"] {
        for name in [format!("dealeragent.handoff.{name}"), format!("dealeragent_handoff_{name}")] {
            let result = running.call(&name, json!({})).await;
            assert_eq!(result["isError"], true, "{name}");
            assert_eq!(result["structuredContent"]["code"], "dealeragent.capability.unsupported", "{name}");
        }
    }
    let listed = tools(&running, "/mcp").await;
    assert!(names(&listed).iter().all(|name| !name.contains("handoff")));
}

/// What the dealer closes is neither listed nor callable, and the manifest
/// agrees.
#[tokio::test]
async fn closed_tools_are_not_listed_and_not_run() {
    let config = dealeragent_server::demo::CONFIG
        .replace("availability = \"public\"", "availability = \"authenticated\"")
        .replace("pricing = \"public\"", "pricing = \"closed\"");
    let running = Running::configured(&config, dealeragent_server::files::Files::Demo);
    let closed = [Tool::VerifyAvailability, Tool::GetDisclosure];
    let listed = tools(&running, "/mcp").await;
    let manifest = running.ask(Tool::GetManifest, json!({})).await;
    for tool in closed {
        assert!(!names(&listed).contains(&tool.as_str()));
        assert!(!manifest["capabilities"].to_string().contains(tool.as_str()));
        // The arguments are not even looked at.
        let result = running.call(tool.as_str(), json!({ "no": "such" })).await;
        assert_eq!(result["structuredContent"]["code"], "dealeragent.capability.unsupported", "{tool}");
    }
    assert_eq!(listed.len(), 5);
}
