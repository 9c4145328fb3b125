//! Any bytes as a message: over HTTP under the headers that fit them, and as a
//! line of a stream. Every answer is one line of JSON-RPC; nothing panics.
#![no_main]

use dealeragent_fuzz::DEMO;
use dealeragent_server::{
    http::Door,
    mcp::{LEGACY, MODERN, Message, Outcome, Reply, RequestHeaders, Transport},
};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let read = Message::read(bytes);
    let body: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let headers = headers_of(&body);
    for door in [Door::Canonical, Door::Compat] {
        let dispatcher = DEMO.dispatcher(door);
        check(dispatcher.handle(bytes, Transport::Http(&headers)), &body, read.is_ok());
    }
    let dispatcher = DEMO.dispatcher(Door::Compat);
    for handshake_done in [false, true] {
        check(dispatcher.handle(bytes, Transport::Stream { handshake_done }), &body, read.is_ok());
    }
});

/// The headers of a client that mirrors its body faithfully.
fn headers_of(body: &Value) -> RequestHeaders {
    let params = &body["params"];
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let version = text(&params["_meta"]["io.modelcontextprotocol/protocolVersion"]);
    let legacy = params.get("_meta").is_none() && body["jsonrpc"] == "2.0";
    let fallback = if legacy { LEGACY[0] } else { MODERN };
    RequestHeaders {
        version: version.or_else(|| Some(fallback.to_owned())),
        method: text(&body["method"]),
        name: text(&params["name"]).or_else(|| text(&params["uri"])),
        ..RequestHeaders::default()
    }
}

fn check(outcome: Outcome, body: &Value, readable: bool) {
    match outcome {
        Outcome::Accepted => assert!(readable, "a message that cannot be read was accepted"),
        Outcome::Listening(subscription) => {
            message(&subscription.acknowledgement);
            message(&subscription.end);
        }
        Outcome::Reply(reply) => reply_of(&reply, body),
        Outcome::Running(running) => reply_of(&DEMO.wait(running.reply), body),
    }
}

fn reply_of(reply: &Reply, body: &Value) {
    assert!((200..=599).contains(&reply.status));
    let answer = message(&reply.body);
    assert!(answer.get("result").is_some() != answer.get("error").is_some(), "{answer}");
    if let Some(id) = answer.get("id") {
        assert_eq!(Some(id), body.get("id"), "another id than the request's");
    }
    if let Some(error) = answer.get("error") {
        assert!(error["code"].is_i64() && error["message"].is_string(), "{answer}");
        assert_ne!(error["code"], -32603, "{answer}");
    }
}

fn message(bytes: &[u8]) -> Value {
    assert!(!bytes.contains(&b'\n'), "a message takes one line");
    let value: Value = serde_json::from_slice(bytes).expect("a message is JSON");
    assert_eq!(value["jsonrpc"], "2.0");
    value
}
