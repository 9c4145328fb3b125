//! Validators: 304 in every form that clients and proxies send, HEAD, and both on
//! a real connection.

use http::Method;

use super::{PAGES, demo, fetch, get};
use crate::{
    config_sites::{self, NORTH},
    support::{
        post::Got,
        socket::{Connection, spawn},
    },
};

const PATH: &str = "/manifest.json";

#[tokio::test]
async fn a_caller_who_has_it_gets_304() {
    let running = demo();
    let whole = running.send(get(PATH)).await;
    let tag = whole.header("etag").unwrap();
    let bare = tag.trim_matches('"');
    let forms = [
        tag.to_owned(),
        format!("W/{tag}"),
        format!("\"{bare}-gzip\""),
        format!("W/\"{bare}-br\""),
        format!("\"a\", \"b,c\" , W/{tag}"),
        "*".to_owned(),
    ];
    for form in forms {
        for verb in [Method::GET, Method::HEAD] {
            let got = running.send(get(PATH).verb(verb).header("if-none-match", &form)).await;
            assert_eq!(got.status, 304, "{form}");
            assert!(got.body.is_empty());
            for name in ["etag", "cache-control", "last-modified", "vary"] {
                assert_eq!(got.header(name), whole.header(name), "{name} with {form}");
            }
            assert_eq!(got.header("content-type"), None);
            assert_eq!(got.header("content-length"), None);
        }
    }
    let two_lines = get(PATH).also("if-none-match", "\"a\"").also("if-none-match", tag);
    assert_eq!(running.send(two_lines).await.status, 304);
}

#[tokio::test]
async fn a_caller_who_has_something_else_gets_all_of_it() {
    let running = demo();
    let whole = running.send(get(PATH)).await;
    let bare = whole.header("etag").unwrap().trim_matches('"').to_owned();
    for form in ["\"a\"", "W/\"a\"", "", "\"", &bare, &format!("\"{bare}x\""), &format!("\"{bare}\"; x")] {
        let got = running.send(get(PATH).header("if-none-match", form)).await;
        assert_eq!((got.status, &got.body), (200, &whole.body), "{form}");
    }
}

#[tokio::test]
async fn a_date_counts_where_no_tag_was_sent() {
    let running = demo();
    let whole = running.send(get(PATH)).await;
    let date = whole.header("last-modified").unwrap();
    let status = async |since: &str| running.send(get(PATH).header("if-modified-since", since)).await.status;
    for since in [date, "Tue, 01 Dec 2026 14:05:01 GMT", "Tuesday, 01-Dec-26 15:00:00 GMT"] {
        assert_eq!(status(since).await, 304, "{since}");
    }
    for since in ["Tue, 01 Dec 2026 14:04:59 GMT", "yesterday", "", "2026-12-02T00:00:00Z"] {
        assert_eq!(status(since).await, 200, "{since}");
    }
    let both = get(PATH).header("if-modified-since", date).header("if-none-match", "\"another\"");
    assert_eq!(running.send(both).await.status, 200, "the tag decides");
}

/// Everything but what lives in the moment can be asked for again cheaply.
#[tokio::test]
async fn every_document_has_a_validator() {
    let running = config_sites::running();
    for path in PAGES.into_iter().filter(|path| !matches!(*path, "/" | "/healthz")) {
        let whole = fetch(&running, NORTH, path).await;
        assert_eq!(whole.status, 200, "{path}");
        let tag = whole.header("etag").unwrap_or_else(|| panic!("{path} has no tag"));
        assert!(whole.header("cache-control").unwrap().starts_with("public, max-age="), "{path}");
        let again = running.send(get(path).header("host", NORTH).header("if-none-match", tag)).await;
        assert_eq!(again.status, 304, "{path}");
    }
    for path in ["/manifest.json", "/policies/north.json", "/llms.txt", "/server.json"] {
        assert!(fetch(&running, NORTH, path).await.header("last-modified").is_some(), "{path}");
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let running = config_sites::running();
    let without_body = |got: &Got| got.headers.clone();
    for path in PAGES.into_iter().chain(["/readyz", "/nowhere", "/schemas/none.json"]) {
        let whole = fetch(&running, NORTH, path).await;
        let head = running.send(get(path).header("host", NORTH).verb(Method::HEAD)).await;
        assert_eq!(head.status, whole.status, "{path}");
        if path != "/nowhere" {
            assert!(head.body.is_empty(), "{path}");
            assert_eq!(without_body(&head), without_body(&whole), "{path}");
        }
    }
}

/// The connection goes on after a 304 and after a HEAD, so neither said anything
/// wrong about its length.
#[tokio::test]
async fn the_connection_survives_answers_without_a_body() {
    let running = demo();
    let tag = running.send(get(PATH)).await.header("etag").unwrap().to_owned();
    let (address, server) = spawn(running.router.clone(), running.shutdown.clone()).await;
    let mut connection = Connection::open(address).await;
    let ask = |verb: &str, path: &str, more: &str| format!("{verb} {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n");
    connection.write(ask("GET", PATH, &format!("If-None-Match: {tag}\r\n")).as_bytes()).await;
    let head = connection.head().await;
    assert_eq!(head.status, 304);
    assert_eq!((head.header("content-length"), head.header("transfer-encoding")), (None, None));
    for path in [PATH, "/nowhere", "/"] {
        connection.write(ask("HEAD", path, "").as_bytes()).await;
        let head = connection.head().await;
        assert!(matches!(head.status, 200 | 404), "{path}");
        assert!(head.header("content-length").is_some_and(|length| length != "0"), "{path}");
    }
    connection.write(ask("GET", "/healthz", "").as_bytes()).await;
    let (head, body) = connection.answer().await;
    assert_eq!((head.status, body.as_str()), (200, "{\"status\":\"ok\"}\n"));
    drop(connection);
    running.switch.send_replace(true);
    server.await.unwrap().unwrap();
}
