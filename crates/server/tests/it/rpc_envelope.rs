//! The JSON-RPC envelope: what is no request of JSON-RPC 2.0.

use serde_json::{Value, json};

use crate::support::{
    Running,
    post::Post,
    table::{Row, answered, check, refused, without_id},
};

const PARSE: i64 = -32700;
const SHAPE: i64 = -32600;

fn listing(change: impl FnOnce(&mut Value)) -> Post {
    Post::modern("tools/list", json!({})).change(change)
}

fn not_json() -> Vec<Row> {
    let row = |name, body: &[u8]| without_id(name, Post::modern_raw(body), 400, PARSE);
    vec![
        row("no body", b""),
        row("blanks alone", b"  \n "),
        row("broken off", b"{\"jsonrpc\":\"2.0\",\"id\":7"),
        row("words", b"tools/list please"),
        row("two documents", b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}{}"),
        row("a byte order mark", b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}"),
        row("no UTF-8 in a string", b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\xff\xfe\"}"),
        row("UTF-16", b"\xff\xfe{\0}\0"),
        row("half a surrogate", br#"{"jsonrpc":"2.0","id":7,"method":"\ud800"}"#),
        row("a comment", b"{\"jsonrpc\":\"2.0\",\"id\":7,/* */\"method\":\"ping\"}"),
        row("a number out of range", b"{\"jsonrpc\":\"2.0\",\"id\":1e999,\"method\":\"ping\"}"),
    ]
}

fn no_single_request() -> Vec<Row> {
    let row = |name, body: &str| without_id(name, Post::modern_raw(body), 400, SHAPE);
    vec![
        row("a batch", r#"[{"jsonrpc":"2.0","id":7,"method":"tools/list"}]"#),
        row("an empty batch", "[]"),
        row("a string", r#""tools/list""#),
        row("a number", "7"),
        row("null", "null"),
    ]
}

fn bad_ids() -> Vec<Row> {
    let ids = [
        ("null id", json!(null)),
        ("fractional id", json!(1.5)),
        ("whole number with a fraction", json!(7.0)),
        ("boolean id", json!(true)),
        ("object id", json!({ "id": 7 })),
        ("array id", json!([7])),
        ("id past 64 bits", json!(u64::MAX)),
    ];
    ids.into_iter().map(|(name, id)| without_id(name, listing(|body| body["id"] = id), 400, SHAPE)).collect()
}

fn bad_shapes() -> Vec<Row> {
    let row = |name, change: fn(&mut Value)| refused(name, listing(change), 400, SHAPE);
    let remove = |body: &mut Value, key: &str| {
        body.as_object_mut().unwrap().remove(key);
    };
    vec![
        refused("no jsonrpc", listing(|body| remove(body, "jsonrpc")), 400, SHAPE),
        row("jsonrpc 1.0", |body| body["jsonrpc"] = "1.0".into()),
        row("jsonrpc as a number", |body| body["jsonrpc"] = json!(2.0)),
        refused("no method", listing(|body| remove(body, "method")), 400, SHAPE),
        row("method as a number", |body| body["method"] = 1.into()),
        row("params as an array", |body| body["params"] = json!([])),
        row("params as a string", |body| body["params"] = "x".into()),
        row("params as null", |body| body["params"] = json!(null)),
        row("a response", |body| *body = json!({ "jsonrpc": "2.0", "id": 7, "result": {} })),
        row("an error response", |body| {
            *body = json!({ "jsonrpc": "2.0", "id": 7, "error": { "code": 1, "message": "no" } });
        }),
        row("a request that is a response too", |body| body["result"] = json!({})),
    ]
}

#[tokio::test]
async fn what_is_no_request_is_refused() {
    let running = Running::demo();
    for rows in [not_json(), no_single_request(), bad_ids(), bad_shapes()] {
        check(&running.router, rows).await;
    }
}

/// A string id comes back as a string, a number as a number.
#[tokio::test]
async fn ids_come_back_as_they_were() {
    let running = Running::demo();
    let ids = [json!("7"), json!(""), json!("ü 🚗"), json!(0), json!(-1), json!(i64::MAX), json!("x".repeat(2000))];
    let rows = ids.into_iter().flat_map(|id| {
        let (good, bad) = (listing(|body| body["id"] = id.clone()), listing(|body| body["id"] = id.clone()));
        let bad = bad.header("mcp-method", "other");
        [
            Row { name: "result", post: good, status: 200, code: None, id: Some(id.clone()) },
            Row { name: "error", post: bad, status: 400, code: Some(-32020), id: Some(id) },
        ]
    });
    check(&running.router, rows.collect()).await;
}

/// 60,000 levels overflow the stack of a parser without a bound.
#[tokio::test]
async fn deep_nesting_is_refused_without_a_crash() {
    let running = Running::demo();
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(60_000), close.repeat(60_000));
    let in_arguments = |value: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"x","arguments":{{"filters":{value}}}}}}}"#
        )
    };
    let arrays = deep("[", "]");
    let objects = format!("{}1{}", r#"{"":"#.repeat(40_000), "}".repeat(40_000));
    let rows = [
        without_id("arrays", Post::modern_raw(arrays.clone()), 400, SHAPE),
        without_id("arrays without an end", Post::modern_raw("[".repeat(60_000)), 400, SHAPE),
        without_id("objects", Post::modern_raw(objects.clone()), 400, SHAPE),
        // The id of a request can be read all the same.
        refused("arrays as an argument", Post::modern_raw(in_arguments(&arrays)), 400, SHAPE),
        refused("objects as an argument", Post::modern_raw(in_arguments(&objects)), 400, SHAPE),
    ];
    check(&running.router, rows.into()).await;
}

/// The same for strings and for the number of parts; what is within the bounds
/// passes.
#[tokio::test]
async fn long_strings_and_many_parts_are_refused() {
    let running = Running::demo();
    let other = |value: Value| listing(|body| body["params"]["other"] = value);
    let refused = |name, value| refused(name, other(value), 400, SHAPE);
    let rows = vec![
        refused("a long string", json!("x".repeat(100_000))),
        refused("a long string of escapes", json!("\n".repeat(50_000))),
        refused("a long key", json!({ ("k".repeat(100_000)): 1 })),
        refused("many items", json!(vec![0; 20_000])),
        answered("a string within the bound", other(json!("x".repeat(60_000)))),
        answered("items within the bound", other(json!(vec![0; 9_000]))),
    ];
    check(&running.router, rows).await;
}
