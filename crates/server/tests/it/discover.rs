//! `server/discover` and the manifest by its two ways.

use serde_json::{Value, json};

use crate::support::{Running, post::Post};

#[tokio::test]
async fn discover_says_what_is_delivered_and_no_more() {
    let running = Running::demo();
    let reply = running.send(Post::modern("server/discover", json!({}))).await.json();
    let result = &reply["result"];
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(
        result["capabilities"],
        json!({ "tools": { "listChanged": true }, "resources": { "listChanged": true } })
    );
    assert!(result.get("serverInfo").is_none(), "its place is _meta");
    assert!(result["instructions"].as_str().unwrap().contains("does not mean accident-free"));
}

/// DAP-CORE-006: the tool and the resource come from one object.
#[tokio::test]
async fn the_manifest_is_the_same_by_tool_and_by_resource() {
    let running = Running::demo();
    let called = running.ask(dealeragent_protocol::tool::Tool::GetManifest, json!({})).await;
    let read = running.send(Post::modern("resources/read", json!({ "uri": "dealeragent://manifest" }))).await.json();
    let contents = &read["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "application/json");
    assert_eq!(contents["uri"], "dealeragent://manifest");
    let read: Value = serde_json::from_str(contents["text"].as_str().unwrap()).unwrap();
    assert_eq!(called, read);
    assert_eq!(called["rooftop_ids"], json!(["ridge-denver", "ridge-chicago"]));
    let notice = &called["extensions"]["io.github.dealeragent.discovery"]["data_notice"];
    assert!(notice.as_str().unwrap().contains("made up"), "{notice}");
}

/// Whatever the manifest names can be read, and listed resources are those.
#[tokio::test]
async fn every_resource_of_the_manifest_can_be_read() {
    let running = Running::demo();
    let manifest = running.ask(dealeragent_protocol::tool::Tool::GetManifest, json!({})).await;
    let listed = running.send(Post::modern("resources/list", json!({}))).await.json();
    let listed: Vec<Value> =
        listed["result"]["resources"].as_array().unwrap().iter().map(|resource| resource["uri"].clone()).collect();
    let sorted = |uris: &[Value]| uris.iter().map(ToString::to_string).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(sorted(&listed), sorted(manifest["resources"].as_array().unwrap()));
    for uri in listed {
        let read = running.send(Post::modern("resources/read", json!({ "uri": uri }))).await.json();
        let text = read["result"]["contents"][0]["text"].as_str().unwrap().to_owned();
        assert!(serde_json::from_str::<Value>(&text).unwrap().is_object(), "{uri}");
    }
    assert!(json!(manifest["resources"]).as_array().unwrap().contains(&manifest["policy_uri"]));
}

/// What the manifest links to on this server is there, with the stated digest.
#[tokio::test]
async fn the_claim_document_has_the_stated_digest() {
    use sha2::Digest as _;
    let running = Running::demo();
    let manifest = running.ask(dealeragent_protocol::tool::Tool::GetManifest, json!({})).await;
    let uri = manifest["conformance"]["claim_uri"].as_str().unwrap();
    let path = uri.strip_prefix("http://127.0.0.1:8484").unwrap();
    let got = running.send(Post::modern_raw("").verb(http::Method::GET).at(path)).await;
    let digest = data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(&got.body));
    assert_eq!(manifest["conformance"]["claim_digest"], format!("sha256:{digest}"));
    let base = manifest["schema_base_uri"].as_str().unwrap().strip_prefix("http://127.0.0.1:8484").unwrap();
    for document in dealeragent_protocol::schema::documents() {
        let path = format!("{base}{}", document.file);
        let got = running.send(Post::modern_raw("").verb(http::Method::GET).at(&path)).await;
        assert_eq!((got.status, got.json()), (200, document.schema), "{path}");
    }
}
