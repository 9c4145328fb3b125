//! Parameters of the methods.

use serde_json::{Map, Value};

use super::{Envelope, ProtocolError};

/// A tool call's name and arguments.
pub(super) struct ToolCall {
    pub(super) name: String,
    pub(super) arguments: Value,
}

impl ToolCall {
    /// Takes them out of the parameters. Absent arguments are an empty object;
    /// `null` is read as absent, since several hosts send it.
    pub(super) fn take(params: &mut Map<String, Value>) -> Result<Self, ProtocolError> {
        let Some(Value::String(name)) = params.remove("name") else {
            return Err(ProtocolError::params("name must be a string"));
        };
        let arguments = match params.remove("arguments") {
            None | Some(Value::Null) => Value::Object(Map::new()),
            Some(arguments) => arguments,
        };
        Ok(Self { name, arguments })
    }
}

/// The URI of a read.
pub(super) fn uri(params: &Map<String, Value>) -> Result<&str, ProtocolError> {
    params.get("uri").and_then(Value::as_str).ok_or(ProtocolError::params("uri must be a string"))
}

/// The refusal of a cursor that a list did not give.
pub(super) const FOREIGN_CURSOR: ProtocolError = ProtocolError::params("cursor is not one of this list");

/// A list's cursor. An empty one asks for the first page, as several hosts do.
pub(super) fn cursor(params: &Map<String, Value>) -> Result<Option<&str>, ProtocolError> {
    match params.get("cursor") {
        None => Ok(None),
        Some(Value::String(cursor)) => Ok(Some(cursor.as_str()).filter(|cursor| !cursor.is_empty())),
        Some(_) => Err(FOREIGN_CURSOR),
    }
}

/// Of a list with one page any cursor is not ours.
pub(super) fn no_cursor(params: &Map<String, Value>) -> Result<(), ProtocolError> {
    if cursor(params)?.is_some() { Err(FOREIGN_CURSOR) } else { Ok(()) }
}

/// What `Mcp-Name` mirrors for a method.
pub(super) fn mirrored_name(envelope: &Envelope) -> Option<&str> {
    let key = match envelope.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return None,
    };
    // A name that is missing is reported with the parameters.
    envelope.params.get(key).and_then(Value::as_str)
}

/// The progress token, a string or an integer.
pub(super) fn progress_token(envelope: &Envelope) -> Option<Value> {
    envelope.meta_value("progressToken").filter(|token| token.is_string() || token.is_i64() || token.is_u64()).cloned()
}
