//! Documents are what the MCP resources are, to the byte.

use std::path::PathBuf;

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{demo, fetch, get};
use crate::{
    config_sites::{self, NORTH, SOUTH},
    support::{LISTEN, Running, post::Post},
};

fn sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// The result of `resources/read` by an anonymous caller.
async fn read(running: &Running, host: &str, door: &str, uri: &str) -> Value {
    let post = Post::modern("resources/read", json!({ "uri": uri })).at(door).header("host", host);
    running.send(post).await.json()["result"].take()
}

#[tokio::test]
async fn the_manifest_is_the_resource_byte_for_byte() {
    let running = config_sites::running();
    for host in [NORTH, SOUTH] {
        let got = fetch(&running, host, "/manifest.json").await;
        assert_eq!((got.status, got.header("content-type")), (200, Some("application/json")));
        assert_eq!(got.header("etag"), Some(format!("\"{}\"", sha256(&got.body)).as_str()));
        assert_eq!(got.header("last-modified"), Some("Tue, 01 Dec 2026 14:05:00 GMT"));
        for door in ["/mcp", "/mcp/compat"] {
            let resource = read(&running, host, door, "dealeragent://manifest").await;
            assert_eq!(resource["contents"][0]["text"].as_str().unwrap().as_bytes(), &got.body[..], "{host} {door}");
            let seconds = resource["ttlMs"].as_u64().unwrap() / 1000;
            assert_eq!(got.header("cache-control"), Some(format!("public, max-age={seconds}").as_str()));
        }
    }
}

/// A credential does not change what is public.
#[tokio::test]
async fn the_manifest_is_the_public_one_for_everybody() {
    let running = demo();
    let plain = running.send(get("/manifest.json")).await;
    let with = running.send(get("/manifest.json").header("authorization", "Bearer abc")).await;
    assert_eq!((with.status, &with.body), (200, &plain.body));
}

/// Within its lifetime nothing changes the manifest: not time, not a feed run.
#[tokio::test]
async fn the_manifest_changes_only_with_its_lifetime() {
    let running = demo();
    let first = running.send(get("/manifest.json")).await;
    assert_eq!(first.header("cache-control"), Some("public, max-age=300"));
    running.clock.advance(3590);
    running.feeds.run(running.gateway.clock().now());
    let later = running.send(get("/manifest.json")).await;
    assert_eq!((later.header("etag"), &later.body), (first.header("etag"), &first.body));
    assert_eq!(later.header("cache-control"), Some("public, max-age=10"), "nobody keeps it beyond its end");
    running.clock.advance(10);
    let next = running.send(get("/manifest.json")).await;
    assert_ne!(next.header("etag"), first.header("etag"));
    assert_eq!(next.header("last-modified"), Some("Tue, 01 Dec 2026 15:05:00 GMT"));
}

#[tokio::test]
async fn a_policy_is_the_resource_too_and_a_foreign_one_is_absent() {
    let running = config_sites::running();
    let got = fetch(&running, NORTH, "/policies/north.json").await;
    let resource = read(&running, NORTH, "/mcp", "dealeragent://organization/north/policy/default").await;
    assert_eq!(resource["contents"][0]["text"].as_str().unwrap(), got.text());
    assert!(got.header("etag").is_some() && got.header("last-modified").is_some());
    let nowhere = fetch(&running, NORTH, "/policies/nobody.json").await;
    for path in ["/policies/south.json", "/policies/north", "/policies/.json", "/policies/north%2Fx.json"] {
        let got = fetch(&running, NORTH, path).await;
        assert_eq!((got.status, got.text()), (404, nowhere.text()), "{path}");
        assert_eq!(got.headers, nowhere.headers, "{path}");
    }
}

#[tokio::test]
async fn the_claim_is_the_one_of_the_manifest() {
    let running = demo();
    let manifest = running.send(get("/manifest.json")).await.json();
    let path = manifest["conformance"]["claim_uri"].as_str().unwrap();
    let path = path.strip_prefix(&format!("http://{LISTEN}")).unwrap();
    let claim = running.send(get(path)).await;
    assert_eq!(manifest["conformance"]["claim_digest"], format!("sha256:{}", sha256(&claim.body)));
    assert_eq!(claim.json()["claim"], Value::Null);
}

/// The index names every committed schema; each is served as committed.
#[tokio::test]
async fn schemas_are_those_of_the_project_with_their_digests() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let running = config_sites::running();
    let index = fetch(&running, NORTH, "/schemas/").await.json();
    let entries = index["schemas"].as_array().unwrap();
    let mut committed: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    committed.sort();
    let mut listed: Vec<&str> = entries.iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    listed.sort_unstable();
    assert_eq!(listed, committed);
    for entry in entries {
        let name = entry["name"].as_str().unwrap();
        assert_eq!(entry["url"], format!("https://{NORTH}/schemas/{name}"));
        let got = fetch(&running, NORTH, &format!("/schemas/{name}")).await;
        assert_eq!(got.header("content-type"), Some("application/schema+json"));
        assert_eq!(got.body, std::fs::read(folder.join(name)).unwrap());
        assert_eq!(entry["digest"], format!("sha256:{}", sha256(&got.body)));
        assert_eq!(got.header("etag"), Some(format!("\"{}\"", sha256(&got.body)).as_str()));
        assert_eq!(entry["title"], got.json()["title"]);
    }
    assert_eq!(fetch(&running, NORTH, "/schemas").await.body, fetch(&running, NORTH, "/schemas/").await.body);
}

#[tokio::test]
async fn robots_are_welcome() {
    let got = demo().send(get("/robots.txt")).await;
    assert_eq!(got.header("content-type"), Some("text/plain; charset=utf-8"));
    let text = got.text();
    let rules: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rules, ["User-agent: *", "Allow: /"]);
}
