//! The handshake of 2025 on the same endpoint.

use dealeragent_server::mcp::LEGACY;
use serde_json::{Value, json};

use crate::support::{
    NOW, Running,
    post::{Got, Post},
    table::{check, refused},
};

fn initialize(asked: &Value) -> Post {
    let client = json!({ "name": "old-client", "version": "1" });
    let params = json!({ "protocolVersion": asked, "capabilities": {}, "clientInfo": client });
    Post::legacy("", "initialize", &params).without("mcp-protocol-version")
}

/// What a result of this era must not have.
fn assert_plain(got: &Got) -> Value {
    assert_eq!(got.status, 200, "{}", got.text());
    let mut reply = got.json();
    let result = reply["result"].take();
    for key in ["resultType", "ttlMs", "cacheScope", "supportedVersions"] {
        assert!(result.get(key).is_none(), "{key} in {result}");
    }
    assert!(result.is_object(), "{}", got.text());
    result
}

#[tokio::test]
async fn the_handshake_gives_the_asked_revision_or_the_newest() {
    let running = Running::demo();
    let asked = [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2030-01-01", "2025-11-25"),
        ("nonsense", "2025-11-25"),
    ];
    for (asked, given) in asked {
        let result = assert_plain(&running.send(initialize(&json!(asked))).await);
        assert_eq!(result["protocolVersion"], given, "asked for {asked}");
        assert_eq!(result["serverInfo"]["name"], "dealeragent");
        assert_eq!(result["capabilities"], json!({ "tools": {}, "resources": {} }), "only what is delivered");
        assert!(result["instructions"].as_str().is_some_and(|text| text.contains("get_manifest")));
    }
}

/// Real clients send a version header with it, or an id of zero.
#[tokio::test]
async fn a_handshake_may_carry_a_version_header() {
    let running = Running::demo();
    for header in ["2025-11-25", "2025-06-18", "2026-07-28", "2024-11-05"] {
        let post = initialize(&json!("2025-06-18")).header("mcp-protocol-version", header);
        let got = running.send(post.change(|body| body["id"] = 0.into())).await;
        assert_eq!(got.json()["id"], 0);
        assert_eq!(assert_plain(&got)["protocolVersion"], "2025-06-18", "{header}");
    }
}

/// Clients of this era read the bodies of errors at 200 alone.
#[tokio::test]
async fn errors_come_at_200() {
    let running = Running::demo();
    let row =
        |name, method: &str, params: Value, code| refused(name, Post::legacy("2025-11-25", method, &params), 200, code);
    let rows = vec![
        row("unknown method", "no/such", json!({}), -32601),
        row("prompts", "prompts/list", json!({}), -32601),
        row("discover", "server/discover", json!({}), -32601),
        row("listen", "subscriptions/listen", json!({ "notifications": {} }), -32601),
        row("log level", "logging/setLevel", json!({ "level": "debug" }), -32601),
        row("unknown tool", "tools/call", json!({ "name": "none" }), -32602),
        row("unknown resource", "resources/read", json!({ "uri": "dealeragent://none" }), -32602),
        row("bad cursor", "tools/list", json!({ "cursor": "x" }), -32602),
        refused("no version in the handshake", initialize(&json!(null)), 200, -32602),
        refused("a number as version", initialize(&json!(2025)), 200, -32602),
    ];
    check(&running.router, rows).await;
}

#[tokio::test]
async fn everything_is_offered_without_a_session() {
    let running = Running::demo();
    for version in LEGACY {
        let send = |method: &'static str, params: Value| running.send(Post::legacy(version, method, &params));
        assert_eq!(assert_plain(&send("ping", json!({})).await), json!({}));
        let tools = assert_plain(&send("tools/list", json!({})).await);
        assert_eq!(tools["tools"].as_array().unwrap().len(), 7);
        let resources = assert_plain(&send("resources/list", json!({})).await);
        assert_eq!(resources["resources"][0]["uri"], "dealeragent://manifest");
        let templates = assert_plain(&send("resources/templates/list", json!({})).await);
        let names = templates["resourceTemplates"].as_array().unwrap().iter().map(|template| &template["name"]);
        assert_eq!(names.collect::<Vec<_>>(), ["organization", "rooftop", "vehicle", "policy"]);
        let read = assert_plain(&send("resources/read", json!({ "uri": "dealeragent://manifest" })).await);
        let manifest: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(manifest["mcp_revision"], "2026-07-28");
        let called = json!({ "name": "dealeragent.discovery.get_manifest", "arguments": {} });
        let called = assert_plain(&send("tools/call", called).await);
        assert_eq!(called["structuredContent"], manifest, "one manifest, two ways ({NOW})");
        assert_eq!(called["isError"], false);
    }
}

/// Two versions of one request are a contradiction in this era too.
#[tokio::test]
async fn contradicting_versions_are_refused() {
    let running = Running::demo();
    for other in ["2025-06-18", "2026-07-28", "", "x"] {
        let post = Post::legacy("2025-11-25", "tools/list", &json!({})).also("mcp-protocol-version", other);
        let got = running.send(post).await;
        assert_eq!((got.status, got.json()["error"]["code"].clone()), (400, json!(-32020)), "{other}");
    }
    let handshake = initialize(&json!("2025-11-25"));
    let twice = handshake.also("mcp-protocol-version", "2025-11-25").also("mcp-protocol-version", "2025-06-18");
    assert_eq!(running.send(twice).await.status, 400);
    // Saying the same twice is none.
    let same = Post::legacy("2025-11-25", "tools/list", &json!({})).also("mcp-protocol-version", "2025-11-25");
    assert_eq!(running.send(same).await.status, 200);
}

/// The error of a tool is a result in this era too.
#[tokio::test]
async fn bad_arguments_are_a_result() {
    let running = Running::demo();
    let params = json!({ "name": "dealeragent_inventory_search", "arguments": {} });
    let result = assert_plain(&running.send(Post::legacy("2025-06-18", "tools/call", &params)).await);
    assert_eq!(result["isError"], true);
    assert_eq!(result["structuredContent"]["code"], "dealeragent.validation.invalid");
}

#[tokio::test]
async fn the_initialized_note_is_accepted() {
    let running = Running::demo();
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let got = running.send(Post::legacy("2025-11-25", "x", &json!({})).body(note.to_string())).await;
    assert_eq!((got.status, got.body.len()), (202, 0));
}

#[tokio::test]
async fn batches_of_older_revisions_are_refused() {
    let running = Running::demo();
    let batch = json!([{ "jsonrpc": "2.0", "id": 7, "method": "ping" }]);
    let got = running.send(Post::legacy("2025-06-18", "ping", &json!({})).body(batch.to_string())).await;
    assert_eq!((got.status, got.json()["error"]["code"].clone()), (400, json!(-32600)));
}
