//! MCP resources as plain documents, byte for byte: what
//! `resources/read` gives an anonymous caller of the same site. A dealer's site
//! can link to them (`discovery.md` section 6).

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use dealeragent_gateway::{Gateway, Principal, ResourceContents, ResourceNotFound, Site};
use dealeragent_protocol::{error::ErrorCode, values::Timestamp};
use serde::Deserialize;

use super::here::Here;
use crate::http::{
    SiteDirectory,
    body::json,
    validators::{Cache, Representation},
};

/// The manifest's reserved URI (`discovery.md` section 5).
const MANIFEST: &str = "dealeragent://manifest";

/// When a document last changed, in its own words.
#[derive(Deserialize)]
struct Dated {
    /// A manifest's.
    issued_at: Option<Timestamp>,
    /// A policy's.
    recorded_at: Option<Timestamp>,
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
        Ok(contents) => document(contents).answer(headers),
        Err(ResourceNotFound::Failed(failure)) if failure.code() == ErrorCode::Internal => {
            let (trace_id, reason) = (context.trace_id.as_str(), failure.private_reason());
            tracing::error!(trace_id, reason, "a document could not be made");
            json(StatusCode::INTERNAL_SERVER_ERROR, "{\"error\":\"something went wrong in the server\"}\n")
        }
        // Absent, not for everybody, or nothing is declared: one answer.
        Err(_) => not_here(),
    }
}

fn document(contents: ResourceContents) -> Representation {
    let dated: Option<Dated> = serde_json::from_str(&contents.text).ok();
    let modified_at = dated.and_then(|dated| dated.issued_at.or(dated.recorded_at));
    let cache = Cache::Public { max_age: contents.ttl_ms / 1000 };
    let document = Representation::new(contents.text, contents.mime_type, cache);
    match modified_at {
        Some(at) => document.modified_at(at),
        None => document,
    }
}

fn not_here() -> Response {
    json(StatusCode::NOT_FOUND, "{\"error\":\"there is no such document\"}\n")
}
