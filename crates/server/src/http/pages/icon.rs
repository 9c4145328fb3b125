//! The picture beside the page's title in a browser.

use axum::{http::HeaderMap, response::Response};

use crate::http::validators::{Cache, Representation};

/// A price tag, by hand.
const ICON: &str = concat!(
    r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">"##,
    r##"<rect width="32" height="32" rx="7" fill="#1f5f5b"/>"##,
    r##"<path d="M8 8h9l8 8-9 9-8-8z" fill="#fff"/><circle cx="12.5" cy="12.5" r="2" fill="#1f5f5b"/></svg>"##,
    "\n",
);

pub(super) async fn icon(headers: HeaderMap) -> Response {
    Representation::new(ICON, "image/svg+xml", Cache::Public { max_age: 86_400 }).answer(&headers)
}
