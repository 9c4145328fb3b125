//! Methods, their parameters, and what was removed.

use serde_json::{Value, json};

use crate::support::{
    Running,
    post::Post,
    table::{Row, answered, check, refused},
};

const METHOD: i64 = -32601;
const PARAMS: i64 = -32602;

/// Never there, or not any more, in the modern era.
const GONE: [&str; 18] = [
    "no/such",
    "",
    "Tools/list",
    "tools/List",
    "initialize",
    "ping",
    "notifications/initialized",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "roots/list",
    "sampling/createMessage",
    "elicitation/create",
    "tasks/get",
    "tasks/list",
];

fn unknown_methods() -> Vec<Row> {
    GONE.iter().map(|method| refused(method, Post::modern(method, json!({})), 404, METHOD)).collect()
}

/// A modern envelope makes `initialize` a modern request, whatever else it has.
fn modern_initialize() -> Vec<Row> {
    let params =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
    vec![refused("initialize with an envelope", Post::modern("initialize", params), 404, METHOD)]
}

fn bad_params() -> Vec<Row> {
    let row = |name, method: &str, params: Value| refused(name, Post::modern(method, params), 200, PARAMS);
    vec![
        row("an unknown tool", "tools/call", json!({ "name": "no.such.tool", "arguments": {} })),
        row("a tool by its last word", "tools/call", json!({ "name": "search" })),
        row("a tool in capitals", "tools/call", json!({ "name": "DEALERAGENT.DEALER.GET" })),
        row("a tool in mixed spelling", "tools/call", json!({ "name": "dealeragent.dealer_get" })),
        row("no tool", "tools/call", json!({ "arguments": {} })),
        row("a tool by number", "tools/call", json!({ "name": 3 })),
        row("no resource", "resources/read", json!({})),
        row("a resource by number", "resources/read", json!({ "uri": 3 })),
        row("an unknown resource", "resources/read", json!({ "uri": "dealeragent://other" })),
        row("a resource that climbs", "resources/read", json!({ "uri": "dealeragent://manifest/../../etc/passwd" })),
        row("a file", "resources/read", json!({ "uri": "file:///etc/passwd" })),
        row("no URI at all", "resources/read", json!({ "uri": "manifest" })),
        row("a foreign policy", "resources/read", json!({ "uri": "dealeragent://organization/other/policy/default" })),
        row("a cursor of tools", "tools/list", json!({ "cursor": "bm90aGluZw" })),
        row("a cursor of resources", "resources/list", json!({ "cursor": "x" })),
        row("a cursor of templates", "resources/templates/list", json!({ "cursor": "x" })),
        row("a cursor that is a number", "tools/list", json!({ "cursor": 1 })),
    ]
}

fn good() -> Vec<Row> {
    let row = |name, method: &str, params: Value| answered(name, Post::modern(method, params));
    vec![
        row("discover", "server/discover", json!({})),
        row("tools", "tools/list", json!({})),
        row("an empty cursor", "tools/list", json!({ "cursor": "" })),
        row("resources", "resources/list", json!({})),
        row("templates", "resources/templates/list", json!({})),
        row("no arguments", "tools/call", json!({ "name": "dealeragent.dealer.get" })),
        row("null arguments", "tools/call", json!({ "name": "dealeragent.dealer.get", "arguments": null })),
        row("the manifest", "resources/read", json!({ "uri": "dealeragent://manifest" })),
        row(
            "the policy",
            "resources/read",
            json!({ "uri": "dealeragent://organization/example-ridge/policy/default" }),
        ),
    ]
}

#[tokio::test]
async fn methods_and_parameters() {
    let running = Running::demo();
    for rows in [unknown_methods(), modern_initialize(), bad_params(), good()] {
        check(&running.router, rows).await;
    }
}

#[tokio::test]
async fn a_resource_that_is_not_there_is_named() {
    let running = Running::demo();
    let uri = "dealeragent://vehicle/none";
    let reply = running.send(Post::modern("resources/read", json!({ "uri": uri }))).await.json();
    assert_eq!(reply["error"]["data"], json!({ "uri": uri }));
    assert!(reply.get("result").is_none());
}

/// Absent and foreign resources get the same words.
#[tokio::test]
async fn absent_and_foreign_resources_are_the_same() {
    let running = Running::demo();
    let mut messages = Vec::new();
    for uri in ["dealeragent://organization/other/policy/default", "dealeragent://organization/example-ridge/policy/x"]
    {
        let reply = running.send(Post::modern("resources/read", json!({ "uri": uri }))).await.json();
        messages.push(reply["error"]["message"].clone());
    }
    assert_eq!(messages[0], messages[1]);
}

/// Modern results say that they are complete, and lists how long they keep.
#[tokio::test]
async fn modern_results_have_their_fields() {
    let running = Running::demo();
    for method in ["server/discover", "tools/list", "resources/list", "resources/templates/list"] {
        let reply = running.send(Post::modern(method, json!({}))).await.json();
        let result = &reply["result"];
        assert_eq!(result["resultType"], "complete", "{method}");
        assert_eq!(result["cacheScope"], "public", "{method}");
        assert!(result["ttlMs"].as_u64().is_some_and(|ttl| ttl <= 300_000), "{method}");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "dealeragent", "{method}");
        assert!(result.get("nextCursor").is_none(), "{method}");
    }
    let called = running.call("dealeragent.dealer.get", json!({})).await;
    assert_eq!(called["resultType"], "complete");
    assert!(called.get("ttlMs").is_none(), "tools/call has no cache fields");
}
