//! For load balancers: is it alive, is it ready?

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};

use crate::http::{SiteDirectory, body::json};

/// The process is alive.
pub(super) async fn healthz() -> Response {
    json(StatusCode::OK, "{\"status\":\"ok\"}\n")
}

/// The gateway has something to answer with: a rooftop had its first file. And
/// where reads must be written down, they can be; a gateway of public tools
/// alone answers without its audit.
pub(super) async fn readyz(State(sites): State<Arc<SiteDirectory>>) -> Response {
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
