//! The headers that mirror a modern request, and the envelope in `_meta`.

use data_encoding::BASE64;
use serde_json::{Value, json};

use crate::support::{
    Running,
    post::{CAPABILITIES_KEY, Post, VERSION_KEY, modern_meta},
    table::{Row, answered, check, refused},
};

const HEADER: i64 = -32020;
const ENVELOPE: i64 = -32602;
const REVISION: i64 = -32022;
const MANIFEST: &str = "dealeragent.discovery.get_manifest";

fn list() -> Post {
    Post::modern("tools/list", json!({}))
}

fn manifest() -> Post {
    Post::call(MANIFEST, json!({}))
}

fn other_revision(version: &str) -> Value {
    json!({ VERSION_KEY: version, CAPABILITIES_KEY: {} })
}

fn versions() -> Vec<Row> {
    vec![
        refused("no version header", list().without("mcp-protocol-version"), 400, HEADER),
        refused("empty version header", list().header("mcp-protocol-version", ""), 400, HEADER),
        refused("header and body differ", list().header("mcp-protocol-version", "2025-11-25"), 400, HEADER),
        refused("body and header differ", list().meta(other_revision("2025-11-25")), 400, HEADER),
        refused(
            "no version header, nothing in the body",
            list().meta(json!({})).without("mcp-protocol-version"),
            400,
            HEADER,
        ),
        refused(
            "an unknown revision",
            list().meta(other_revision("2027-01-01")).header("mcp-protocol-version", "2027-01-01"),
            400,
            REVISION,
        ),
        refused(
            "a handshake revision in the envelope",
            list().meta(other_revision("2025-11-25")).header("mcp-protocol-version", "2025-11-25"),
            400,
            REVISION,
        ),
        refused(
            "an old revision by header alone",
            list().meta(json!({})).header("mcp-protocol-version", "2024-11-05"),
            400,
            REVISION,
        ),
        refused("upper case", list().header("mcp-protocol-version", "2026-07-28X"), 400, HEADER),
    ]
}

fn envelopes() -> Vec<Row> {
    let row = |name, meta: Value| refused(name, list().meta(meta), 400, ENVELOPE);
    let no_meta = list().change(|body| {
        body["params"].as_object_mut().unwrap().remove("_meta");
    });
    let no_params = list().change(|body| {
        body.as_object_mut().unwrap().remove("params");
    });
    vec![
        refused("no _meta", no_meta, 400, ENVELOPE),
        refused("no params", no_params, 400, ENVELOPE),
        row("_meta is no object", json!("x")),
        row("empty _meta", json!({})),
        row("no protocolVersion", json!({ CAPABILITIES_KEY: {} })),
        row("protocolVersion is a number", json!({ VERSION_KEY: 20_260_728, CAPABILITIES_KEY: {} })),
        row("no clientCapabilities", json!({ VERSION_KEY: "2026-07-28" })),
        row("clientCapabilities is an array", json!({ VERSION_KEY: "2026-07-28", CAPABILITIES_KEY: [] })),
        row("clientCapabilities is null", json!({ VERSION_KEY: "2026-07-28", CAPABILITIES_KEY: null })),
    ]
}

fn methods() -> Vec<Row> {
    vec![
        refused("no Mcp-Method", list().without("mcp-method"), 400, HEADER),
        refused("another Mcp-Method", list().header("mcp-method", "tools/call"), 400, HEADER),
        refused("Mcp-Method in capitals", list().header("mcp-method", "Tools/List"), 400, HEADER),
        refused("encoded Mcp-Method", list().header("mcp-method", &encoded(b"tools/list")), 400, HEADER),
        refused("Mcp-Method of an unknown method", list().header("mcp-method", "no/such"), 400, HEADER),
        answered("Mcp-Method between blanks", list().header("mcp-method", " \ttools/list ")),
        refused("Mcp-Method that is no text", list().header("mcp-method", "tools/l\u{ef}st"), 400, HEADER),
    ]
}

fn encoded(bytes: &[u8]) -> String {
    format!("=?base64?{}?=", BASE64.encode(bytes))
}

