//! What is not MCP: health, schemas, the conformance document, a front page.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::get,
};
use dealeragent_gateway::claim_document;
use dealeragent_protocol::schema::documents;

use super::{
    SiteDirectory,
    access::host_of,
    body::{json, json_error},
};

pub(super) fn routes(sites: Arc<SiteDirectory>) -> Router {
    Router::new()
        .route("/", get(front))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/schemas/{file}", get(schema))
        .route("/conformance/claim.json", get(claim))
        .fallback(nothing_here)
        .with_state(sites)
}

/// The process is alive.
async fn healthz() -> Response {
    json(StatusCode::OK, "{\"status\":\"ok\"}\n")
}

/// The gateway has something to answer with: a rooftop had its first file. And
/// where reads must be written down, they can be; a gateway of public tools
/// alone answers without its audit.
async fn readyz(State(sites): State<Arc<SiteDirectory>>) -> Response {
    let snapshot = sites.gateway().snapshot();
    let loaded = snapshot.organizations().any(|organization| organization.rooftops().any(|r| r.observed_at.is_some()));
    let not_ready = |body| json(StatusCode::SERVICE_UNAVAILABLE, body);
    if !loaded {
        not_ready("{\"status\":\"no inventory has been loaded yet\"}\n")
    } else if sites.has_nonpublic_tools() && !sites.gateway().takes_audit_entries() {
        not_ready("{\"status\":\"the audit store takes no entries\"}\n")
    } else {
        json(StatusCode::OK, "{\"status\":\"ready\"}\n")
    }
}

async fn schema(Path(file): Path<String>) -> Response {
    match documents().into_iter().find(|document| document.file == file) {
        Some(document) => {
            let mut response = json(StatusCode::OK, document.schema.to_string());
            let kind = HeaderValue::from_static("application/schema+json");
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            response
        }
        None => json(StatusCode::NOT_FOUND, "{\"error\":\"there is no such schema\"}\n"),
    }
}

async fn claim() -> Response {
    json(StatusCode::OK, claim_document().0)
}

/// Says where something is.
async fn nothing_here() -> Response {
    let body = "{\"error\":\"there is nothing at this path; MCP clients use /mcp or /mcp/compat, without a slash at the end\"}\n";
    json(StatusCode::NOT_FOUND, body)
}

/// A few lines for a person who opens the address in a browser.
async fn front(State(sites): State<Arc<SiteDirectory>>, request: Request) -> Response {
    let Some(site) = sites.site(host_of(&request).unwrap_or_default()) else {
        return json_error(StatusCode::MISDIRECTED_REQUEST, "no site has this host name");
    };
    let base = site.address().as_str();
    format!(
        "Dealer Agent Gateway, run by {}.\n\n\
        This address is for AI clients that speak MCP (the Model Context Protocol).\n\
        MCP endpoint:                       {base}/mcp\n\
        For hosts that refuse dotted names: {base}/mcp/compat\n",
        site.operator().name,
    )
    .into_response()
}
