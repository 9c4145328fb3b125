//! MCP resources as plain documents, byte for byte: what
//! `resources/read` gives an anonymous caller of the same site. A dealer's site
//! can link to them (`discovery.md` section 6).

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use dealeragent_gateway::{Gateway, Principal, ResourceContents, ResourceNotFound, Site};
use dealeragent_protocol::{
    error::{ErrorCode, RetryAfter},
    values::Timestamp,
};
use serde::Deserialize;

use super::here::Here;
use crate::http::{
    SiteDirectory,
    body::json,
    validators::{Cache, Representation},
};

/// The manifest's reserved URI (`discovery.md` section 5).
const MANIFEST: &str = "dealeragent://manifest";

/// A manifest's own word on when it was made.
#[derive(Deserialize)]
struct Dated {
    issued_at: Option<Timestamp>,
}

/// `GET /manifest.json`: the public view, whatever credential comes with it.
pub(super) async fn manifest(
    State(sites): State<Arc<SiteDirectory>>,
    Here(site): Here,
    headers: HeaderMap,
) -> Response {
    resource(sites.gateway(), &site, MANIFEST, &headers).await
}

/// `GET /policies/{organization_id}.json`: a dealer's policy document.
pub(super) async fn policy(
    State(sites): State<Arc<SiteDirectory>>,
    Here(site): Here,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    match file.strip_suffix(".json") {
        Some(organization) => {
            let uri = format!("dealeragent://organization/{organization}/policy/default");
            resource(sites.gateway(), &site, &uri, &headers).await
        }
        None => not_here(),
    }
}

async fn resource(gateway: &Gateway, site: &Site, uri: &str, headers: &HeaderMap) -> Response {
    let context = gateway.context(Principal::Anonymous);
    match gateway.read_resource(site, &context, uri).await {
        Ok(contents) => document(contents, gateway.view(site, &context).written_at()).answer(headers),
        Err(ResourceNotFound::Refused(failure)) => {
            let (trace_id, reason) = (context.trace_id.as_str(), failure.private_reason());
            tracing::debug!(trace_id, reason, "a document is not to be had now");
            not_now(failure.payload(&context).retry_after_ms)
        }
        Err(ResourceNotFound::Failed(failure)) if failure.code() == ErrorCode::Internal => {
            let (trace_id, reason) = (context.trace_id.as_str(), failure.private_reason());
            tracing::error!(trace_id, reason, "a document could not be made");
            json(StatusCode::INTERNAL_SERVER_ERROR, "{\"error\":\"something went wrong in the server\"}\n")
        }
        // Absent, not for everybody, or nothing is declared: one answer.
        Err(_) => not_here(),
    }
}

fn document(contents: ResourceContents, written_at: Timestamp) -> Representation {
    let dated: Option<Dated> = serde_json::from_str(&contents.text).ok();
    let modified_at = dated.and_then(|dated| dated.issued_at).map_or(written_at, |at| at.max(written_at));
    let cache = Cache::Public { max_age: contents.ttl_ms / 1000 };
    Representation::new(contents.text, contents.mime_type, cache).modified_at(modified_at)
}

fn not_now(wait: Option<RetryAfter>) -> Response {
    let mut response = json(StatusCode::SERVICE_UNAVAILABLE, "{\"error\":\"not now; try again later\"}\n");
    if let Some(wait) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.as_seconds()));
    }
    response
}

fn not_here() -> Response {
    json(StatusCode::NOT_FOUND, "{\"error\":\"there is no such document\"}\n")
}
