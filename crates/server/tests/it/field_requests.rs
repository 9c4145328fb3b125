//! Raw requests as clients in the field send them (kinds E01 to E21 of the
//! collection; `docs/references.md`). Those with a test elsewhere: E02, E03 and
//! E04 in `tools_list`, E05 in `answers`, E06 in `answer_sizes`, E07 in
//! `http_rules`, E11 in `access`, E16 and E17 in `pages`, E18 in `research`, E19
//! in `error_causes` and `limits`, E20 in `errors`.

use dealeragent_protocol::tool::{NamedTool, Tool, tool_by_name};
use dealeragent_server::http::Limits;
use serde_json::{Value, json};

use crate::support::{Running, post::Post};

fn file(name: &str) -> String {
    let path = format!("{}/../../fixtures/http/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// E01: the safe door shows no name that such a client refuses, and a call takes
/// either spelling at either door.
#[tokio::test]
async fn e01_one_dotted_name_hides_no_tool() {
    let names: Value = serde_json::from_str(&file("e07_tool_names.json")).unwrap();
    let is_taken = |name: &str| {
        let fits = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        fits && (1..=64).contains(&name.len())
    };
    assert_eq!(names["client_pattern"], "^[a-zA-Z0-9_-]{1,64}$");
    let running = Running::demo();
    let listed = running.send(Post::modern("tools/list", json!({})).at("/mcp/compat")).await.json();
    let listed: Vec<&str> =
        listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(listed.len(), Tool::ALL.len());
    assert!(listed.iter().all(|name| is_taken(name)), "{listed:?}");
    let spellings = names["dotted"].as_array().unwrap().iter().zip(names["aliases"].as_array().unwrap());
    for (dotted, alias) in spellings {
        let [dotted, alias] = [dotted, alias].map(|name| name.as_str().unwrap());
        assert_eq!(tool_by_name(dotted), tool_by_name(alias));
        assert!(matches!(tool_by_name(dotted), Some(NamedTool::Known(_))));
        for (door, name) in [("/mcp", dotted), ("/mcp", alias), ("/mcp/compat", dotted), ("/mcp/compat", alias)] {
            let reply = running.send(Post::call(name, json!({})).at(door)).await.json();
            assert!(reply.get("error").is_none(), "{name} at {door}: {reply}");
        }
    }
}

/// E08: one endpoint answers a client of the handshake era.
#[tokio::test]
async fn e08_an_old_client_shakes_hands_and_goes_on() {
    let running = Running::demo();
    let raw = file("e06_legacy_initialize.http");
    let (head, body) = raw.replace("\r\n", "\n").split_once("\n\n").map(|(h, b)| (h.to_owned(), b.to_owned())).unwrap();
    assert!(head.starts_with("POST /mcp"));
    for door in ["/mcp", "/mcp/compat"] {
        // As an old client: no protocol version header before the handshake.
        let post = Post::legacy("2025-06-18", "initialize", &json!({})).without("mcp-protocol-version");
        let got = running.send(post.at(door).body(body.clone())).await;
        assert_eq!(got.status, 200);
        let reply = got.json();
        assert_eq!((&reply["id"], &reply["result"]["protocolVersion"]), (&json!(0), &json!("2025-06-18")));
        assert!(got.header("mcp-session-id").is_none(), "E09: no session to lose");
    }
}

/// E09: a second replica knows nothing of the first and answers all the same.
#[tokio::test]
async fn e09_another_replica_goes_on_without_a_session() {
    let (first, second) = (Running::demo(), Running::demo());
    let hello =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
    assert_eq!(first.send(Post::legacy("2025-06-18", "initialize", &hello)).await.status, 200);
    let list = Post::legacy("2025-06-18", "tools/list", &json!({})).header("mcp-session-id", "of-the-first");
    assert_eq!(second.send(list).await.json()["result"]["tools"].as_array().unwrap().len(), 7);
}

/// E10: there is no idle stream that an edge could cut.
#[tokio::test]
async fn e10_no_stream_is_held_by_get() {
    let running = Running::demo();
    for door in ["/mcp", "/mcp/compat"] {
        for verb in [http::Method::GET, http::Method::DELETE] {
            let got =
                running.send(Post::modern_raw("").at(door).verb(verb).header("accept", "text/event-stream")).await;
            assert_eq!((got.status, got.header("allow")), (405, Some("POST, OPTIONS")));
        }
    }
}

/// E12: behind a proxy the public name is known, a foreign one is named as the
/// mistake that it is, with the setting that mends it.
#[tokio::test]
async fn e12_the_public_name_passes_and_a_foreign_one_is_explained() {
    let config =
        dealeragent_server::demo::CONFIG.replacen("[server]\n", "[server]\npublic_url = \"https://cars.example\"\n", 1);
    let running = Running::limited(&config, dealeragent_server::files::Files::Demo, Limits::default());
    for host in ["cars.example", "CARS.example:443", "127.0.0.1:8484"] {
        assert_eq!(
            running.send(Post::modern("tools/list", json!({})).header("host", host)).await.status,
            200,
            "{host}"
        );
    }
    let got = running.send(Post::modern("tools/list", json!({})).header("host", "evil.example")).await;
    assert_eq!(got.status, 421);
    assert!(got.text().contains("public_url"), "{}", got.text());
    // What the answer names is the public address, whatever a proxy says of itself.
    let post = Post::modern("resources/read", json!({ "uri": "dealeragent://manifest" }));
    let post = post.header("host", "127.0.0.1:8484").header("x-forwarded-host", "evil.example");
    let read = running.send(post.header("x-forwarded-proto", "gopher")).await.text();
    assert!(read.contains("https://cars.example/schemas/") && !read.contains("evil.example"), "{read}");
}

/// E21: a bad value is a result that a model can mend; an unknown tool is not.
#[tokio::test]
async fn e21_bad_values_are_results_and_bad_requests_are_errors() {
    let running = Running::demo();
    let bad =
        running.call("dealeragent_inventory_search", json!({ "organization_id": 7, "page": { "limit": 0 } })).await;
    assert_eq!(
        (&bad["isError"], &bad["structuredContent"]["code"]),
        (&json!(true), &json!("dealeragent.validation.invalid"))
    );
    let text = bad["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("/organization_id") && text.contains("/page/limit"), "{text}");
    for (post, code) in [
        (Post::call("no_such_tool", json!({})), -32602),
        (Post::modern("tools/call", json!({ "name": 7 })).header("mcp-name", "7"), -32602),
    ] {
        assert_eq!(running.send(post).await.json()["error"]["code"], code);
    }
}
