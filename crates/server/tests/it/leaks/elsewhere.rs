//! Every input in every other part of a message, and as a message.

use dealeragent_server::mcp::LEGACY;
use serde_json::{Value, json};

use super::{
    corpus::{bodies, texts},
    requests::{message, post, sendable},
    world::World,
};
use crate::support::post::{CAPABILITIES_KEY, Post, VERSION_KEY};

/// Messages with a text in one part each.
fn messages(text: &str) -> Vec<Value> {
    let with = |pointer: &str, mut message: Value| {
        *message.pointer_mut(pointer).unwrap() = text.into();
        message
    };
    let list = || message("tools/list", json!({}));
    let handshake = json!({ "protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": { "name": "x" } });
    let handshake = json!({ "jsonrpc": "2.0", "id": 7, "method": "initialize", "params": handshake });
    let mut messages = vec![
        with("/method", list()),
        with("/jsonrpc", list()),
        with("/id", list()),
        with("/params", list()),
        with("/params/_meta", list()),
        with("/id", message("tools/call", json!({ "name": "none" }))),
        message("tools/call", json!({ "name": text, "arguments": {} })),
        message("tools/call", json!({ "name": { text: 1 } })),
        message("tools/call", json!({ "name": "dealeragent.inventory.search", "arguments": text })),
        message("resources/read", json!({ "uri": text })),
        message("resources/read", json!({ "uri": format!("dealeragent://vehicle/{text}") })),
        message("prompts/get", json!({ "name": text })),
        message("completion/complete", json!({ "ref": text })),
        message("logging/setLevel", json!({ "level": text })),
        message("subscriptions/listen", json!({ "notifications": text, text: text })),
        with("/params/protocolVersion", handshake.clone()),
        with("/params/clientInfo/name", handshake.clone()),
        with("/params/capabilities", handshake),
    ];
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        messages.push(message(method, json!({ "cursor": text })));
        messages.push(message(method, json!({ "cursor": { text: text } })));
    }
    for key in [VERSION_KEY, CAPABILITIES_KEY, "progressToken", text] {
        let mut call = message("tools/call", json!({ "name": "dealeragent.inventory.search", "arguments": {} }));
        call["params"]["_meta"][key] = text.into();
        messages.push(call);
    }
    let mut more = list();
    more[text] = text.into();
    messages.push(more);
    messages
}

#[tokio::test]
async fn nothing_of_a_message_comes_back() {
    let mut world = World::new();
    let mut pipes = world.pipes();
    for (hostile, text) in texts() {
        for message in messages(text) {
            // A subscription over HTTP is a stream without an end.
            let is_stream = message["method"] == "subscriptions/listen";
            if !is_stream {
                world.http(post(&message).into_request(), &[hostile]).await;
            }
            if !is_stream && message.get("params").is_some_and(Value::is_object) {
                let mut old = message.clone();
                old["params"].as_object_mut().unwrap().remove("_meta");
                let method = old["method"].as_str().unwrap();
                let legacy = Post::legacy(LEGACY[0], method, &old["params"]);
                world.http(legacy.into_request(), &[hostile]).await;
            }
            let line = pipes.ask(&message).await;
            world.line(&line, &[hostile]);
        }
    }
    world.judge.report("other parts of messages");
}

/// Headers that somebody reads, or might.
const HEADERS: [&str; 18] = [
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-param-region",
    "mcp-session-id",
    "authorization",
    "proxy-authorization",
    "cookie",
    "host",
    "origin",
    "accept",
    "content-type",
    "content-encoding",
    "last-event-id",
    "user-agent",
    "x-forwarded-for",
    "x-request-id",
    "traceparent",
];

#[tokio::test]
async fn no_header_comes_back() {
    let mut world = World::new();
    let call = message("tools/call", json!({ "name": "dealeragent.inventory.search", "arguments": {} }));
    let old = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" });
    for (hostile, text) in texts() {
        let encoded = format!("=?base64?{}?=", data_encoding::BASE64.encode(text.as_bytes()));
        let bearer = format!("Bearer {text}");
        for value in [text, &encoded, &bearer].into_iter().filter(|value| sendable(value)) {
            for name in HEADERS {
                world.http(post(&old).header(name, value).into_request(), &[hostile]).await;
                // Twice, and in contradiction.
                world.http(post(&call).also(name, value).into_request(), &[hostile]).await;
            }
        }
    }
    world.judge.report("headers");
}

#[tokio::test]
async fn no_message_of_any_shape_comes_back() {
    let mut world = World::new();
    let mut pipes = world.pipes();
    for (hostile, body) in bodies() {
        world.http(Post::modern_raw(body).into_request(), &[hostile]).await;
        world.http(Post::legacy(LEGACY[0], "x", &json!({})).body(body).into_request(), &[hostile]).await;
        pipes.write(body).await;
        // What is taken for a notification has no answer; this one has.
        pipes.write(b"\n{\"jsonrpc\":\"2.0\",\"id\":\"after\",\"method\":\"none\"}\n").await;
        loop {
            let line = pipes.next().await;
            if line["id"] == "after" {
                break;
            }
            world.line(&line, &[hostile]);
        }
    }
    world.judge.report("whole messages");
}

/// A path and a query, as a scanner sends them.
#[tokio::test]
async fn no_path_comes_back() {
    let mut world = World::new();
    let list = message("tools/list", json!({}));
    for (hostile, text) in texts() {
        let plain = text.chars().filter(char::is_ascii_graphic).filter(|c| !"\"<>\\^`{|}#? %".contains(*c));
        let plain: String = plain.collect();
        let encoded: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
        for path in [&plain, &encoded] {
            for path in [format!("/{path}"), format!("/schemas/{path}"), format!("/mcp/{path}"), format!("/?{path}")] {
                for verb in [http::Method::GET, http::Method::POST] {
                    if path.parse::<http::Uri>().is_ok() {
                        world.http(post(&list).verb(verb).at(&path).into_request(), &[hostile]).await;
                    }
                }
            }
        }
    }
    world.judge.report("paths");
}

/// HTTP takes any word as a method.
#[tokio::test]
async fn no_method_comes_back() {
    let mut world = World::new();
    let list = message("tools/list", json!({}));
    for (hostile, _) in texts() {
        for path in ["/", "/mcp", "/mcp/compat", "/healthz", "/nowhere"] {
            if let Ok(verb) = http::Method::from_bytes(hostile.marker.as_bytes()) {
                world.http(post(&list).verb(verb).at(path).into_request(), &[hostile]).await;
            }
        }
    }
    world.judge.report("methods");
}
