//! A throwaway server for the official MCP conformance suite: fixture tools and
//! resources on the very stack that the product runs on (`mcp_route`, layers,
//! dispatcher). `interop/conformance.sh` drives it. Never part of the product.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use dealeragent_server::{
    http::{
        AccessPolicy, ConnectionLimits, Entrance, Fairness, Limits, OriginRule, Shutdown, TrustedProxies, around,
        mcp_route, serve, shutdown_on_signal,
    },
    mcp::{
        CacheHint, CallFacts, Dispatcher, Handler, Implementation, Listed, ParamHeader, ProgressEvent, ProtocolError,
        ToolReply,
    },
};
use serde_json::{Value, json};

const CACHE: CacheHint = CacheHint { ttl_ms: 1000, public: true };
/// A one-pixel picture.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/// An empty WAV file.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/// Tools that take nothing: name and description.
const PLAIN_TOOLS: [(&str, &str); 10] = [
    ("test_simple_text", "Gives a text."),
    ("test_image_content", "Gives a picture."),
    ("test_audio_content", "Gives a sound."),
    ("test_embedded_resource", "Gives a resource."),
    ("test_multiple_content_types", "Gives a text, a picture and a resource."),
    ("test_error_handling", "Fails."),
    ("test_tool_with_progress", "Reports progress."),
    ("test_missing_capability", "Needs sampling."),
    ("test_streaming_elicitation", "Gives a text."),
    ("test_logging_tool", "Gives a text and logs nothing that was not asked for."),
];

struct Fixture {
    implementation: Implementation,
}

fn listed(value: &Value) -> Listed {
    Listed::whole(value.to_string().into_bytes(), CACHE)
}

fn reply(content: &Value) -> ToolReply {
    ToolReply { content: content.to_string().into_bytes(), ..ToolReply::default() }
}

fn text(text: &str) -> Value {
    json!([{ "type": "text", "text": text }])
}

fn schema_2020_12_tool() -> Value {
    json!({
        "name": "json_schema_2020_12_tool",
        "description": "Shows that keywords of JSON Schema 2020-12 are kept.",
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": { "address": {
                "$anchor": "addressDef", "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            } },
            "properties": {
                "name": { "type": "string" },
                "address": { "$ref": "#/$defs/address" },
                "contactMethod": { "type": "string", "enum": ["phone", "email"] },
                "phone": { "type": "string" },
                "email": { "type": "string" },
            },
            "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
            "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
            "then": { "required": ["phone"] },
            "else": { "required": ["email"] },
            "additionalProperties": false,
        },
    })
}

fn custom_header_tool() -> Value {
    json!({
        "name": "test_custom_header",
        "description": "Takes an argument that is mirrored in a header.",
        "inputSchema": {
            "type": "object",
            "properties": { "region": { "type": "string", "x-mcp-header": "Region" } },
            "required": ["region"],
            "additionalProperties": false,
        },
    })
}

async fn with_progress(facts: &CallFacts) -> Value {
    for progress in [0, 50, 100] {
        facts.progress.report(ProgressEvent { progress, total: Some(100) });
        // Lets the stream carry each report on its own.
        tokio::task::yield_now().await;
    }
    text("done")
}

impl Handler for Fixture {
    type Caller = ();

    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn instructions(&self, (): &()) -> Option<String> {
        None
    }

    fn discover_cache(&self, (): &()) -> CacheHint {
        CACHE
    }

    fn list_tools(&self, (): &()) -> Listed {
        let nothing = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        let mut tools: Vec<Value> = PLAIN_TOOLS
            .iter()
            .map(|(name, description)| json!({ "name": name, "description": description, "inputSchema": nothing }))
            .collect();
        tools.extend([schema_2020_12_tool(), custom_header_tool()]);
        listed(&json!(tools))
    }

    fn knows_tool(&self, name: &str) -> bool {
        PLAIN_TOOLS.iter().any(|(known, _)| *known == name)
            || matches!(name, "json_schema_2020_12_tool" | "test_custom_header")
    }

