//! Inputs that are made rather than kept: too deep, too long, too many.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use super::{
    corpus::{Hostile, Sent},
    places::places,
    requests::{call, filled, slot},
    world::World,
};
use crate::support::post::Post;

const MARKER: &str = "mqgiantz";

fn hostile(sent: Sent) -> Hostile {
    Hostile { marker: MARKER.to_owned(), sent }
}

/// Arrays or objects in one another around the marker.
fn nested(open: &str, depth: usize, close: &str) -> String {
    format!("{}\"{MARKER}\"{}", open.repeat(depth), close.repeat(depth))
}

/// JSON put into the place of an argument as it stands.
fn raw_giants() -> Vec<String> {
    let many = |one: &str, count: usize| vec![one; count].join(",");
    vec![
        nested("[", 60_000, "]"),
        nested("{\"a\":", 40_000, "}"),
        format!("{}{MARKER}", "[".repeat(60_000)),
        // Within the bound on depth, so that it reaches the schema.
        nested("[", 50, "]"),
        nested("{\"a\":", 50, "}"),
        format!("[{}]", many(&format!("\"{MARKER}\""), 9_000)),
        format!("[{}]", many(&format!("\"{MARKER}\""), 11_000)),
        format!("{{{}}}", (0..500).map(|n| format!("\"{MARKER}{n}\":{n}")).collect::<Vec<_>>().join(",")),
    ]
}

/// Strings, which models may mean as JSON.
fn text_giants() -> Vec<String> {
    vec![
        format!("{MARKER}{}", "x".repeat(60_000)),
        format!("{}{MARKER}", "é".repeat(30_000)),
        format!("{MARKER}{}", "\u{202e}\u{200b}\u{feff}".repeat(7_000)),
        // Longer than a string may be.
        format!("{MARKER}{}", "x".repeat(100_000)),
        nested("[", 60_000 / 2, "]"),
        nested("[", 120, "]"),
        nested("{\"a\":", 120, "}"),
        format!("[{}\"{MARKER}\"]", "\"x\",".repeat(10_000)),
        format!("{}{MARKER}", "9".repeat(5_000)),
        format!("1e{}{MARKER}", "9".repeat(300)),
    ]
}

#[tokio::test]
async fn nothing_too_deep_long_or_many_comes_back() {
    let mut world = World::new();
    let mut pipes = world.pipes();
    for tool in Tool::ALL.iter().copied() {
        for place in places(tool) {
            let message = call(tool, &place.with(slot()));
            let texts = text_giants().into_iter().map(|text| Value::from(text).to_string());
            for raw in raw_giants().into_iter().chain(texts) {
                let sent = hostile(Sent::Raw(raw.chars().take(80).collect()));
                let text = filled(&message, &raw);
                let request = Post::modern_raw(text.clone()).header("mcp-method", "tools/call");
                world.http(request.header("mcp-name", tool.as_str()).into_request(), &[&sent]).await;
                pipes.write(format!("{text}\n").as_bytes()).await;
                let line = pipes.next().await;
                world.line(&line, &[&sent]);
            }
        }
    }
    world.judge.report("giants");
}

/// Ten megabytes are refused before they are read, or cut.
#[tokio::test]
async fn ten_megabytes_are_refused_everywhere() {
    let mut world = World::new();
    let mut pipes = world.pipes();
    let long = format!("{MARKER}{}", "x".repeat(10 << 20));
    let sent = hostile(Sent::Text(long.chars().take(80).collect()));
    let calls = Tool::ALL.iter().map(|tool| call(*tool, &json!({ "organization_id": long })));
    let elsewhere = [
        json!({ "jsonrpc": "2.0", "id": 7, "method": long }),
        json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": long } }),
        json!({ "jsonrpc": "2.0", "id": 7, "method": "resources/read", "params": { "uri": long } }),
        json!({ "jsonrpc": "2.0", "id": long, "method": "tools/list" }),
    ];
    for message in calls.chain(elsewhere) {
        let request = Post::modern_raw(message.to_string()).header("mcp-method", "tools/call");
        world.http(request.into_request(), &[&sent]).await;
        let line = pipes.ask(&message).await;
        world.line(&line, &[&sent]);
    }
    // The stream goes on.
    let next = pipes.ask(&call(Tool::GetManifest, &json!({}))).await;
    assert_eq!(next["result"]["isError"], false);
    world.judge.report("ten megabytes");
}

/// JSON that a model put into a string is bounded like the message around it;
/// otherwise a message of 186 KB takes a core for twenty seconds.
#[tokio::test]
async fn json_in_a_string_is_bounded_too() {
    let running = crate::support::Running::demo();
    let many = format!("[{}1]", "1,".repeat(12_000));
    let arguments = json!({ "organization_id": crate::support::ORGANIZATION, "filters": { "make": many } });
    let result = running.call(Tool::Search.as_str(), arguments).await;
    let message = result["structuredContent"]["message"].as_str().unwrap();
    let more = message.split(' ').filter_map(|word| word.parse::<usize>().ok()).max().unwrap_or_default();
    assert!(more <= 10_000, "{message}");
}
