//! Requests with something hostile in them.

use dealeragent_protocol::tool::Tool;
use http::HeaderValue;
use serde_json::{Value, json};

use crate::support::post::{ID, Post, modern_meta};

/// A message of a modern client.
pub(crate) fn message(method: &str, mut params: Value) -> Value {
    params["_meta"] = modern_meta();
    json!({ "jsonrpc": "2.0", "id": ID, "method": method, "params": params })
}

/// The message of a call.
pub(crate) fn call(tool: Tool, arguments: &Value) -> Value {
    message("tools/call", json!({ "name": tool.as_str(), "arguments": arguments }))
}

/// What stands in a message where JSON is put in as it is.
const SLOT: &str = "the slot of the raw text";

/// A placeholder for JSON as it stands.
pub(crate) fn slot() -> Value {
    SLOT.into()
}

/// The message with the slot filled.
pub(crate) fn filled(message: &Value, raw: &str) -> String {
    message.to_string().replace(&format!("\"{SLOT}\""), raw)
}

/// A message under the headers that mirror it, encoded where they must be.
pub(crate) fn post(message: &Value) -> Post {
    let method = message["method"].as_str().unwrap_or_default();
    let name = ["name", "uri"].iter().find_map(|key| message["params"][key].as_str());
    let post = Post::modern_raw(message.to_string());
    let post = if sendable(method) { post.header("mcp-method", method) } else { post };
    match name {
        Some(name) => {
            let encoded = format!("=?base64?{}?=", data_encoding::BASE64.encode(name.as_bytes()));
            post.header("mcp-name", if sendable(name) { name } else { &encoded })
        }
        None => post,
    }
}

/// Whether HTTP has a way to say it in a header.
pub(crate) fn sendable(text: &str) -> bool {
    HeaderValue::from_bytes(text.as_bytes()).is_ok()
}
