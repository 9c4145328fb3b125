//! A request that a client would send, to be spoiled by a test, and its answer.

use std::io::Read as _;

use axum::{Router, body::Body};
use bytes::Bytes;
use dealeragent_server::mcp::MODERN;
use http::{HeaderMap, HeaderValue, Method, Request};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::LISTEN;

pub(crate) const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
/// The id of every request that a test does not give another one.
pub(crate) const ID: i64 = 7;

#[derive(Debug, Clone)]
pub(crate) struct Post {
    method: Method,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

pub(crate) fn modern_meta() -> Value {
    json!({ VERSION_KEY: MODERN, CAPABILITIES_KEY: {} })
}

fn message(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": ID, "method": method, "params": params })
}

impl Post {
    fn new(headers: Vec<(&'static str, String)>, body: Vec<u8>) -> Self {
        Self { method: Method::POST, path: "/mcp".to_owned(), headers, body }
            .header("host", LISTEN)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
    }

    /// A well-formed request of 2026-07-28, with its mirrored headers.
    pub(crate) fn modern(method: &str, mut params: Value) -> Self {
        params["_meta"] = modern_meta();
        let name = params.get("name").or_else(|| params.get("uri")).and_then(Value::as_str).map(ToOwned::to_owned);
        let post = Self::modern_raw(message(method, &params).to_string()).header("mcp-method", method);
        match name {
            Some(name) => post.header("mcp-name", &name),
            None => post,
        }
    }

    /// A body of the test's own under the headers of a modern client.
    pub(crate) fn modern_raw(body: impl Into<Vec<u8>>) -> Self {
        Self::new(Vec::new(), body.into()).header("mcp-protocol-version", MODERN).header("mcp-method", "tools/list")
    }

    /// A well-formed request of the handshake era.
    pub(crate) fn legacy(version: &str, method: &str, params: &Value) -> Self {
        Self::new(Vec::new(), message(method, params).to_string().into_bytes()).header("mcp-protocol-version", version)
    }

    pub(crate) fn call(tool: &str, arguments: Value) -> Self {
        Self::modern("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// The same request as a client of the handshake era sends it.
    pub(crate) fn in_handshake_era(&self, version: &str) -> Self {
        let message = self.message();
        let mut params = message["params"].clone();
        params.as_object_mut().unwrap().remove("_meta");
        let legacy = Self::legacy(version, message["method"].as_str().unwrap(), &params);
        let host = self.headers.iter().find(|(name, _)| *name == "host");
        host.map_or(legacy.clone(), |(_, host)| legacy.header("host", host)).at(&self.path)
    }

    /// Sets a header.
    pub(crate) fn header(self, name: &'static str, value: &str) -> Self {
        self.without(name).also(name, value)
    }

    /// Adds a header beside those of the same name.
    pub(crate) fn also(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self
    }

    pub(crate) fn at(mut self, path: &str) -> Self {
        self.path = path.to_owned();
        self
    }

    pub(crate) fn verb(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Changes the JSON of the body.
    pub(crate) fn change(mut self, change: impl FnOnce(&mut Value)) -> Self {
        let mut value = serde_json::from_slice(&self.body).unwrap();
        change(&mut value);
        self.body = value.to_string().into_bytes();
        self
    }

    /// Changes the `_meta` of the body.
    pub(crate) fn meta(self, meta: Value) -> Self {
        self.change(|body| body["params"]["_meta"] = meta)
    }

    /// The JSON of the body.
    pub(crate) fn message(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn into_request(self) -> Request<Body> {
        let mut request = Request::builder().method(self.method).uri(self.path);
        for (name, value) in self.headers {
            request = request.header(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        request.body(Body::from(self.body)).unwrap()
    }

    /// Sends it, and checks what holds for every answer.
    pub(crate) async fn send(self, router: &Router) -> Got {
        let response = router.clone().oneshot(self.into_request()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        let got = Got { status: parts.status.as_u16(), headers: parts.headers, body };
        // A schema is a document of its own, with its own tests.
        if got.header("content-type") != Some("application/schema+json") {
            got.check();
        }
        got
    }
}

#[derive(Debug)]
pub(crate) struct Got {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// Words of parsers, libraries, types and paths: none of them may leave.
const FORBIDDEN: [&str; 33] = [
    "serde",
    "expected value",
    "expected `",
    "EOF while parsing",
    "trailing characters",
    "recursion limit",
    "invalid type",
    "invalid utf-8",
    "unknown field",
    "missing field",
    "at line ",
    "line 1 column",
    "axum",
    "hyper",
    "tokio",
    "tower",
    "jsonschema",
    "rmcp",
    "reqwest",
    "dealeragent_protocol",
    "dealeragent_gateway",
    "dealeragent_server",
    "dealeragent_feeds",
    "dealeragent_inventory:",
    "::",
    "Option<",
    "Some(",
    "Err(",
    "panicked",
    "unwrap",
    "src/",
    ".rs:",
    "/home/",
];

impl Got {
    fn check(&self) {
        assert!(self.headers.get("mcp-session-id").is_none(), "no session is ever made");
        let text = match self.header("content-encoding") {
            Some("gzip") if !self.body.is_empty() => String::from_utf8(self.unzipped().to_vec()).unwrap(),
            _ => self.text(),
        };
        for word in FORBIDDEN {
            assert!(!text.contains(word), "`{word}` in {text}");
        }
    }

    /// What a compressed answer holds.
    pub(crate) fn unzipped(&self) -> Bytes {
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(&*self.body).read_to_end(&mut bytes).unwrap();
        bytes.into()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.to_vec()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}
