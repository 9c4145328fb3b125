//! Bounds on requests: time, number at once, subscriptions, length.

use std::time::Duration;

use dealeragent_server::http::{Limits, Shutdown};
use serde_json::json;

use crate::support::{fixture::Fixture, post::Post};

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
    assert!(got.json()["error"]["message"].is_string());
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
    fixture.gate.add_permits(1);
    assert_eq!(waiting.await.unwrap(), 200);
    assert_eq!(Post::call("echo", json!({})).send(&router).await.status, 200);
}

#[tokio::test]
async fn subscriptions_are_capped_and_given_back() {
    use tower::ServiceExt as _;
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
    let body = http_body_util::BodyExt::collect(held.into_body()).await.unwrap().to_bytes();
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
