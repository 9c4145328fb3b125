//! HTTP around the messages: verbs, types, sizes, notifications.

use http::Method;
use serde_json::{Value, json};

use crate::support::{
    Running,
    post::{Got, Post},
};

const DOORS: [&str; 2] = ["/mcp", "/mcp/compat"];

fn list() -> Post {
    Post::modern("tools/list", json!({}))
}

/// A refusal without a message: an error without an id.
fn assert_refusal(got: &Got) {
    let body = got.json();
    assert!(body["error"]["message"].is_string(), "{body}");
    assert!(body.get("id").is_none(), "{body}");
}

/// No stream to open and no session to end.
#[tokio::test]
async fn other_verbs_are_told_which_one_is_taken() {
    let running = Running::demo();
    for door in DOORS {
        for verb in [Method::GET, Method::DELETE, Method::PUT, Method::PATCH] {
            let post = list().at(door).verb(verb.clone()).header("accept", "text/event-stream");
            let got = running.send(post).await;
            assert_eq!(got.status, 405, "{verb} {door}");
            let allow = got.header("allow").unwrap();
            assert!(allow.split(", ").any(|verb| verb == "POST"), "{allow}");
            assert!(!allow.contains("GET") && !allow.contains("DELETE"), "{allow}");
            assert_refusal(&got);
        }
    }
}

#[tokio::test]
async fn other_content_types_are_refused() {
    let running = Running::demo();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/xml", "application/jsonp", "json", ""]
    {
        let got = running.send(list().header("content-type", kind)).await;
        assert_eq!(got.status, 415, "{kind}");
        assert_refusal(&got);
    }
}

#[tokio::test]
async fn json_and_no_content_type_are_taken() {
    let running = Running::demo();
    assert_eq!(running.send(list().without("content-type")).await.status, 200);
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=UTF-8"] {
        assert_eq!(running.send(list().header("content-type", kind)).await.status, 200, "{kind}");
    }
}

/// A client may list one type, both, anything, or nothing at all (E07).
/// Whichever is listed (E07); without a word, or with another, JSON. In both eras.
#[tokio::test]
async fn a_reply_has_a_form_that_its_caller_takes() {
    let running = Running::demo();
    let json = [
        "application/json",
        "application/json, text/event-stream",
        "text/event-stream, application/json;q=0.1",
        "*/*",
        "application/*",
        "text/html",
        "",
    ];
    let events = ["text/event-stream", "text/event-stream;q=1, application/json;q=0", "TEXT/EVENT-STREAM", "text/*"];
    let legacy = || Post::legacy("2025-11-25", "tools/list", &json!({}));
    for list in [list, legacy] {
        let whole = running.send(list().without("accept")).await;
        assert_eq!((whole.status, whole.header("content-type")), (200, Some("application/json")));
        for accept in json {
            let got = running.send(list().header("accept", accept)).await;
            assert_eq!((got.status, got.header("content-type")), (200, Some("application/json")), "{accept}");
            assert_eq!(got.body, whole.body, "{accept}");
        }
        for accept in events {
            let got = running.send(list().header("accept", accept)).await;
            assert_eq!((got.status, got.header("content-type")), (200, Some("text/event-stream")), "{accept}");
            assert_eq!(got.text(), format!("event: message\ndata: {}\n\n", whole.text()), "{accept}");
        }
    }
}

/// Tools, and errors at 200, are replies too; a status of its own makes an error a
/// document.
#[tokio::test]
async fn errors_with_a_status_stay_json() {
    let running = Running::demo();
    let only_events = |post: Post| running.send(post.header("accept", "text/event-stream"));
    let got = only_events(Post::call("dealeragent.dealer.get", json!({}))).await;
    assert_eq!((got.status, got.header("content-type")), (200, Some("text/event-stream")));
    let got = only_events(Post::modern("resources/read", json!({ "uri": "dealeragent://none" }))).await;
    assert!(got.text().starts_with("event: message\ndata: {") && got.text().contains("-32602"), "{}", got.text());
    let got = only_events(Post::modern("no/such", json!({}))).await;
    assert_eq!((got.status, got.header("content-type")), (404, Some("application/json")));
    let got = only_events(list().header("authorization", "Bearer abc")).await;
    assert_eq!((got.status, got.header("content-type")), (401, Some("application/json")));
}

#[tokio::test]
async fn a_body_may_have_256_kib_and_no_byte_more() {
    let running = Running::demo();
    let padded = |length: usize| {
        let post = list();
        let bytes = serde_json::to_vec(&json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" })).unwrap();
        let mut body = bytes;
        body.resize(length, b' ');
        post.body(body)
    };
    // The envelope is missing, so the body was read.
    assert_eq!(running.send(padded(256 * 1024)).await.json()["error"]["code"], -32602);
    let got = running.send(padded(256 * 1024 + 1)).await;
    assert_eq!(got.status, 413);
    assert_refusal(&got);
}

/// A notification gets no body, whatever it says, and needs no MCP headers.
#[tokio::test]
async fn notifications_are_accepted_in_silence() {
    let running = Running::demo();
    let note = |method: &str| json!({ "jsonrpc": "2.0", "method": method });
    let bare = |body: Value| {
        Post::modern_raw(body.to_string()).without("mcp-protocol-version").without("mcp-method").without("accept")
    };
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    let posts = [
        bare(note("notifications/initialized")),
        bare(note("notifications/roots/list_changed")),
        bare(cancelled),
        bare(note("no/such")),
        // Without an id even a call is a notification.
        bare(note("tools/call")),
        Post::modern_raw(note("notifications/initialized").to_string()),
    ];
    for post in posts {
        let got = running.send(post).await;
        assert_eq!(got.status, 202);
        assert!(got.body.is_empty(), "{}", got.text());
    }
}

#[tokio::test]
async fn sessions_and_resumption_are_ignored() {
    let running = Running::demo();
    let got = running.send(list().header("mcp-session-id", "abc").header("last-event-id", "7")).await;
    assert_eq!(got.status, 200);
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let running = Running::demo();
    for path in ["/mcp/", "/mcp/other", "/MCP", "/.env", "/schemas", "/schemas/none.json", "/schemas/../Cargo.toml"] {
        let got = running.send(list().at(path)).await;
        assert!(matches!(got.status, 404 | 405), "{path}: {}", got.status);
    }
}

/// Whoever is nearly right is told what is right.
#[tokio::test]
async fn unknown_paths_name_the_endpoints() {
    let running = Running::demo();
    for path in ["/mcp/", "/mcp/compat/", "/sse", "/.well-known/openid-configuration"] {
        for verb in [Method::POST, Method::GET] {
            let got = running.send(list().verb(verb.clone()).at(path)).await;
            assert_eq!((got.status, got.header("content-type")), (404, Some("application/json")), "{verb} {path}");
            let said = got.json()["error"].as_str().unwrap().to_owned();
            assert!(said.contains("/mcp or /mcp/compat") && said.contains("without a slash"), "{said}");
        }
    }
}
