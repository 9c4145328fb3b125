//! The JSON-RPC 2.0 envelope.

use serde_json::{Map, Value};

use super::{ProtocolError, bounds};

/// The id of a request: a string or an integer, echoed as it came.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// An integer.
    Integer(i64),
    /// A string.
    Text(String),
}

impl RequestId {
    pub(super) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => number.as_i64().map(Self::Integer),
            Value::String(text) => Some(Self::Text(text.clone())),
            _ => None,
        }
    }

    /// The id as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Integer(number) => (*number).into(),
            Self::Text(text) => text.as_str().into(),
        }
    }
}

/// One message of a client.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Wants an answer.
    Request {
        /// Its id.
        id: RequestId,
        /// What it wants.
        envelope: Envelope,
    },
    /// Wants none.
    Notification(Envelope),
}

/// Method and parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// The method.
    pub method: String,
    /// The parameters; an absent object is an empty one.
    pub params: Map<String, Value>,
}

/// A refused message, with its id where that could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// The id, to be echoed.
    pub id: Option<RequestId>,
    /// Why.
    pub error: ProtocolError,
}

impl Message {
    /// Reads one message, within the bounds on depth, strings and parts.
    ///
    /// # Errors
    /// [`Refused`]: -32700 for what is no JSON, -32600 for any other shape.
    pub fn read(bytes: &[u8]) -> Result<Self, Refused> {
        bounds::check(bytes).map_err(|error| Refused { id: bounds::readable_id(bytes), error })?;
        let value: Value =
            serde_json::from_slice(bytes).map_err(|_| Refused { id: None, error: ProtocolError::parse() })?;
        let Value::Object(mut members) = value else {
            let message = if value.is_array() { "batches are not supported" } else { "a request must be an object" };
            return Err(Refused { id: None, error: ProtocolError::invalid_request(message) });
        };
        let id = members.remove("id");
        let readable = id.as_ref().and_then(RequestId::read);
        let refuse = |message| Refused { id: readable.clone(), error: ProtocolError::invalid_request(message) };
        if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err(refuse("jsonrpc must be \"2.0\""));
        }
        if members.contains_key("result") || members.contains_key("error") {
            return Err(refuse("clients do not send responses"));
        }
        let Some(Value::String(method)) = members.remove("method") else {
            return Err(refuse("method must be a string"));
        };
        let params = match members.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err(refuse("params must be an object")),
        };
        let envelope = Envelope { method, params };
        match (id, readable) {
            (None, _) => Ok(Self::Notification(envelope)),
            (Some(_), Some(id)) => Ok(Self::Request { id, envelope }),
            (Some(_), None) => {
                let error = ProtocolError::invalid_request("id must be a string or an integer");
                Err(Refused { id: None, error })
            }
        }
    }
}

impl Envelope {
    /// The `_meta` object, where there is one.
    #[must_use]
    pub fn meta(&self) -> Option<&Map<String, Value>> {
        self.params.get("_meta").and_then(Value::as_object)
    }

    /// A member of `_meta`.
    #[must_use]
    pub fn meta_value(&self, key: &str) -> Option<&Value> {
        self.meta().and_then(|meta| meta.get(key))
    }
}
