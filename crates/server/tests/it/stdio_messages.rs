//! Both eras over standard input and output, on the demo.

use std::collections::BTreeSet;

use dealeragent_gateway::Principal;
use dealeragent_server::{http::Door, mcp::LEGACY};
use serde_json::{Value, json};

use crate::support::{LISTEN, Running, fixture::Fixture, pipes::Pipes, post::modern_meta};

fn demo() -> Pipes {
    let running = Running::demo();
    Pipes::to(running.sites.entrance(LISTEN, Door::Compat).unwrap().dispatcher, Principal::Anonymous)
}

fn request(id: i64, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn modern(id: i64, method: &str, mut params: Value) -> Value {
    params["_meta"] = modern_meta();
    request(id, method, &params)
}

fn initialize(version: &str) -> Value {
    let client = json!({ "name": "x", "version": "1" });
    request(0, "initialize", &json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client }))
}

fn code(reply: &Value) -> i64 {
    reply["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {reply}"))
}

#[tokio::test]
async fn a_handshake_holds_for_the_stream() {
    for version in LEGACY {
        let mut pipes = demo();
        let reply = pipes.ask(&initialize(version)).await;
        assert_eq!(reply["result"]["protocolVersion"], version);
        pipes.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        assert_eq!(pipes.ask(&request(1, "ping", &json!({}))).await["result"], json!({}));
        let tools = pipes.ask(&request(2, "tools/list", &json!({}))).await;
        assert_eq!(tools["result"]["tools"][0]["name"], "dealeragent_discovery_get_manifest");
        assert!(tools["result"].get("resultType").is_none());
        let params = json!({ "name": "dealeragent_dealer_get", "arguments": {} });
        let called = pipes.ask(&request(3, "tools/call", &params)).await;
        assert_eq!(called["result"]["structuredContent"]["organization_id"], "example-ridge");
        assert_eq!(code(&pipes.ask(&request(4, "server/discover", &json!({}))).await), -32601);
        assert!(pipes.end().await.is_empty());
    }
}

#[tokio::test]
async fn modern_requests_need_no_handshake() {
    let mut pipes = demo();
    let reply = pipes.ask(&modern(1, "server/discover", json!({}))).await;
    assert_eq!(reply["result"]["supportedVersions"], json!(["2026-07-28"]));
    let read = pipes.ask(&modern(2, "resources/read", json!({ "uri": "dealeragent://manifest" }))).await;
    assert_eq!(read["result"]["resultType"], "complete");
    let tool = json!({ "name": "dealeragent.discovery.get_manifest" });
    let called = pipes.ask(&modern(3, "tools/call", tool)).await;
    assert_eq!(called["result"]["structuredContent"]["standard"], "dealer-agent-protocol");
    assert_eq!(code(&pipes.ask(&modern(4, "ping", json!({}))).await), -32601);
    assert_eq!(code(&pipes.ask(&modern(5, "initialize", json!({}))).await), -32601);
    assert!(pipes.end().await.is_empty());
}

/// Without a handshake and without an envelope, a client is told what is
/// missing; one revision is told the others.
#[tokio::test]
async fn what_belongs_to_no_era_is_refused() {
    let mut pipes = demo();
    assert_eq!(code(&pipes.ask(&request(1, "tools/list", &json!({}))).await), -32602);
    let mut other = modern(2, "tools/list", json!({}));
    other["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2027-01-01".into();
    let reply = pipes.ask(&other).await;
    assert_eq!(code(&reply), -32022);
    assert_eq!(reply["error"]["data"]["supported"], json!(["2026-07-28"]));
    // The refusals have not made a handshake of it.
    assert_eq!(code(&pipes.ask(&request(3, "ping", &json!({}))).await), -32602);
}

/// A client may try the modern way first and fall back on the same stream.
#[tokio::test]
async fn both_eras_may_share_a_stream() {
    let mut pipes = demo();
    assert!(pipes.ask(&modern(1, "tools/list", json!({}))).await["result"]["resultType"].is_string());
    assert!(pipes.ask(&initialize("2025-06-18")).await["result"].is_object());
    assert!(pipes.ask(&request(2, "ping", &json!({}))).await["result"].is_object());
    assert!(pipes.ask(&modern(3, "tools/list", json!({}))).await["result"]["resultType"].is_string());
}

#[tokio::test]
async fn calls_side_by_side_are_all_answered() {
    let mut pipes = demo();
    for id in 0..50 {
        let params = json!({ "name": "dealeragent.inventory.search", "arguments": { "organization_id": "example-ridge", "page": { "limit": 1 } } });
        pipes.send(&modern(id, "tools/call", params)).await;
    }
    let rest = pipes.end().await;
    let ids: BTreeSet<i64> = rest.iter().map(|reply| reply["id"].as_i64().unwrap()).collect();
    assert_eq!((rest.len(), ids), (50, (0..50).collect()));
    assert!(rest.iter().all(|reply| reply["result"]["isError"] == false));
}

/// A slow call does not keep a quick one waiting.
#[tokio::test]
async fn a_slow_call_does_not_block_the_stream() {
    let fixture = Fixture::new();
    let mut pipes = Pipes::to(fixture.dispatcher(), ());
    pipes.send(&modern(1, "tools/call", json!({ "name": "wait" }))).await;
    fixture.waiting.acquire().await.unwrap().forget();
    assert_eq!(pipes.ask(&modern(2, "tools/call", json!({ "name": "echo" }))).await["id"], 2);
    fixture.gate.add_permits(1);
    assert_eq!(pipes.next().await["id"], 1);
}

#[tokio::test]
async fn progress_comes_to_those_who_ask() {
    let mut pipes = Pipes::to(Fixture::new().dispatcher(), ());
    let quiet = pipes.ask(&modern(1, "tools/call", json!({ "name": "count" }))).await;
    assert_eq!(quiet["id"], 1);
    let mut call = modern(2, "tools/call", json!({ "name": "count" }));
    call["params"]["_meta"]["progressToken"] = "t".into();
    pipes.send(&call).await;
    for wanted in 1..=4 {
        let report = pipes.next().await;
        assert_eq!(report["params"]["progress"], wanted);
        assert_eq!(report["params"]["progressToken"], "t");
    }
    assert_eq!(pipes.next().await["id"], 2);
    assert!(pipes.end().await.is_empty());
}

#[tokio::test]
async fn a_subscription_is_acknowledged() {
    let mut pipes = demo();
    let reply = pipes.ask(&modern(1, "subscriptions/listen", json!({ "notifications": {} }))).await;
    assert_eq!(reply["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(reply["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1);
    assert!(pipes.ask(&modern(2, "tools/list", json!({}))).await["result"].is_object());
    pipes.end().await;
}

#[tokio::test]
async fn errors_of_a_tool_are_told_with_their_code() {
    let mut pipes = Pipes::to(Fixture::new().dispatcher(), ());
    let reply = pipes.ask(&modern(1, "tools/call", json!({ "name": "broken" }))).await;
    assert_eq!(code(&reply), -32021);
    assert_eq!(reply["error"]["data"], json!({ "requiredCapabilities": { "sampling": {} } }));
}
