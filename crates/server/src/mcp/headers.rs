//! The headers that mirror a modern request (digest section 1).

use std::borrow::Cow;

use serde_json::Value;

use super::{ParamHeader, ProtocolError};

/// The MCP headers of one HTTP request, already stripped of outer blanks, and
/// where it came from. Mirrored headers never authorize anything.
#[derive(Debug, Clone, Default)]
pub struct RequestHeaders {
    /// `MCP-Protocol-Version`.
    pub version: Option<String>,
    /// `Mcp-Method`.
    pub method: Option<String>,
    /// `Mcp-Name`, still encoded.
    pub name: Option<String>,
    /// `Mcp-Param-*`: lower-case name after the prefix, value still encoded.
    pub params: Vec<(String, String)>,
    /// Whether a header came twice with different values.
    pub contradicting: bool,
    /// The address at the other end of the connection.
    pub peer: Option<std::net::IpAddr>,
}

impl RequestHeaders {
    /// Checks `Mcp-Method` and, where the method has a name, `Mcp-Name`.
    ///
    /// # Errors
    /// -32020.
    pub fn check_method(&self, method: &str, name: Option<&str>) -> Result<(), ProtocolError> {
        match &self.method {
            None => return Err(ProtocolError::header("the header Mcp-Method is required")),
            Some(sent) if sent != method => {
                return Err(ProtocolError::header("the header Mcp-Method differs from the body"));
            }
            Some(_) => {}
        }
        let Some(name) = name else { return Ok(()) };
        let Some(sent) = &self.name else { return Err(ProtocolError::header("the header Mcp-Name is required")) };
        if decoded(sent)? == name {
            Ok(())
        } else {
            Err(ProtocolError::header("the header Mcp-Name differs from the body"))
        }
    }

    /// Checks the `Mcp-Param-*` headers that a tool's schema asks for.
    ///
    /// # Errors
    /// -32020.
    pub fn check_params(&self, wanted: &[ParamHeader], arguments: &Value) -> Result<(), ProtocolError> {
        for header in wanted {
            let argument = arguments.pointer(header.pointer).filter(|value| !value.is_null());
            let Some(argument) = argument else { continue };
            let sent = self.params.iter().find(|(name, _)| name.eq_ignore_ascii_case(header.name));
            let Some((_, sent)) = sent else {
                return Err(ProtocolError::header("a header that mirrors an argument is missing"));
            };
            if !says_the_same(&decoded(sent)?, argument) {
                return Err(ProtocolError::header("a header that mirrors an argument differs from it"));
            }
        }
        Ok(())
    }
}

fn says_the_same(sent: &str, argument: &Value) -> bool {
    match argument {
        Value::String(text) => text == sent,
        Value::Bool(flag) => sent == if *flag { "true" } else { "false" },
        Value::Number(number) => match (number.as_i64(), sent.parse::<i64>()) {
            (Some(number), Ok(sent)) => number == sent,
            _ => false,
        },
        _ => false,
    }
}

/// `=?base64?…?=` decoded strictly; anything without both marks is literal.
fn decoded(value: &str) -> Result<Cow<'_, str>, ProtocolError> {
    let inner = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let Some(inner) = inner else { return Ok(Cow::Borrowed(value)) };
    let malformed = ProtocolError::header("a header is not valid base64 of UTF-8");
    let Ok(bytes) = data_encoding::BASE64.decode(inner.as_bytes()) else { return Err(malformed) };
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| malformed)
}
