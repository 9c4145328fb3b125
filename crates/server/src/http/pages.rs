//! What is not MCP: pages for people, documents for crawlers and machines.
//!
//! Every address in them is built from the site's public address, never from
//! what a request says of itself.

mod claim;
mod front;
mod health;
mod here;
mod icon;
mod links;
mod llms;
mod markdown;
mod negotiation;
mod publication;
mod resources;
mod robots;
mod schemas;
mod server_json;
mod sign_in;
mod site_view;

use std::sync::Arc;

use axum::{
    Router,
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::Response,
};

pub(super) use self::{links::describe_refused_method, publication::Publications};
use super::{SiteDirectory, body::json, methods::page};
use dealeragent_publication::{DOCUMENT_PATH, FEED_PATH};

/// Routes of all pages.
pub use self::sign_in::PublicKeys;
pub(super) use self::sign_in::sign_in_routes;

pub(super) fn routes(sites: Arc<SiteDirectory>) -> Router {
    Router::new()
        .route("/", page(front::front))
        .route("/manifest.json", page(resources::manifest))
        .route("/policies/{file}", page(resources::policy))
        .route("/conformance/claim.json", page(claim::claim))
        .route("/schemas", page(schemas::index))
        .route("/schemas/", page(schemas::index))
        .route("/schemas/{file}", page(schemas::schema))
        .route("/server.json", page(server_json::server_json))
        .route("/llms.txt", page(llms::llms))
        .route("/robots.txt", page(robots::robots))
        .route("/icon.svg", page(icon::icon))
        .route(DOCUMENT_PATH, page(publication::document))
        .route(FEED_PATH, page(publication::feed))
        .route("/healthz", page(health::healthz))
        .route("/readyz", page(health::readyz))
        .fallback(nothing_here)
        .layer(middleware::map_response(harden))
        .with_state(sites)
}

/// Says where something is.
async fn nothing_here() -> Response {
    let body = "{\"error\":\"there is nothing at this path; MCP clients use /mcp or /mcp/compat, without a slash at the end\"}\n";
    json(StatusCode::NOT_FOUND, body)
}

/// A document is what its type says, and a link from here tells nobody where
/// the reader came from.
async fn harden(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