    fn param_headers(&self, name: &str) -> &[ParamHeader] {
        if name == "test_custom_header" { &[ParamHeader { name: "Region", pointer: "/region" }] } else { &[] }
    }

    async fn call_tool(&self, (): &(), name: &str, _: Value, facts: CallFacts) -> Result<ToolReply, ProtocolError> {
        let resource = |uri: &str, kind: &str, text: &str| json!({ "type": "resource", "resource": { "uri": uri, "mimeType": kind, "text": text } });
        let picture = json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
        Ok(match name {
            "test_image_content" => reply(&json!([picture])),
            "test_audio_content" => reply(&json!([{ "type": "audio", "data": WAV, "mimeType": "audio/wav" }])),
            "test_embedded_resource" => {
                reply(&json!([resource("test://embedded-resource", "text/plain", "An embedded resource.")]))
            }
            "test_multiple_content_types" => reply(&json!([
                { "type": "text", "text": "Several kinds of content:" },
                picture,
                resource("test://mixed-content-resource", "application/json", "{\"test\":\"data\",\"value\":123}"),
            ])),
            "test_error_handling" => ToolReply { is_error: true, ..reply(&text("This tool always fails.")) },
            "test_tool_with_progress" => reply(&with_progress(&facts).await),
            "test_missing_capability" if !facts.client_capabilities.contains_key("sampling") => {
                return Err(ProtocolError::missing_capability(&json!({ "sampling": {} })));
            }
            _ => reply(&text("This is a text.")),
        })
    }

    fn list_resources(&self, (): &(), _: Option<&str>) -> Option<Listed> {
        Some(listed(&json!([
            { "uri": "test://static-text", "name": "static-text", "mimeType": "text/plain" },
            { "uri": "test://static-binary", "name": "static-binary", "mimeType": "image/png" },
        ])))
    }

    fn list_resource_templates(&self, (): &()) -> Listed {
        listed(&json!([{ "uriTemplate": "test://template/{id}/data", "name": "template" }]))
    }

    async fn read_resource(&self, (): &(), uri: &str, _: Option<std::net::IpAddr>) -> Result<Listed, ProtocolError> {
        let template = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        let contents = match (uri, template) {
            ("test://static-text", _) => json!({ "uri": uri, "mimeType": "text/plain", "text": "A static text." }),
            ("test://static-binary", _) => json!({ "uri": uri, "mimeType": "image/png", "blob": PNG }),
            (_, Some(id)) => {
                let data = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
                json!({ "uri": uri, "mimeType": "application/json", "text": data.to_string() })
            }
            _ => return Err(ProtocolError::no_resource(uri)),
        };
        Ok(listed(&json!([contents])))
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listen: SocketAddr = "127.0.0.1:0".parse().map_err(std::io::Error::other)?;
    let listener = tokio::net::TcpListener::bind(listen).await?;
    let listen = listener.local_addr()?;
    let (name, title) = ("conformance-fixture".to_owned(), "Conformance fixture".to_owned());
    let fixture = Fixture { implementation: Implementation { name, title, version: "1".to_owned() } };
    let dispatcher = Dispatcher::new(Arc::new(fixture));
    let (switch, shutdown) = Shutdown::channel();
    let limits = Limits { timeout: Duration::from_secs(30), ..Limits::default() };
    let route = mcp_route(
        move |_: &str| Some(Entrance::open(dispatcher.clone(), ())),
        limits,
        Fairness::new(&limits),
        shutdown.clone(),
    );
    let access = AccessPolicy {
        public_authorities: Vec::new(),
        listen: Some(listen),
        origins: OriginRule::Loopback,
        proxies: TrustedProxies::default(),
    };
    let router = around(Router::new().route("/mcp", route), Arc::new(access), limits);
    // The one line that the script waits for.
    announce(listen);
    tokio::spawn(shutdown_on_signal(switch));
    serve(listener, router, None, ConnectionLimits::default(), shutdown).await
}

#[allow(clippy::print_stdout)]
fn announce(listen: SocketAddr) {
    println!("http://{listen}/mcp");
}
