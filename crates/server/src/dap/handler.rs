//! The MCP handler of one site on one door.

use std::{net::IpAddr, sync::Arc};

use dealeragent_gateway::{CacheScope, Failure, Gateway, Principal, RequestContext, ResourceNotFound, Site, View};
use dealeragent_protocol::{error::ErrorCode, tool::tool_by_name, wording::en};
use futures_util::FutureExt as _;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    Challenges, render,
    research::{self, Research},
    tool_list::ToolLists,
};
use crate::{
    http::Door,
    mcp::{CacheHint, CallFacts, CallerName, Handler, Implementation, Listed, ProtocolError, ToolReply},
};

/// A list could not be written as JSON: a defect.
#[derive(Debug, thiserror::Error)]
#[error("a list cannot be written as JSON")]
pub struct DapHandlerFault(#[from] serde_json::Error);

/// One site on one door.
pub struct DapHandler {
    gateway: Arc<Gateway>,
    site: Arc<Site>,
    implementation: Implementation,
    door: Door,
    tool_lists: ToolLists,
    challenges: Challenges,
}

impl DapHandler {
    /// Opens a site on a door.
    ///
    /// # Errors
    /// [`DapHandlerFault`], never in practice.
    pub fn new(gateway: Arc<Gateway>, site: Arc<Site>, door: Door) -> Result<Self, DapHandlerFault> {
        let tool_lists = ToolLists::new(door, site.has_research_tools());
        let context = gateway.context(Principal::Anonymous);
        tool_lists.of(gateway.view(&site, &context).tools())?;
        let implementation = Implementation {
            name: "dealeragent".to_owned(),
            title: format!("Dealer Agent Gateway of {}", site.operator().name),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let challenges = Challenges::of(&site, door);
        Ok(Self { gateway, site, implementation, door, tool_lists, challenges })
    }

    /// How this door asks callers to sign in.
    #[must_use]
    pub fn challenges(&self) -> &Challenges {
        &self.challenges
    }

    /// `search` or `fetch`, where this door has them. The protocol's tools go by
    /// longer names, so they cannot be taken for each other.
    fn research(&self, name: &str) -> Option<Research> {
        let offered = self.door == Door::Compat && self.site.has_research_tools();
        Research::by_name(name).filter(|_| offered)
    }

    async fn researched(&self, context: &RequestContext, tool: Research, arguments: &Value) -> ToolReply {
        let call = tool.call(&self.gateway, &self.site, context, arguments);
        let caught = std::panic::AssertUnwindSafe(call).catch_unwind().await;
        match caught.unwrap_or_else(|_| Err(Failure::new(ErrorCode::Internal, "a tool panicked"))) {
            Ok(answer) => research::reply(answer),
            Err(failure) => {
                log_failure(context, "search or fetch", &failure);
                render::failure(&failure, context, None, &self.challenges)
            }
        }
    }

    async fn called(&self, context: &RequestContext, name: &str, arguments: Value) -> ToolReply {
        let outcome = match tool_by_name(name) {
            Some(tool) => {
                let call = self.gateway.call_named(&self.site, context, tool, arguments);
                // A panic in a tool is caught and written down by the gateway;
                // one in writing it down is an answer of the registry all the
                // same, and the connection survives.
                let caught = std::panic::AssertUnwindSafe(call).catch_unwind().await;
                caught.unwrap_or_else(|_| Err(Failure::new(ErrorCode::Internal, "the audit panicked")))
            }
            None => Err(Failure::new(ErrorCode::CapabilityUnsupported, "there is no such tool")),
        };
        match outcome {
            Ok(answer) => render::answer(answer, self.gateway.answer_budget()),
            Err(failure) => {
                log_failure(context, name, &failure);
                render::failure(&failure, context, tool_by_name(name), &self.challenges)
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

fn cache_of(view: &View<'_>) -> CacheHint {
    CacheHint { ttl_ms: view.list_ttl_ms(), public: view.cache_scope() == CacheScope::Public }
}

impl Handler for DapHandler {
    type Caller = Principal;

    fn name_of(&self, caller: &Principal) -> Option<CallerName> {
        let Principal::Named(grant) = caller else { return None };
        let organization = grant.tenancy.as_ref().map(|tenancy| tenancy.organization.to_string());
        let tenant = organization.unwrap_or_else(|| grant.issuer.to_string());
        Some(CallerName { tenant, caller: grant.holder() })
    }

    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn instructions(&self, caller: &Principal) -> Option<String> {
        let context = self.gateway.context(caller.clone());
        let tools = self.gateway.view(&self.site, &context).tools();
        Some(en::instructions(|tool| tools.contains(tool)))
    }

    fn defect(&self, reason: &'static str) -> ProtocolError {
        let context = self.gateway.context(Principal::Anonymous);
        tracing::error!(trace_id = context.trace_id.as_str(), reason, "a request failed outside of a tool");
        ProtocolError::defect(&context.trace_id)
    }

    fn discover_cache(&self, caller: &Principal) -> CacheHint {
        let context = self.gateway.context(caller.clone());
        cache_of(&self.gateway.view(&self.site, &context))
    }

    fn list_changes(&self) -> Option<watch::Receiver<u64>> {
        Some(self.gateway.list_changes())
    }

    fn list_tools(&self, caller: &Principal) -> Listed {
        let context = self.gateway.context(caller.clone());
        let view = self.gateway.view(&self.site, &context);
        // It was written when the door opened; another set of tools cannot fail
        // where that one did not.
        let json = self.tool_lists.of(view.tools()).unwrap_or_else(|_| Arc::from(&b"[]"[..]));
        Listed::whole(json, cache_of(&view))
    }

    fn knows_tool(&self, name: &str) -> bool {
        tool_by_name(name).is_some() || self.research(name).is_some()
    }

    async fn call_tool(
        &self,
        caller: &Principal,
        name: &str,
        arguments: Value,
        facts: CallFacts,
    ) -> Result<ToolReply, ProtocolError> {
        let context = self.gateway.context(caller.clone()).from_peer(facts.peer);
        Ok(match self.research(name) {
            Some(tool) => self.researched(&context, tool, &arguments).await,
            None => self.called(&context, name, arguments).await,
        })
    }

    fn list_resources(&self, caller: &Principal, cursor: Option<&str>) -> Option<Listed> {
        let context = self.gateway.context(caller.clone());
        let cache = cache_of(&self.gateway.view(&self.site, &context));
        let page = self.gateway.list_resources(&self.site, &context, cursor)?;
        Some(Listed { json: written(&page.resources), cache, next_cursor: page.next_cursor })
    }

    fn list_resource_templates(&self, caller: &Principal) -> Listed {
        let context = self.gateway.context(caller.clone());
        let cache = cache_of(&self.gateway.view(&self.site, &context));
        Listed::whole(written(&self.gateway.resource_templates(&self.site, &context)), cache)
    }

    async fn read_resource(
        &self,
        caller: &Principal,
        uri: &str,
        peer: Option<IpAddr>,
    ) -> Result<Listed, ProtocolError> {
        let context = self.gateway.context(caller.clone()).from_peer(peer);
        let read = self.gateway.read_resource(&self.site, &context, uri).await.map_err(|error| match error {
            ResourceNotFound::Absent(failure) => {
                if let Some(failure) = failure {
                    log_failure(&context, "resources/read", &failure);
                }
                ProtocolError::no_resource(uri)
            }
            ResourceNotFound::Refused(failure) => {
                log_failure(&context, "resources/read", &failure);
                ProtocolError::refusal(&failure.payload(&context))
            }
            ResourceNotFound::Failed(failure) => {
                log_failure(&context, "resources/read", &failure);
                ProtocolError::defect(&context.trace_id)
            }
        })?;
        let contents = json!([{ "uri": read.uri, "mimeType": read.mime_type, "text": read.text }]);
        let cache = CacheHint { ttl_ms: read.ttl_ms, public: read.scope == CacheScope::Public };
        Ok(Listed::whole(contents.to_string().into_bytes(), cache))
    }
}

/// A list as JSON. Strings in memory cannot fail to be written.
fn written(list: &impl Serialize) -> Arc<[u8]> {
    serde_json::to_vec(list).unwrap_or_else(|_| b"[]".to_vec()).into()
}
