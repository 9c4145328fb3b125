//! The site that a request is for, as an argument of handlers.

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use dealeragent_gateway::Site;

use crate::http::{SiteDirectory, access::host_in, body::json_error};

/// The site of the host that the request names.
pub(super) struct Here(pub(super) Arc<Site>);

/// No site has this host.
pub(super) struct NoSite;

impl IntoResponse for NoSite {
    fn into_response(self) -> Response {
        json_error(StatusCode::MISDIRECTED_REQUEST, "no site has this host name")
    }
}

impl FromRequestParts<Arc<SiteDirectory>> for Here {
    type Rejection = NoSite;

    async fn from_request_parts(parts: &mut Parts, sites: &Arc<SiteDirectory>) -> Result<Self, NoSite> {
        let host = host_in(&parts.headers, &parts.uri).unwrap_or_default();
        sites.site(host).map(|site| Self(Arc::clone(site))).ok_or(NoSite)
    }
}
