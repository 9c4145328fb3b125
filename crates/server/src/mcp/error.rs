//! JSON-RPC errors, as the MCP digest's table has them.

use dealeragent_protocol::{
    error::{ErrorCode, ErrorPayload},
    values::{TraceId, Uri},
};
use serde_json::{Value, json};

use super::{LEGACY, MODERN};

/// A protocol error: code, fixed words of ours, optional data, HTTP status.
/// No parser text, type name or path is ever in it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtocolError {
    /// JSON-RPC code.
    pub code: i32,
    /// Fixed words.
    pub message: &'static str,
    /// Data, where the digest asks for it.
    pub data: Option<Value>,
    /// Status over HTTP; other transports ignore it.
    pub status: u16,
    /// `Retry-After` over HTTP, in seconds.
    pub retry_after: Option<u32>,
}

impl ProtocolError {
    const fn new(code: i32, message: &'static str, status: u16) -> Self {
        Self { code, message, data: None, status, retry_after: None }
    }

    /// The body is no JSON.
    #[must_use]
    pub const fn parse() -> Self {
        Self::new(-32700, "the body is not JSON in UTF-8", 400)
    }

    /// JSON, but no single JSON-RPC 2.0 request or notification.
    #[must_use]
    pub const fn invalid_request(message: &'static str) -> Self {
        Self::new(-32600, message, 400)
    }

    /// A required header is missing, malformed or contradicts the body.
    #[must_use]
    pub const fn header(message: &'static str) -> Self {
        Self::new(-32020, message, 400)
    }

    /// The envelope of a modern request lacks something.
    #[must_use]
    pub const fn envelope(message: &'static str) -> Self {
        Self::new(-32602, message, 400)
    }

    /// The parameters do not fit the method. Status 200, since some clients
    /// read no other body.
    #[must_use]
    pub const fn params(message: &'static str) -> Self {
        Self::new(-32602, message, 200)
    }

    /// No such resource. Absent and forbidden are the same. The digest wants
    /// the URI back; what is no URI at all is not repeated.
    #[must_use]
    pub fn no_resource(uri: &str) -> Self {
        let data = Uri::parse(uri).ok().map(|uri| json!({ "uri": uri }));
        Self { data, ..Self::params("there is no such resource") }
    }

    /// The method does not exist, was removed or is not advertised.
    #[must_use]
    pub const fn method_not_found() -> Self {
        Self::new(-32601, "there is no such method", 404)
    }

    /// The client did not declare a capability that the tool needs.
    #[must_use]
    pub fn missing_capability(required: &Value) -> Self {
        let data = Some(json!({ "requiredCapabilities": required }));
        Self { data, ..Self::new(-32021, "the client did not declare a capability that this needs", 400) }
    }

    /// The revision is not supported. Also carries the code of the closed
    /// registry (`errors.md` section 2).
    #[must_use]
    pub fn unsupported_revision(requested: &str) -> Self {
        // A revision is a date or a number; any other word is the caller's own.
        let requested = if is_revision(requested) { requested } else { "(unreadable)" };
        let data = json!({
            "supported": [MODERN],
            "requested": requested,
            "handshake": LEGACY,
            "code": ErrorCode::UnsupportedRevision.as_str(),
        });
        Self { data: Some(data), ..Self::new(-32022, "this MCP revision is not supported", 400) }
    }

    /// A credential that is not valid here, with the code of the closed
    /// registry.
    #[must_use]
    pub fn credential() -> Self {
        Self::registered(ErrorCode::AuthInvalid, Self::new(-32600, "the credential is not valid here", 401))
    }

    /// A credential is needed, and there is none of the kind that is taken here.
    #[must_use]
    pub fn sign_in() -> Self {
        Self::registered(ErrorCode::AuthRequired, Self::new(-32600, "this needs an authenticated caller", 401))
    }

    /// There is no room for it now; the request itself is in order.
    #[must_use]
    pub fn busy(message: &'static str) -> Self {
        Self::registered(ErrorCode::RateLimited, Self::new(-32603, message, 503))
    }

    /// A failure of the closed registry outside of a tool, such as a reading that
    /// came too fast.
    ///
    /// The digest has no JSON-RPC code for these and lets servers add some only
    /// where no client knows them, so it is the standard one for a condition on the
    /// server's side; which it is stands in `data.code`, as in every other answer.
    /// Status 200, as for a tool in the same state: some clients read no other body.
    #[must_use]
    pub fn refusal(payload: &ErrorPayload) -> Self {
        let mut data = json!({
            "code": payload.code,
            "retryable": payload.retryable(),
            "trace_id": payload.trace_id,
        });
        if let (Some(wait), Some(members)) = (payload.retry_after_ms, data.as_object_mut()) {
            members.insert("retry_after_ms".into(), wait.as_millis().into());
        }
        Self {
            data: Some(data),
            retry_after: payload.retry_after_ms.map(|wait| wait.as_seconds()),
            ..Self::new(-32603, payload.code.entry().message, 200)
        }
    }

    /// A failure of the server itself, under the trace id of the operator's log.
    #[must_use]
    pub fn defect(trace_id: &TraceId) -> Self {
        let data = json!({ "code": ErrorCode::Internal.as_str(), "trace_id": trace_id });
        Self { data: Some(data), ..Self::internal() }
    }

    fn registered(code: ErrorCode, mut error: Self) -> Self {
        error.data = Some(json!({ "code": code.as_str() }));
        error
    }

    /// A failure of the server itself.
    #[must_use]
    pub const fn internal() -> Self {
        Self::new(-32603, "something went wrong in the server", 500)
    }

    /// The same error at another HTTP status.
    #[must_use]
    pub const fn at_status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }
}

/// A date, or numbers with dots: too short for anything that must not be said.
fn is_revision(text: &str) -> bool {
    let numbers = text.strip_prefix('v').unwrap_or(text);
    let digits = numbers.bytes().filter(u8::is_ascii_digit).count();
    let is_part = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'-');
    (1..=8).contains(&digits) && numbers.len() <= 12 && numbers.bytes().all(is_part)
}