fn names() -> Vec<Row> {
    let bad = |name, value: &str| refused(name, manifest().header("mcp-name", value), 400, HEADER);
    let good = |name, value: &str| answered(name, manifest().header("mcp-name", value));
    let unpadded = encoded(MANIFEST.as_bytes()).replace('=', "").replace("?base64?", "=?base64?") + "=";
    let read = || Post::modern("resources/read", json!({ "uri": "dealeragent://manifest" }));
    vec![
        refused("no Mcp-Name", manifest().without("mcp-name"), 400, HEADER),
        bad("another tool", "dealeragent.dealer.get"),
        bad("Mcp-Name in capitals", &MANIFEST.to_uppercase()),
        bad("the other spelling of the same tool", &MANIFEST.replace('.', "_")),
        bad("empty Mcp-Name", ""),
        bad("bad base64", "=?base64?!!!!?="),
        bad("base64 without padding", &unpadded),
        bad("base64 of bytes that are no UTF-8", &encoded(&[0xff, 0xfe])),
        bad("base64 of another name", &encoded(b"dealeragent.dealer.get")),
        bad("base64 with marks in capitals", &encoded(MANIFEST.as_bytes()).replace("base64", "BASE64")),
        bad("base64 with one mark", &format!("=?base64?{}", BASE64.encode(MANIFEST.as_bytes()))),
        good("plain", MANIFEST),
        good("base64", &encoded(MANIFEST.as_bytes())),
        good("between blanks", &format!("  {MANIFEST}\t ")),
        answered("a resource", read()),
        answered("a resource in base64", read().header("mcp-name", &encoded(b"dealeragent://manifest"))),
        refused("no Mcp-Name for a resource", read().without("mcp-name"), 400, HEADER),
        refused("another resource", read().header("mcp-name", "dealeragent://other"), 400, HEADER),
        answered("lists need no Mcp-Name", list()),
        answered("a stray Mcp-Name on a list", list().header("mcp-name", "anything")),
    ]
}

fn twice() -> Vec<Row> {
    vec![
        refused("two versions", list().also("mcp-protocol-version", "2025-11-25"), 400, HEADER),
        refused("two methods", list().also("mcp-method", "tools/call"), 400, HEADER),
        refused("two names", manifest().also("mcp-name", "dealeragent.dealer.get"), 400, HEADER),
        refused("the wrong one first", list().header("mcp-method", "x").also("mcp-method", "tools/list"), 400, HEADER),
        answered("the same version twice", list().also("mcp-protocol-version", "2026-07-28")),
        answered("the same method twice", list().also("mcp-method", " tools/list")),
    ]
}

#[tokio::test]
async fn mirrored_headers_are_held_against_the_body() {
    let running = Running::demo();
    for rows in [versions(), envelopes(), methods(), names(), twice()] {
        check(&running.router, rows).await;
    }
}

/// The refusal says what is spoken here, and carries the registry's code.
#[tokio::test]
async fn an_unsupported_revision_is_told_what_is_supported() {
    let running = Running::demo();
    for (version, repeated) in [("2027-01-01", "2027-01-01"), ("<script>alert(1)</script>", "(unreadable)")] {
        let post = list().meta(other_revision(version)).header("mcp-protocol-version", version);
        let data = running.send(post).await.json()["error"]["data"].clone();
        assert_eq!(data["supported"], json!(["2026-07-28"]));
        assert_eq!(data["requested"], repeated);
        assert_eq!(data["code"], "dealeragent.protocol.unsupported_revision");
    }
}

/// Clients send more than is needed; nothing of it is required or refused.
#[tokio::test]
async fn unknown_members_of_the_envelope_are_tolerated() {
    let running = Running::demo();
    let mut meta = modern_meta();
    meta[CAPABILITIES_KEY] = json!({ "roots": { "listChanged": true }, "future": [1] });
    meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": "x", "version": "1" });
    meta["traceparent"] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".into();
    meta["example.com/other"] = json!({ "deep": [[[]]] });
    check(&running.router, vec![answered("tolerated", list().meta(meta))]).await;
}
