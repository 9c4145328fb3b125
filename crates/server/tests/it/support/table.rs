//! Tables of requests with what each must be answered.

use axum::Router;
use serde_json::{Value, json};

use super::post::{ID, Post};

pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) post: Post,
    pub(crate) status: u16,
    /// The JSON-RPC code; `None` where a result is due.
    pub(crate) code: Option<i64>,
    /// The echoed id; `None` where the answer must have no such member.
    pub(crate) id: Option<Value>,
}

/// A row that echoes the usual id.
pub(crate) fn refused(name: &'static str, post: Post, status: u16, code: i64) -> Row {
    Row { name, post, status, code: Some(code), id: Some(json!(ID)) }
}

/// A row whose id cannot be read.
pub(crate) fn without_id(name: &'static str, post: Post, status: u16, code: i64) -> Row {
    Row { name, post, status, code: Some(code), id: None }
}

/// A row that gets its result.
pub(crate) fn answered(name: &'static str, post: Post) -> Row {
    Row { name, post, status: 200, code: None, id: Some(json!(ID)) }
}

/// Sends every row and reports all that are wrong at once.
pub(crate) async fn check(router: &Router, rows: Vec<Row>) {
    assert!(!rows.is_empty());
    let mut wrong = Vec::new();
    for row in rows {
        let got = row.post.send(router).await;
        let reply = got.json();
        let wanted = (row.status, row.code, row.id);
        let found = (got.status, reply["error"]["code"].as_i64(), reply.get("id").cloned());
        if wanted != found {
            wrong.push(format!("{}: wanted {wanted:?}, found {found:?} in {reply}", row.name));
        }
        assert_eq!(reply["jsonrpc"], "2.0", "{}", row.name);
        assert_eq!(reply.get("result").is_some(), row.code.is_none(), "{}: {reply}", row.name);
        assert_eq!(got.header("content-type"), Some("application/json"), "{}", row.name);
        assert!(!got.text().contains('\n'), "{}: not a single line", row.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
