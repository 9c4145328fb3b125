//! What a bearer token is, before anything is believed of it.

mod header;
mod registered;

use data_encoding::BASE64URL_NOPAD;
use serde::Deserialize;

pub(crate) use header::Header;
pub(crate) use registered::{Registered, TimeRules};

/// A JWT's parts that are needed to find out who could check it.
pub(crate) struct Jwt {
    pub(crate) header: Header,
    /// `iss`, unchecked.
    pub(crate) issuer: String,
}

#[derive(Deserialize)]
struct Issued {
    iss: String,
}

/// Whether it has only the characters of a bearer token (RFC 6750 section 2.1).
pub(crate) fn is_bearer_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let is_part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~' | b'+' | b'/');
    !body.is_empty() && body.bytes().all(is_part)
}

impl Jwt {
    /// Reads a token of three parts whose first is a header; `None` for any
    /// other token, which only its issuer understands.
    pub(crate) fn read(token: &str) -> Option<Self> {
        let mut parts = token.split('.');
        let (header, payload, _signature) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        let decoded = |part: &str| BASE64URL_NOPAD.decode(part.as_bytes()).ok();
        let header = serde_json::from_slice(&decoded(header)?).ok()?;
        let issued: Issued = serde_json::from_slice(&decoded(payload)?).ok()?;
        Some(Self { header, issuer: issued.iss })
    }
}

#[cfg(test)]
mod tests {
    use super::is_bearer_token;

    #[test]
    fn only_a_tokens_characters() {
        for good in ["a", "a.b.c", "aZ09-._~+/==", "a="] {
            assert!(is_bearer_token(good), "{good}");
        }
        for bad in ["", "=", "a b", "a\n", "a,b", "ä", "a=b", "a\"", "%41"] {
            assert!(!is_bearer_token(bad), "{bad}");
        }
    }
}
