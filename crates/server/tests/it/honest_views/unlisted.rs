//! What is not listed does not show, not even by its absence.

use dealeragent_protocol::tool::Tool;
use serde_json::json;

use super::{ISSUER, OPEN, config, page, result, running, uris};
use crate::support::{Running, post::Post};

/// A second dealer that nobody may know of.
const HIDDEN: &str = r#"
[[organizations]]
id = "hidden"
name = "Hidden Motors"
access = { {access} }

[[organizations.rooftops]]
id = "hidden-main"
name = "Hidden Downtown"
listed = false
timezone = "America/Denver"
address = { lines = ["2 Road"], locality = "Denver", country = "US" }
departments = ["sales"]
"#;

#[tokio::test]
async fn a_site_that_lists_nothing_promises_nothing() {
    let running = running(&(config("", "listed = false", OPEN) + ISSUER));
    assert_eq!(uris(&running).await, Vec::<String>::new());
    let templates = result(&running, "resources/templates/list", json!({})).await;
    assert_eq!(templates["resourceTemplates"], json!([]));
    assert_eq!(page(&running, "/manifest.json").await.status, 404);
    for path in ["/", "/llms.txt"] {
        let got = page(&running, path).await;
        let text = got.text();
        assert!(!text.contains("manifest.json") && !text.contains("made up"), "{path}: {text}");
        assert!(!text.contains("Demonstration") && !text.contains("nobody"), "{path}: {text}");
        assert!(!got.header("link").unwrap_or_default().contains("manifest.json"), "{path}");
    }
    assert!(page(&running, "/").await.text().contains("signed-in callers"));
    let refused = running.send(Post::modern_raw("").verb(http::Method::GET)).await;
    assert_eq!(refused.status, 405);
    assert!(!refused.header("link").unwrap().contains("manifest.json"));
}

/// Who names no dealer means the only one that it may know of, whether or not
/// there is another one.
#[tokio::test]
async fn a_hidden_dealer_does_not_show_by_being_asked_for() {
    let alone = running(&config("", "", OPEN));
    let beside = running(&(config("", "", OPEN) + &HIDDEN.replace("{access}", OPEN)));
    let asked = async |running: &Running| running.ask(Tool::DealerGet, json!({})).await;
    assert_eq!(asked(&alone).await, asked(&beside).await);
    for path in ["/", "/llms.txt", "/manifest.json", "/policies/north.json"] {
        assert_eq!(page(&alone, path).await.text(), page(&beside, path).await.text(), "{path}");
    }
    for method in ["tools/list", "resources/list", "server/discover"] {
        let listed = async |running: &Running| result(running, method, json!({})).await;
        assert_eq!(listed(&alone).await, listed(&beside).await, "{method}");
    }
}

/// How long lists may be kept depends on the dealers that are shown, and on those
/// for whom a file may come.
#[tokio::test]
async fn only_an_awaited_file_keeps_lists_short() {
    let feedless = HIDDEN.replace("{access}", OPEN).replace("listed = false\n", "").replace("hidden", "south");
    let ttl = async |running: &Running| result(running, "tools/list", json!({})).await["ttlMs"].as_u64().unwrap();
    assert_eq!(ttl(&running(&(config("", "", OPEN) + &feedless))).await, 300_000);
    assert_eq!(ttl(&super::empty(&config("", "", OPEN))).await, 5_000);
}
