//! Nothing sends a model to a tool that it may not call (`DAP-DISC-002`).

use dealeragent_protocol::tool::Tool;
use serde_json::json;

use super::{ISSUER, OPEN, config, page, result, running};
use crate::support::{Running, post::Post};

/// Everything that tells a model what to do.
async fn told(running: &Running) -> String {
    let mut told = Vec::new();
    let discovered = result(running, "server/discover", json!({})).await;
    told.push(discovered["instructions"].as_str().unwrap().to_owned());
    let client = json!({ "name": "old-client", "version": "1" });
    let handshake = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let initialized = running.send(Post::legacy("2025-11-25", "initialize", &handshake)).await.json();
    assert_eq!(initialized["result"]["instructions"], discovered["instructions"]);
    for door in ["/mcp", "/mcp/compat"] {
        let listed = running.send(Post::modern("tools/list", json!({})).at(door)).await.json();
        for tool in listed["result"]["tools"].as_array().unwrap() {
            told.push(tool.to_string());
        }
    }
    told.push(result(running, "resources/templates/list", json!({})).await.to_string());
    for path in ["/", "/llms.txt"] {
        told.push(page(running, path).await.text());
    }
    told.join("\n")
}

/// Whether a word stands in a text, and not within a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(part) && !text[at + word.len()..].chars().next().is_some_and(part)
    })
}

#[tokio::test]
async fn an_undeclared_tool_is_not_ordered() {
    let keys = ["inventory", "availability", "pricing", "used_vehicles"];
    for (closed, more) in keys.iter().flat_map(|key| [(*key, ""), (*key, ISSUER)]) {
        let words = keys.map(|key| {
            let word = match (key == closed, more.is_empty()) {
                (false, _) => "public",
                (true, true) => "closed",
                (true, false) => "authenticated",
            };
            format!("{key} = \"{word}\"")
        });
        let running = running(&(config("", "", &words.join(", ")) + more));
        let text = told(&running).await;
        let declared = result(&running, "tools/list", json!({})).await.to_string();
        for tool in Tool::ALL.iter().filter(|tool| !declared.contains(&format!("\"{tool}\""))) {
            let last = tool.as_str().rsplit('.').next().unwrap();
            assert!(!has_word(&text, last), "{last} where {closed} is not open: {text}");
        }
        if closed == "availability" {
            assert!(text.contains("never say that a car is available now"), "{text}");
        }
    }
    let all = told(&running(&config("", "", OPEN))).await;
    assert!(all.contains("call verify_availability before saying that a car is still there"), "{all}");
    assert!(has_word(&all, "search") && !all.contains("{still_there}"));
}
