//! The MCP handler of one site on one door.

use std::sync::Arc;

use dealeragent_gateway::{CacheScope, Failure, Gateway, Principal, RequestContext, ResourceNotFound, Site};
use dealeragent_protocol::{
    error::ErrorCode,
    tool::{NamedTool, tool_by_name},
    wording::en,
};
use futures_util::FutureExt as _;
use serde_json::{Value, json};

use super::{render, tool_list::tool_list};
use crate::{
    http::Door,
    mcp::{CacheHint, CallFacts, Handler, Implementation, Listed, ProtocolError, ToolReply},
};

/// How long lists may be kept by anonymous callers.
const LIST_CACHE: CacheHint = CacheHint { ttl_ms: 5 * 60 * 1000, public: true };

/// A list could not be written as JSON: a defect.
#[derive(Debug, thiserror::Error)]
#[error("a list cannot be written as JSON")]
pub struct DapHandlerFault(#[from] serde_json::Error);

/// One site on one door. Lists are written once, when it opens.
pub struct DapHandler {
    gateway: Arc<Gateway>,
    site: Arc<Site>,
    implementation: Implementation,
    tools: Arc<[u8]>,
    resources: Arc<[u8]>,
}

impl DapHandler {
    /// Opens a site on a door.
    ///
    /// # Errors
    /// [`DapHandlerFault`], never in practice.
    pub fn new(gateway: Arc<Gateway>, site: Arc<Site>, door: Door) -> Result<Self, DapHandlerFault> {
        let tools = serde_json::to_vec(&tool_list(&site, door))?.into();
        let resources = serde_json::to_vec(&gateway.list_resources(&site))?.into();
        let implementation = Implementation {
            name: "dealeragent".to_owned(),
            title: format!("Dealer Agent Gateway of {}", site.operator().name),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        Ok(Self { gateway, site, implementation, tools, resources })
    }

    async fn called(&self, context: &RequestContext, name: &str, arguments: Value) -> ToolReply {
        let outcome = match tool_by_name(name) {
            Some(NamedTool::Known(tool)) => {
                let call = self.gateway.call(&self.site, context, tool, arguments);
                // A panic is an answer of the registry, and the connection survives.
                let caught = std::panic::AssertUnwindSafe(call).catch_unwind().await;
                caught.unwrap_or_else(|_| Err(Failure::new(ErrorCode::Internal, "a tool panicked")))
            }
            _ => Err(Failure::new(ErrorCode::CapabilityUnsupported, "the tool is not implemented")),
        };
        match outcome {
            Ok(answer) => render::answer(answer, self.gateway.answer_budget()),
            Err(failure) => {
                log_failure(context, name, &failure);
                render::failure(&failure, context)
            }
        }
    }
}

/// The operator's side of a failure, under the trace id that the caller has.
/// The tool's name is one of ours by now.
fn log_failure(context: &RequestContext, tool: &str, failure: &Failure) {
    let (trace_id, code, reason) = (context.trace_id.as_str(), failure.code().as_str(), failure.private_reason());
    match failure.code() {
        ErrorCode::Internal => tracing::error!(trace_id, tool, code, reason, "a call failed"),
        _ => tracing::debug!(trace_id, tool, code, reason, "a call was refused"),
    }
}

fn listed(json: &Arc<[u8]>) -> Listed {
    Listed { json: Arc::clone(json), cache: LIST_CACHE }
}

impl Handler for DapHandler {
    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn instructions(&self) -> Option<&str> {
        Some(en::INSTRUCTIONS)
    }

    fn discover_cache(&self) -> CacheHint {
        LIST_CACHE
    }

    fn list_tools(&self) -> Listed {
        listed(&self.tools)
    }

    fn knows_tool(&self, name: &str) -> bool {
        tool_by_name(name).is_some()
    }

    async fn call_tool(&self, name: &str, arguments: Value, facts: CallFacts) -> Result<ToolReply, ProtocolError> {
        let context = self.gateway.context(Principal::Anonymous).from_peer(facts.peer);
        Ok(self.called(&context, name, arguments).await)
    }

    fn list_resources(&self) -> Listed {
        listed(&self.resources)
    }

    fn list_resource_templates(&self) -> Listed {
        Listed { json: Arc::from(&b"[]"[..]), cache: LIST_CACHE }
    }

    fn read_resource(&self, uri: &str) -> Result<Listed, ProtocolError> {
        let context = self.gateway.context(Principal::Anonymous);
        let read = self.gateway.read_resource(&self.site, &context, uri).map_err(|error| match error {
            ResourceNotFound::Absent => ProtocolError::no_resource(uri),
            ResourceNotFound::Failed(failure) => {
                log_failure(&context, "resources/read", &failure);
                ProtocolError::internal()
            }
        })?;
        let contents = json!([{ "uri": read.uri, "mimeType": read.mime_type, "text": read.text }]);
        let cache = CacheHint { ttl_ms: read.ttl_ms, public: read.scope == CacheScope::Public };
        Ok(Listed { json: contents.to_string().into_bytes().into(), cache })
    }
}
