//! Bounds on requests: time, number at once, subscriptions, length.

use std::{net::SocketAddr, time::Duration};

use axum::extract::ConnectInfo;
use dealeragent_server::http::{Limits, Shutdown};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::support::{Running, fixture::Fixture, named, post::Post, schemas::SchemaSet};

fn listen() -> Post {
    Post::modern("subscriptions/listen", json!({ "notifications": {} }))
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_given_up() {
    let limits = Limits { timeout: Duration::ZERO, ..Limits::default() };
    let (_switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(limits, shutdown);
    let got = Post::call("wait", json!({})).send(&router).await;
    assert_eq!(got.status, 504);
    assert_eq!(got.json()["error"], json!({ "code": -32603, "message": "the answer took too long" }));
    // What is done at once is not touched by it.
    assert_eq!(Post::call("echo", json!({})).send(&router).await.status, 200);
}

#[tokio::test]
async fn too_many_requests_at_once_are_shed_with_advice() {
    let limits = Limits { in_flight: 1, ..Limits::default() };
    let (_switch, shutdown) = Shutdown::channel();
    let fixture = Fixture::new();
    let router = fixture.router(limits, shutdown);
    let waiting = tokio::spawn({
        let router = router.clone();
        async move { Post::call("wait", json!({})).send(&router).await.status }
    });
    fixture.waiting.acquire().await.unwrap().forget();
    let got = Post::call("echo", json!({})).send(&router).await;
    assert_eq!((got.status, got.header("retry-after")), (503, Some("1")));
    assert_eq!(got.json()["error"]["code"], -32603);
    fixture.gate.add_permits(1);
    assert_eq!(waiting.await.unwrap(), 200);
    assert_eq!(Post::call("echo", json!({})).send(&router).await.status, 200);
}

#[tokio::test]
async fn subscriptions_are_capped_and_given_back() {
    let limits = Limits { subscriptions: 1, ..Limits::default() };
    let (switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(limits, shutdown);
    let held = router.clone().oneshot(listen().into_request()).await.unwrap();
    assert_eq!(held.status(), 200);
    let got = listen().send(&router).await;
    assert_eq!(got.status, 503);
    assert!(got.json()["error"]["message"].as_str().unwrap().contains("subscriptions"));
    // Requests are not subscriptions.
    assert_eq!(Post::call("echo", json!({})).send(&router).await.status, 200);
    switch.send_replace(true);
    let body = held.into_body().collect().await.unwrap().to_bytes();
    assert!(String::from_utf8(body.to_vec()).unwrap().contains("resultType"));
}

#[tokio::test]
async fn the_length_of_a_body_is_configurable() {
    let limits = Limits { body_bytes: 1000, ..Limits::default() };
    let (_switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(limits, shutdown);
    assert_eq!(Post::call("echo", json!({ "x": "y".repeat(1000) })).send(&router).await.status, 413);
    assert_eq!(Post::call("echo", json!({ "x": "y" })).send(&router).await.status, 200);
}

/// Checks of one address are bounded: a result with advice, at 200.
#[tokio::test]
async fn anonymous_checks_from_elsewhere_are_limited_by_address() {
    let running = Running::demo();
    let vehicle = running.search(json!({})).await.remove(0);
    let check = async |peer: [u8; 4]| {
        let mut request = Post::call("dealeragent.inventory.verify_availability", named(&vehicle)).into_request();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((peer, 1))));
        let response = running.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        let retry_after = response.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned());
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let reply: Value = serde_json::from_slice(&body).unwrap();
        (retry_after, reply["result"]["structuredContent"].clone())
    };
    for _ in 0..30 {
        assert!(check([192, 0, 2, 1]).await.1["availability"].is_object());
    }
    let (retry_after, payload) = check([192, 0, 2, 1]).await;
    assert_eq!(payload["code"], "dealeragent.rate_limited");
    assert_eq!((retry_after.as_deref(), payload["retry_after_ms"].as_u64()), (Some("1"), Some(1000)));
    for set in SchemaSet::all() {
        set.check_error(&payload, "rate limited");
    }
    // Another address is not, and a second later neither is this one.
    assert!(check([192, 0, 2, 2]).await.1["availability"].is_object());
    running.clock.advance(1);
    assert!(check([192, 0, 2, 1]).await.1["availability"].is_object());
    // Nobody counts on this machine.
    for _ in 0..40 {
        assert!(check([127, 0, 0, 1]).await.1["availability"].is_object());
    }
}
