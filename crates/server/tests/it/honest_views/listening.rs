//! One caller's streams leave room for those of others.

use axum::{body::Body, extract::ConnectInfo};
use dealeragent_server::http::Limits;
use http::Response;
use serde_json::json;
use std::net::SocketAddr;
use tower::ServiceExt as _;

use super::{OPEN, config};
use crate::support::{
    Running,
    folder::Folder,
    post::{ID, Post},
};

async fn listen(running: &Running, peer: &str) -> Response<Body> {
    let post = Post::modern("subscriptions/listen", json!({ "notifications": { "toolsListChanged": true } }));
    let mut request = post.into_request();
    request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer.parse().unwrap()));
    running.router.clone().oneshot(request).await.unwrap()
}

#[tokio::test]
async fn a_greedy_listener_takes_only_its_own_places() {
    let folder = Folder::demo();
    let limits = Limits { subscriptions: 8, subscriptions_per_caller: 2, ..Limits::default() };
    let running = Running::limited(&config("", "", OPEN), folder.files(), limits);
    let held = [listen(&running, "192.0.2.1:1").await, listen(&running, "192.0.2.1:2").await];
    assert!(held.iter().all(|held| held.status() == 200));
    let refused = listen(&running, "192.0.2.1:3").await;
    assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().unwrap()), (429, "60"));
    let body = http_body_util::BodyExt::collect(refused.into_body()).await.unwrap().to_bytes();
    let reply: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((&reply["id"], &reply["error"]["code"]), (&json!(ID), &json!(-32603)));
    assert_eq!(reply["error"]["data"]["code"], "dealeragent.rate_limited");
    assert_eq!(listen(&running, "192.0.2.2:1").await.status(), 200, "another has its own");
    // A stream that ends gives its place back, as soon as its task has seen the end.
    drop(held);
    let mut again = listen(&running, "192.0.2.1:4").await.status();
    for _ in 0..100 {
        if again == 200 {
            break;
        }
        tokio::task::yield_now().await;
        again = listen(&running, "192.0.2.1:4").await.status();
    }
    assert_eq!(again, 200);
}
