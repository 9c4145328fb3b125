//! The Model Context Protocol, both eras, without a transport.
//!
//! `errors.md` makes JSON-RPC conduct half of what a gateway is for, so the
//! server speaks MCP with its own small dispatcher; the decision and its
//! figures stand in `docs/decisions/`. Everything here is generic over a
//! [`Handler`], so that the official conformance suite runs against a fixture
//! on this very stack.

mod bounds;
mod dispatch;
mod envelope;
mod era;
mod error;
mod handler;
mod headers;
mod initialize;
mod listen;
mod params;
mod reply;

pub use dispatch::{
    Dispatcher, NotAdmitted, Outcome, Running, Subscription, Transport, cancelled_request, not_admitted,
};
pub use envelope::{Envelope, Message, RequestId};
pub use era::Era;
pub use error::ProtocolError;
pub use handler::{
    CacheHint, CallFacts, CallerName, ContentBlocks, Handler, Implementation, Listed, ParamHeader, Progress,
    ProgressEvent, RateLimitFields, ToolReply,
};
pub use headers::RequestHeaders;
pub use reply::Reply;

/// The modern revision.
pub const MODERN: &str = "2026-07-28";
/// Revisions with a handshake, newest first.
pub const LEGACY: [&str; 2] = ["2025-11-25", "2025-06-18"];

/// Prefix of MCP's own `_meta` keys.
pub(crate) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const META_SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
pub(crate) const META_SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";
