//! The document behind `conformance.claim_uri`, which always resolves.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use dealeragent_gateway::claim_document;

use super::here::Here;
use crate::http::{
    body::json,
    validators::{Cache, Representation},
};

/// Where a claim is recorded, this address must not say that none is: it leads to
/// the claim.
pub(super) async fn claim(Here(site): Here, headers: HeaderMap) -> Response {
    if let Some(recorded) = site.recorded_claim() {
        let mut response = json(StatusCode::FOUND, "{\"claim\":\"is recorded elsewhere\"}\n");
        if let Ok(uri) = HeaderValue::from_str(recorded.uri.as_str()) {
            response.headers_mut().insert(header::LOCATION, uri);
        }
        return response;
    }
    // The manifest holds the digest of these bytes and may be kept for so long.
    let cache = Cache::Public { max_age: 300 };
    Representation::new(claim_document().0, "application/json", cache).answer(&headers)
}
