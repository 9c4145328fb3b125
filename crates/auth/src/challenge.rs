//! `WWW-Authenticate` (RFC 6750 section 3, RFC 9728 section 5.1).

use dealeragent_protocol::values::{Scope, Uri};

/// The challenge of a 401. `metadata` is the address of the resource's metadata
/// document and `None` where no authorization server is configured: a client
/// then learns that a token is needed, and is sent nowhere for it. A client that
/// sent a token learns that it is no good.
#[must_use]
pub fn unauthorized(metadata: Option<&Uri>, scopes: &[Scope], token_came: bool) -> String {
    let mut parameters = Vec::new();
    if token_came {
        parameters.push(("error", "invalid_token".to_owned()));
    }
    if let Some(metadata) = metadata {
        parameters.push(("resource_metadata", metadata.as_str().to_owned()));
        parameters.extend(scope_parameter(scopes));
    }
    written(&parameters)
}

/// The challenge of a 403: all the scopes that the operation needs, whichever of
/// them the token has.
#[must_use]
pub fn insufficient_scope(metadata: Option<&Uri>, scopes: &[Scope]) -> String {
    let mut parameters = vec![("error", "insufficient_scope".to_owned())];
    parameters.extend(scope_parameter(scopes));
    parameters.extend(metadata.map(|metadata| ("resource_metadata", metadata.as_str().to_owned())));
    written(&parameters)
}

fn scope_parameter(scopes: &[Scope]) -> Option<(&'static str, String)> {
    let text = scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(("scope", text))
}

fn written(parameters: &[(&str, String)]) -> String {
    let written: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}=\"{}\"", quoted(value))).collect();
    let mut challenge = "Bearer".to_owned();
    if !written.is_empty() {
        challenge.push(' ');
        challenge.push_str(&written.join(", "));
    }
    challenge
}

/// What may stand between quotes (RFC 9110 section 5.6.4); what may stand in no
/// header is left out.
fn quoted(value: &str) -> String {
    let mut written = String::with_capacity(value.len());
    for character in value.chars().filter(|character| matches!(character, ' '..='~')) {
        if matches!(character, '"' | '\\') {
            written.push('\\');
        }
        written.push(character);
    }
    written
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn metadata() -> Uri {
        Uri::parse("https://dealer.example/.well-known/oauth-protected-resource/mcp").unwrap()
    }

    fn scopes() -> [Scope; 2] {
        ["dealeragent:inventory:read", "dealeragent:pricing:read"].map(|scope| Scope::parse(scope).unwrap())
    }

    #[test]
    fn the_challenges() {
        assert_eq!(
            unauthorized(Some(&metadata()), &scopes()[..1], false),
            "Bearer resource_metadata=\"https://dealer.example/.well-known/oauth-protected-resource/mcp\", \
             scope=\"dealeragent:inventory:read\""
        );
        assert_eq!(
            unauthorized(Some(&metadata()), &[], true),
            "Bearer error=\"invalid_token\", \
             resource_metadata=\"https://dealer.example/.well-known/oauth-protected-resource/mcp\""
        );
        assert_eq!(
            insufficient_scope(Some(&metadata()), &scopes()),
            "Bearer error=\"insufficient_scope\", scope=\"dealeragent:inventory:read dealeragent:pricing:read\", \
             resource_metadata=\"https://dealer.example/.well-known/oauth-protected-resource/mcp\""
        );
        assert_eq!(unauthorized(None, &scopes(), false), "Bearer");
        assert_eq!(unauthorized(None, &scopes(), true), "Bearer error=\"invalid_token\"");
    }

    proptest! {
        #[test]
        fn no_value_leaves_its_quotes(value in "\\PC{0,40}|[\"\\\\\r\n,= -~]{0,40}") {
            let text = quoted(&value);
            prop_assert!(text.bytes().all(|b| (0x20..0x7f).contains(&b)));
            let mut rest = text.chars();
            while let Some(character) = rest.next() {
                prop_assert!(character != '"');
                if character == '\\' {
                    prop_assert!(matches!(rest.next(), Some('"' | '\\')));
                }
            }
        }
    }
}
