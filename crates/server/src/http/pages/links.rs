//! `Link` headers and `<link>` elements: where machines and people read more.
//!
//! Only relation types that IANA has registered. RFC 8631 has the ones for web
//! services, whoever links to them: `service-desc` is a description that machines
//! read (the manifest), `service-doc` one for people (the front page),
//! `service-meta` is metadata about the service (`server.json`). `describedby`
//! (POWDER) is the general one, for `llms.txt`, which describes and is neither a
//! contract nor a page. `alternate` would be wrong for all of them: none says
//! what the page says in another format.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::Response,
};

use super::server_json;
use crate::http::{SiteDirectory, access::host_of};
use dealeragent_gateway::{Gateway, Principal, Site};

/// The `Link` header of the front page.
pub(super) fn of_front_page(site: &Site, has_manifest: bool) -> Option<HeaderValue> {
    let base = site.address().as_str();
    let mut links = manifest_link(base, has_manifest);
    links.push(format!("<{base}/llms.txt>; rel=\"describedby\"; type=\"text/markdown\""));
    if server_json::name(site.address()).is_some() {
        links.push(format!("<{base}/server.json>; rel=\"service-meta\"; type=\"application/json\""));
    }
    HeaderValue::from_str(&links.join(", ")).ok()
}

/// The `Link` header of an MCP endpoint that was opened like a page.
fn of_endpoint(gateway: &Gateway, site: &Site) -> Option<HeaderValue> {
    let base = site.address().as_str();
    let context = gateway.context(Principal::Anonymous);
    let mut links = manifest_link(base, gateway.view(site, &context).shows_dealers());
    links.push(format!("<{base}/>; rel=\"service-doc\"; type=\"text/html\""));
    HeaderValue::from_str(&links.join(", ")).ok()
}

/// No link to a manifest that nobody can read without a grant.
fn manifest_link(base: &str, has_manifest: bool) -> Vec<String> {
    let link = || format!("<{base}/manifest.json>; rel=\"service-desc\"; type=\"application/json\"");
    has_manifest.then(link).into_iter().collect()
}

/// What a dealer puts into the `<head>` of its own site. The dealer's page is
/// the context, and these describe a service that it offers.
pub(super) fn for_dealer_site(base: &str, has_manifest: bool) -> String {
    let manifest = format!("<link rel=\"service-desc\" type=\"application/json\" href=\"{base}/manifest.json\">\n");
    let page = format!("<link rel=\"service-doc\" type=\"text/html\" href=\"{base}/\">");
    if has_manifest { manifest + &page } else { page }
}

/// The same as an HTTP header.
pub(super) fn header_for_dealer_site(base: &str, has_manifest: bool) -> String {
    if has_manifest {
        format!("Link: <{base}/manifest.json>; rel=\"service-desc\"; type=\"application/json\"")
    } else {
        format!("Link: <{base}/>; rel=\"service-doc\"; type=\"text/html\"")
    }
}

/// Whoever opens an MCP endpoint in a browser is refused, and told by a header
/// where there is something to read.
pub(in crate::http) async fn describe_refused_method(
    State(sites): State<Arc<SiteDirectory>>,
    request: Request,
    next: Next,
) -> Response {
    let link = sites.site(host_of(&request).unwrap_or_default()).and_then(|site| of_endpoint(sites.gateway(), site));
    let mut response = next.run(request).await;
    if let Some(link) = link.filter(|_| response.status() == StatusCode::METHOD_NOT_ALLOWED) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}
