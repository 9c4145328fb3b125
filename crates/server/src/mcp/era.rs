//! Which era a message belongs to (digest section 2).

use serde_json::Value;

use super::{Envelope, LEGACY, META_CAPABILITIES, META_VERSION, MODERN, ProtocolError, RequestHeaders};

/// The era of one message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28: every request carries its own envelope.
    Modern,
    /// 2025-11-25 or 2025-06-18, by handshake.
    Legacy,
}

/// Whether a message bears the modern envelope, or a part of it.
fn has_modern_meta(envelope: &Envelope) -> bool {
    [META_VERSION, META_CAPABILITIES].iter().any(|key| envelope.meta_value(key).is_some())
}

impl Era {
    /// Finds the era of an HTTP request. There is no session to ask.
    ///
    /// # Errors
    /// -32020 where nothing tells, -32022 for a revision that we do not speak.
    pub fn of_http(envelope: &Envelope, headers: &RequestHeaders) -> Result<Self, ProtocolError> {
        if headers.contradicting {
            return Err(ProtocolError::header("an MCP header came twice with different values"));
        }
        if has_modern_meta(envelope) {
            return Ok(Self::Modern);
        }
        match headers.version.as_deref() {
            _ if envelope.method == "initialize" => Ok(Self::Legacy),
            Some(MODERN) => Ok(Self::Modern),
            Some(version) if LEGACY.contains(&version) => Ok(Self::Legacy),
            Some(version) => Err(ProtocolError::unsupported_revision(version)),
            None => Err(ProtocolError::header("the header MCP-Protocol-Version is required")),
        }
    }

    /// Finds the era of a message on a stream, where a handshake holds for the
    /// rest of the stream.
    #[must_use]
    pub fn of_stream(envelope: &Envelope, handshake_done: bool) -> Self {
        let legacy = !has_modern_meta(envelope) && (handshake_done || envelope.method == "initialize");
        if legacy { Self::Legacy } else { Self::Modern }
    }
}

/// Checks the envelope of a modern request: its version and capabilities, and
/// that the header, where the transport has headers, says the same.
///
/// # Errors
/// In the digest's order: -32020 without the header, -32602 without a key,
/// -32020 for a contradiction, -32022 for the version.
pub(super) fn check_modern(envelope: &Envelope, headers: Option<&RequestHeaders>) -> Result<(), ProtocolError> {
    if headers.is_some_and(|headers| headers.version.is_none()) {
        return Err(ProtocolError::header("the header MCP-Protocol-Version is required"));
    }
    let Some(version) = envelope.meta_value(META_VERSION).and_then(Value::as_str) else {
        return Err(ProtocolError::envelope("_meta must hold io.modelcontextprotocol/protocolVersion"));
    };
    if !envelope.meta_value(META_CAPABILITIES).is_some_and(Value::is_object) {
        return Err(ProtocolError::envelope("_meta must hold io.modelcontextprotocol/clientCapabilities"));
    }
    if headers.is_some_and(|headers| headers.version.as_deref() != Some(version)) {
        return Err(ProtocolError::header("the header MCP-Protocol-Version differs from the body"));
    }
    if version == MODERN { Ok(()) } else { Err(ProtocolError::unsupported_revision(version)) }
}
