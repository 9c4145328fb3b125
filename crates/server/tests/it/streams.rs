//! Server-sent events: progress before a reply, and subscriptions.

use axum::{Router, body::Body};
use dealeragent_server::http::{Limits, Shutdown};
use http::Response;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::support::{
    fixture::Fixture,
    post::{ID, Post, modern_meta},
    socket::{Connection, bounded, spawn},
};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

fn counting(token: &Value) -> Post {
    let mut meta = modern_meta();
    meta["progressToken"] = token.clone();
    Post::call("count", json!({})).meta(meta)
}

async fn raw(router: &Router, post: Post) -> Response<Body> {
    router.clone().oneshot(post.into_request()).await.unwrap()
}

fn assert_event_stream(response: &Response<Body>) {
    let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap());
    assert_eq!(response.status(), 200);
    assert_eq!(header("content-type"), Some("text/event-stream"));
    assert_eq!(header("x-accel-buffering"), Some("no"));
    assert_eq!(header("cache-control"), Some("no-cache"));
}

/// The messages of a stream: each one line, none with an event id.
fn messages(text: &str) -> Vec<Value> {
    assert!(!text.lines().any(|line| line.starts_with("id:")), "{text}");
    text.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

async fn collected(response: Response<Body>) -> Vec<Value> {
    let body = bounded(response.into_body().collect()).await.unwrap().to_bytes();
    messages(std::str::from_utf8(&body).unwrap())
}

/// Every report arrives, in order, before the reply; then the stream ends.
#[tokio::test]
async fn progress_comes_before_the_reply() {
    let (_switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(Limits::default(), shutdown);
    for token in [json!("token"), json!(0), json!(-5)] {
        let response = raw(&router, counting(&token)).await;
        assert_event_stream(&response);
        let messages = collected(response).await;
        let (reply, reports) = messages.split_last().unwrap();
        let progress: Vec<&Value> = reports.iter().map(|report| &report["params"]["progress"]).collect();
        assert_eq!(progress, [1, 2, 3, 4]);
        for report in reports {
            assert_eq!(report["method"], "notifications/progress");
            assert_eq!(report["params"]["progressToken"], token);
            assert!(report.get("id").is_none());
        }
        assert_eq!(reports[0]["params"]["total"], 3);
        assert_eq!((reply["id"].clone(), reply["result"]["resultType"].clone()), (json!(ID), json!("complete")));
    }
}

/// Who did not ask for progress gets JSON and none of it.
#[tokio::test]
async fn without_a_token_there_is_no_stream() {
    let (_switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(Limits::default(), shutdown);
    for post in [Post::call("count", json!({})), counting(&json!(1.5)), counting(&json!({ "no": "token" }))] {
        let got = post.send(&router).await;
        assert_eq!(got.header("content-type"), Some("application/json"));
        assert!(got.json()["result"].is_object());
    }
    // A call that reports nothing is answered with JSON, token or not.
    let mut meta = modern_meta();
    meta["progressToken"] = json!("t");
    let got = Post::call("echo", json!({})).meta(meta).send(&router).await;
    assert_eq!(got.header("content-type"), Some("application/json"));
}

/// The call ends with the connection of the client.
#[tokio::test]
async fn a_client_that_goes_away_cancels_its_call() {
    let (_switch, shutdown) = Shutdown::channel();
    let fixture = Fixture::new();
    let router = fixture.router(Limits::default(), shutdown);
    let mut meta = modern_meta();
    meta["progressToken"] = json!("t");
    let mut response = raw(&router, Post::call("wait", json!({})).meta(meta)).await;
    assert_event_stream(&response);
    let first = bounded(response.body_mut().frame()).await.unwrap().unwrap().into_data().unwrap();
    assert!(first.starts_with(b"event: message\ndata: {"), "{first:?}");
    drop(response);
    let others_run = async || {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    };
    others_run().await;
    // The call is gone: it never takes the permit, however long it is offered.
    fixture.gate.add_permits(1);
    others_run().await;
    assert_eq!(fixture.gate.available_permits(), 1);
}

/// Acknowledged first, held open, and ended with its result.
#[tokio::test]
async fn a_subscription_is_acknowledged_held_and_ended() {
    let (switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(Limits::default(), shutdown);
    for id in [json!(ID), json!("a string")] {
        switch.send_replace(false);
        let asked = json!({ "notifications": { "toolsListChanged": true, "resourceSubscriptions": ["x://y"] } });
        let post = Post::modern("subscriptions/listen", asked).change(|body| body["id"] = id.clone());
        let mut response = raw(&router, post).await;
        assert_event_stream(&response);
        let first = bounded(response.body_mut().frame()).await.unwrap().unwrap().into_data().unwrap();
        let first = messages(std::str::from_utf8(&first).unwrap()).remove(0);
        assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
        assert_eq!(first["params"]["notifications"], json!({}), "nothing is announced, so nothing is promised");
        assert_eq!(first["params"]["_meta"][SUBSCRIPTION], id, "its type is kept");
        switch.send_replace(true);
        let rest = collected(response).await;
        assert_eq!(rest.len(), 1);
        assert_eq!(rest[0]["id"], id);
        assert_eq!(rest[0]["result"]["resultType"], "complete");
        assert_eq!(rest[0]["result"]["_meta"][SUBSCRIPTION], id);
    }
}

/// The same over a socket: the shutdown ends the stream, then the server.
#[tokio::test]
async fn a_shutdown_ends_open_streams_and_then_the_server() {
    let (switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(Limits::default(), shutdown.clone());
    let (address, server) = spawn(router, shutdown).await;
    let mut connection = Connection::open(address).await;
    let params = json!({ "notifications": {}, "_meta": modern_meta() });
    let body = json!({ "jsonrpc": "2.0", "id": 9, "method": "subscriptions/listen", "params": params });
    connection.post("subscriptions/listen", None, &body.to_string()).await;
    assert_eq!(connection.head().await.header("content-type"), Some("text/event-stream"));
    assert_eq!(connection.event().await["params"]["_meta"][SUBSCRIPTION], 9);
    switch.send_replace(true);
    assert_eq!(connection.event().await["result"]["_meta"][SUBSCRIPTION], 9);
    assert!(connection.rest().await.contains("0\r\n"), "the body ends in order");
    bounded(server).await.unwrap().unwrap();
}

/// What is announced is delivered, to those who asked for it, and only the kinds
/// that they asked for.
#[tokio::test]
async fn a_change_of_the_lists_is_told_to_those_who_listen() {
    let running = crate::support::Running::demo();
    let asked = |words: Value| Post::modern("subscriptions/listen", json!({ "notifications": words }));
    let both = json!({ "toolsListChanged": true, "resourcesListChanged": true, "promptsListChanged": true });
    let mut listening = raw(&running.router, asked(both)).await;
    let quiet = raw(&running.router, asked(json!({}))).await;
    async fn next(response: &mut Response<Body>) -> Value {
        let frame = bounded(response.body_mut().frame()).await.unwrap().unwrap();
        messages(std::str::from_utf8(frame.data_ref().unwrap()).unwrap()).remove(0)
    }
    let acknowledged = next(&mut listening).await;
    assert_eq!(
        acknowledged["params"]["notifications"],
        json!({ "toolsListChanged": true, "resourcesListChanged": true })
    );
    // The dealer's inventory is gone, so that tools that read it are not declared.
    running.gateway.publish(dealeragent_inventory::Snapshot::empty());
    for method in ["notifications/tools/list_changed", "notifications/resources/list_changed"] {
        let told = next(&mut listening).await;
        assert_eq!(told["method"], method);
        assert_eq!(told["params"]["_meta"][SUBSCRIPTION], json!(ID));
        assert!(told.get("id").is_none());
    }
    running.switch.send_replace(true);
    let rest = collected(quiet).await;
    assert_eq!(rest.len(), 2, "the acknowledgement and the end: {rest:?}");
    assert_eq!(rest[0]["params"]["notifications"], json!({}));
}
