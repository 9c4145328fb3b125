//! HTML or plain text? By the `Accept` header alone (RFC 9110 section 12.5.1).

use axum::http::HeaderMap;

use crate::http::accept::Accept;

/// Whether the caller reads HTML, and likes plain text no better. Every browser
/// and search engine names `text/html`. A bare `*/*` is a tool such as curl or a
/// library, for which text is the better answer; so is no header at all.
pub(super) fn wants_html(headers: &HeaderMap) -> bool {
    let accept = Accept::of(headers);
    let html = accept.named("text/html").max(accept.named("application/xhtml+xml"));
    html.is_some_and(|html| html > 0 && Some(html) >= accept.named("text/plain"))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};
    use proptest::prelude::*;

    use super::*;

    fn wants(accept: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_str(accept).unwrap());
        wants_html(&headers)
    }

    #[test]
    fn browsers_and_search_engines_get_html() {
        for accept in [
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
            "text/html",
            "TEXT/HTML; charset=utf-8",
            "text/plain;q=0.5, text/html;q=0.9",
            "text/plain, text/html",
            "application/xhtml+xml",
            "text/html;q=0.001",
        ] {
            assert!(wants(accept), "{accept}");
        }
    }

    #[test]
    fn everybody_else_gets_text() {
        for accept in [
            "*/*",
            "text/plain",
            "text/*",
            "application/json",
            "application/json, text/event-stream",
            "text/html;q=0",
            "text/html;q=0.000",
            "text/html;q=0.4, text/plain;q=0.5",
            "text/htmlx",
            "html",
            "",
            ";;,,/",
        ] {
            assert!(!wants(accept), "{accept}");
        }
        assert!(!wants_html(&HeaderMap::new()));
    }

    proptest! {
        /// Whatever is sent is read without a panic, and only a named HTML type
        /// gets HTML.
        #[test]
        fn any_header_is_taken(bytes in proptest::collection::vec(0x20..=0x7E_u8, 0..60)) {
            let accept = String::from_utf8(bytes).unwrap();
            let names_html = ["text/html", "application/xhtml+xml"].iter().any(|name| accept.to_lowercase().contains(name));
            prop_assert!(names_html || !wants(&accept));
        }

        /// The heavier one of the two wins; at the same weight HTML does.
        #[test]
        fn weights_decide(html in 1..=1000_u16, text in 0..=1000_u16) {
            let q = |weight: u16| format!("{}.{:03}", weight / 1000, weight % 1000);
            let accept = format!("text/plain;q={}, text/html; q={}", q(text), q(html));
            prop_assert_eq!(wants(&accept), html >= text, "{}", accept);
        }
    }
}
