//! For load balancers: is it alive, is it ready?

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};

use crate::http::{SiteDirectory, body::json};

/// The process is alive.
pub(super) async fn healthz() -> Response {
    json(StatusCode::OK, "{\"status\":\"ok\"}\n")
}

/// The gateway has something to answer with: a rooftop had its first file.
pub(super) async fn readyz(State(sites): State<Arc<SiteDirectory>>) -> Response {
    let snapshot = sites.gateway().snapshot();
    let loaded = snapshot.organizations().any(|organization| organization.rooftops().any(|r| r.observed_at.is_some()));
    if loaded {
        json(StatusCode::OK, "{\"status\":\"ready\"}\n")
    } else {
        json(StatusCode::SERVICE_UNAVAILABLE, "{\"status\":\"no inventory has been loaded yet\"}\n")
    }
}
