//! What a server behind the dispatcher offers.

use std::{future::Future, sync::Arc};

use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};

use super::{Era, ProtocolError};

/// Name and version of a server.
#[derive(Debug, Clone)]
pub struct Implementation {
    /// Short name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Version.
    pub version: String,
}

/// How long an answer may be kept, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheHint {
    /// Milliseconds.
    pub ttl_ms: u64,
    /// Whether one caller's answer may be given to another.
    pub public: bool,
}

/// A list or a reading: JSON array bytes, ready to be spliced in.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The array.
    pub json: Arc<[u8]>,
    /// Its cache fields.
    pub cache: CacheHint,
    /// What asks for the next page, where there is one.
    pub next_cursor: Option<String>,
}

impl Listed {
    /// A list of one page.
    #[must_use]
    pub fn whole(json: impl Into<Arc<[u8]>>, cache: CacheHint) -> Self {
        Self { json: json.into(), cache, next_cursor: None }
    }
}

/// An argument that an HTTP client mirrors in `Mcp-Param-<name>`.
#[derive(Debug, Clone, Copy)]
pub struct ParamHeader {
    /// The name after the prefix.
    pub name: &'static str,
    /// JSON Pointer of the argument.
    pub pointer: &'static str,
}

/// A JSON array of content blocks.
pub type ContentBlocks = Vec<u8>;

/// What a tool call gives.
#[derive(Debug, Clone, Default)]
pub struct ToolReply {
    /// Content blocks as a JSON array.
    pub content: ContentBlocks,
    /// The structured result as a JSON object.
    pub structured: Option<Vec<u8>>,
    /// Whether it is an error that the model should see.
    pub is_error: bool,
    /// Further members of the result's `_meta`: `"key":value,…` without braces.
    pub meta_members: Vec<u8>,
    /// HTTP status and `WWW-Authenticate` for failures of authorization.
    pub challenge: Option<(u16, String)>,
    /// `Retry-After` in seconds.
    pub retry_after: Option<u32>,
    /// What is left of the caller's quota.
    pub rate_limit: Option<RateLimitFields>,
}

/// A quota and what is left of it, as the header fields `RateLimit-Policy` and
/// `RateLimit` (draft-ietf-httpapi-ratelimit-headers) say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateLimitFields {
    /// `RateLimit-Policy`.
    pub policy: String,
    /// `RateLimit`.
    pub state: String,
}

/// What a tool may know of its call beyond the arguments.
#[derive(Debug, Clone)]
pub struct CallFacts {
    /// The era.
    pub era: Era,
    /// What the client declared; empty in the legacy era.
    pub client_capabilities: Map<String, Value>,
    /// Where progress goes.
    pub progress: Progress,
    /// Where the call came from, over HTTP.
    pub peer: Option<std::net::IpAddr>,
}

/// One report of progress.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgressEvent {
    /// How far.
    pub progress: u64,
    /// Of how much.
    pub total: Option<u64>,
}

/// Takes reports of progress; without a listener they go nowhere.
#[derive(Debug, Clone, Default)]
pub struct Progress(Option<mpsc::UnboundedSender<ProgressEvent>>);

impl Progress {
    /// A handle with its listening end.
    #[must_use]
    pub fn channel() -> (Self, mpsc::UnboundedReceiver<ProgressEvent>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(Some(sender)), receiver)
    }

    /// Reports progress.
    pub fn report(&self, event: ProgressEvent) {
        if let Some(sender) = &self.0 {
            // Nobody listens any more: the client has gone.
            let _ = sender.send(event);
        }
    }
}

/// Under which name a caller's requests are counted against those of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallerName {
    /// For whom it calls: tenants share alike, however many callers one has.
    pub tenant: String,
    /// The caller.
    pub caller: String,
}

/// A server behind the dispatcher.
pub trait Handler: Send + Sync + 'static {
    /// Who calls, as the edge knows it. What one caller is shown must never be
    /// given to another, so everything but the server's own name takes it.
    type Caller: Clone + Send + Sync + 'static;

    /// Under which name a caller's requests are counted against each other;
    /// `None` where only its address tells it apart.
    fn name_of(&self, caller: &Self::Caller) -> Option<CallerName> {
        let _ = caller;
        None
    }

    /// Name and version.
    fn implementation(&self) -> &Implementation;

    /// What a model is told about using this server, as this caller may.
    fn instructions(&self, caller: &Self::Caller) -> Option<String>;

    /// The answer where the server itself is at fault outside of a tool; `reason`
    /// is for the operator.
    fn defect(&self, reason: &'static str) -> ProtocolError {
        let _ = reason;
        ProtocolError::internal()
    }

    /// Cache fields of `server/discover`.
    fn discover_cache(&self, caller: &Self::Caller) -> CacheHint;

    /// Changes whenever `tools/list` or `resources/list` may say something
    /// else; `None` where nothing is announced.
    fn list_changes(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// `tools/list`.
    fn list_tools(&self, caller: &Self::Caller) -> Listed;

    /// Whether a call of that name reaches a tool at all.
    fn knows_tool(&self, name: &str) -> bool;

    /// Arguments that must be mirrored in headers.
    fn param_headers(&self, name: &str) -> &[ParamHeader] {
        let _ = name;
        &[]
    }

    /// `tools/call` of a known tool.
    fn call_tool(
        &self,
        caller: &Self::Caller,
        name: &str,
        arguments: Value,
        facts: CallFacts,
    ) -> impl Future<Output = Result<ToolReply, ProtocolError>> + Send;

    /// One page of `resources/list`; `None` for a cursor of another list.
    fn list_resources(&self, caller: &Self::Caller, cursor: Option<&str>) -> Option<Listed>;

    /// `resources/templates/list`.
    fn list_resource_templates(&self, caller: &Self::Caller) -> Listed;

    /// `resources/read`: -32602 with `data.uri` for what is not there.
    fn read_resource(
        &self,
        caller: &Self::Caller,
        uri: &str,
        peer: Option<std::net::IpAddr>,
    ) -> impl Future<Output = Result<Listed, ProtocolError>> + Send;
}
