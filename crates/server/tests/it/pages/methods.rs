//! Another method than GET and HEAD is told what is taken.

use http::Method;
use serde_json::json;

use super::{PAGES, get};
use crate::config_sites::{self, NORTH};

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let running = config_sites::running();
    for path in PAGES.into_iter().chain(["/readyz"]) {
        for verb in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::TRACE] {
            let got = running.send(get(path).header("host", NORTH).verb(verb.clone())).await;
            assert_eq!(got.status, 405, "{verb} {path}");
            assert_eq!(got.header("allow"), Some("GET, HEAD, OPTIONS"), "{verb} {path}");
            assert_eq!(got.header("content-type"), Some("application/json"));
            let body = got.json();
            assert_eq!(body["allow"], json!(["GET", "HEAD", "OPTIONS"]));
            assert!(body["error"].as_str().unwrap().contains("GET or HEAD"), "{body}");
        }
        // What `Allow` says is true.
        let got = running.send(get(path).header("host", NORTH).verb(Method::OPTIONS)).await;
        assert_eq!(got.status, 204, "{path}");
    }
}

/// An MCP endpoint in a browser says where there is something to read; an answer
/// to a client says nothing of the kind.
#[tokio::test]
async fn a_refused_endpoint_links_to_what_can_be_read() {
    let running = config_sites::running();
    for door in ["/mcp", "/mcp/compat"] {
        let got = running.send(get(door).header("host", NORTH)).await;
        assert_eq!((got.status, got.header("allow")), (405, Some("POST, OPTIONS")));
        let link = got.header("link").unwrap();
        assert!(link.contains("<https://north.example/manifest.json>; rel=\"service-desc\""), "{link}");
        assert!(link.contains("<https://north.example/>; rel=\"service-doc\""), "{link}");
        let post = crate::support::post::Post::modern("tools/list", json!({})).at(door).header("host", NORTH);
        assert_eq!(running.send(post).await.header("link"), None);
    }
}
