//! Absolute URIs.

use super::pattern::{InvalidText, checked_string};

checked_string! {
    /// An absolute URI (RFC 3986): a scheme, a colon, and no character that a
    /// URI cannot hold. What it points at is checked by whoever fetches it.
    Uri, error = InvalidText,
    check = is_absolute_uri,
    reject = InvalidText { wanted: "an absolute URI" },
    schema = { "type": "string", "format": "uri" }
}

impl Uri {
    /// Whether the scheme is `https`.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.as_str().get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"))
    }
}

fn is_absolute_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let scheme_ok = scheme.bytes().next().is_some_and(|b| b.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-'));
    let needs_host = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let host_ok = !needs_host || has_host(rest);
    scheme_ok && host_ok && !rest.is_empty() && text.len() <= 4096 && is_uri_text(rest)
}

fn has_host(rest: &str) -> bool {
    rest.strip_prefix("//").and_then(|r| r.split(['/', '?', '#']).next()).is_some_and(|authority| !authority.is_empty())
}

/// RFC 3986 characters only, with whole percent escapes and one fragment.
fn is_uri_text(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    let escape_ok = |at: usize| {
        bytes.get(at + 1).is_some_and(u8::is_ascii_hexdigit) && bytes.get(at + 2).is_some_and(u8::is_ascii_hexdigit)
    };
    let mut fragments = 0;
    bytes.iter().enumerate().all(|(at, byte)| match byte {
        b'%' => escape_ok(at),
        b'#' => {
            fragments += 1;
            fragments == 1
        }
        b'[' | b']' => rest.starts_with("//"),
        _ => byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(byte),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_uris_only() {
        for good in ["https://cars.example/v/1?a=b#c", "dealeragent://manifest", "urn:x:y", "https://[::1]/"] {
            assert!(Uri::parse(good).is_ok(), "{good}");
        }
        for bad in
            ["", "cars.example", "/v/1", "https://", "https://a b", "https://x/%zz", "http:///p", "1a:b", "a:#b#c"]
        {
            assert!(Uri::parse(bad).is_err(), "{bad}");
        }
    }
}
