//! What a client of standard input has open: calls and subscriptions.

use serde_json::{Value, json};

use crate::support::{
    fixture::{Fixture, SECRET},
    pipes::Pipes,
    post::modern_meta,
};

fn modern(id: i64, method: &str, mut params: Value) -> Value {
    params["_meta"] = modern_meta();
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn call(id: i64, tool: &str) -> Value {
    modern(id, "tools/call", json!({ "name": tool }))
}

fn cancelled(id: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } })
}

/// Only an answered handshake is one.
#[tokio::test]
async fn a_failed_handshake_is_none() {
    let mut pipes = Pipes::to(Fixture::new().dispatcher(), ());
    let initialize = |params: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    let ping = json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" });
    for params in [json!({}), json!({ "protocolVersion": 2025 })] {
        assert_eq!(pipes.ask(&initialize(params)).await["error"]["code"], -32602);
        assert_eq!(pipes.ask(&ping).await["error"]["code"], -32602, "no era yet");
    }
    assert!(pipes.ask(&initialize(json!({ "protocolVersion": "2025-06-18" }))).await["result"].is_object());
    assert_eq!(pipes.ask(&ping).await["result"], json!({}));
}

/// The sixty-fifth call waits for one of those before it.
#[tokio::test]
async fn calls_under_way_are_bounded() {
    let fixture = Fixture::new();
    let mut pipes = Pipes::to(fixture.dispatcher(), ());
    for id in 0..64 {
        pipes.send(&call(id, "wait")).await;
    }
    fixture.waiting.acquire_many(64).await.unwrap().forget();
    pipes.send(&call(64, "wait")).await;
    pipes.send(&call(65, "echo")).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(fixture.waiting.available_permits(), 0, "it has not begun");
    fixture.gate.add_permits(1);
    fixture.waiting.acquire().await.unwrap().forget();
    fixture.gate.add_permits(64);
    let mut ids: Vec<i64> = pipes.end().await.iter().map(|reply| reply["id"].as_i64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..66).collect::<Vec<_>>());
}

/// Of a call that was given up nothing more is said.
#[tokio::test]
async fn a_cancelled_call_is_silent() {
    let fixture = Fixture::new();
    let mut pipes = Pipes::to(fixture.dispatcher(), ());
    pipes.send(&call(1, "wait")).await;
    fixture.waiting.acquire().await.unwrap().forget();
    // Ids of nobody, and what is no id, are ignored.
    for id in [json!(7), json!("1"), json!(null), json!([1])] {
        pipes.send(&cancelled(&id)).await;
    }
    pipes.send(&cancelled(&json!(1))).await;
    assert_eq!(pipes.ask(&call(2, "echo")).await["id"], 2);
    fixture.gate.add_permits(1);
    assert!(pipes.end().await.is_empty());
}

/// A subscription that is given up has its end.
#[tokio::test]
async fn a_cancelled_subscription_has_its_end_result() {
    let mut pipes = Pipes::to(Fixture::new().dispatcher(), ());
    let listen = modern(1, "subscriptions/listen", json!({ "notifications": {} }));
    assert_eq!(pipes.ask(&listen).await["method"], "notifications/subscriptions/acknowledged");
    let end = pipes.ask(&cancelled(&json!(1))).await;
    assert_eq!((end["id"].clone(), end["result"]["resultType"].clone()), (json!(1), json!("complete")));
    assert_eq!(end["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1);
    // It ends once.
    pipes.send(&cancelled(&json!(1))).await;
    assert_eq!(pipes.ask(&call(2, "echo")).await["id"], 2);
    // The end of the input needs no end of those that are open.
    assert!(pipes.ask(&modern(3, "subscriptions/listen", json!({}))).await["method"].is_string());
    assert!(pipes.end().await.is_empty());
}

#[tokio::test]
async fn subscriptions_are_bounded() {
    let mut pipes = Pipes::to(Fixture::new().dispatcher(), ());
    for id in 0..64 {
        assert!(pipes.ask(&modern(id, "subscriptions/listen", json!({}))).await["method"].is_string());
    }
    let refused = pipes.ask(&modern(64, "subscriptions/listen", json!({}))).await;
    assert_eq!((refused["id"].clone(), refused["error"]["code"].clone()), (json!(64), json!(-32603)));
    pipes.ask(&cancelled(&json!(5))).await;
    assert!(pipes.ask(&modern(64, "subscriptions/listen", json!({}))).await["method"].is_string());
}

/// A list that panics is answered like a tool that does.
#[tokio::test]
async fn a_panic_in_a_list_is_an_answer() {
    let mut pipes = Pipes::to(Fixture::new().dispatcher(), ());
    let reply = pipes.ask(&modern(1, "resources/list", json!({}))).await;
    assert_eq!((reply["id"].clone(), reply["error"]["code"].clone()), (json!(1), json!(-32603)));
    assert!(!reply.to_string().contains(SECRET));
    assert_eq!(pipes.ask(&call(2, "echo")).await["id"], 2);
}
