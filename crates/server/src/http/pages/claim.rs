//! The document behind `conformance.claim_uri`, which always resolves.

use axum::{http::HeaderMap, response::Response};
use dealeragent_gateway::claim_document;

use crate::http::validators::{Cache, Representation};

pub(super) async fn claim(headers: HeaderMap) -> Response {
    // The manifest holds the digest of these bytes and may be kept for so long.
    let cache = Cache::Public { max_age: 300 };
    Representation::new(claim_document().0, "application/json", cache).answer(&headers)
}
