//! What a client needs to sign in: protected-resource metadata (RFC 9728) and
//! the public keys of the gateway's own issuer (RFC 7517).

use std::{collections::BTreeSet, sync::Arc};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use dealeragent_auth::ProtectedResourceMetadata;
use dealeragent_gateway::Site;
use dealeragent_protocol::tool::Tool;

use super::here::Here;
use crate::http::{
    Door, SiteDirectory,
    body::json as json_body,
    methods::page,
    validators::{Cache, Representation},
};

/// Gives the JWKS document of the gateway's own issuer now; `None` when its keys
/// cannot be read.
pub type PublicKeys = Arc<dyn Fn() -> Option<String> + Send + Sync>;

/// Where clients look for the metadata: behind it stands the path of the
/// resource.
const METADATA: &str = "/.well-known/oauth-protected-resource";

pub(in crate::http) fn sign_in_routes(sites: Arc<SiteDirectory>, keys: Option<PublicKeys>) -> Router {
    let of = |resource: &'static str| {
        page(move |Here(site): Here, headers: HeaderMap| async move { metadata(&site, resource, &headers) })
    };
    Router::new()
        .route(METADATA, of(""))
        .route("/.well-known/oauth-protected-resource/mcp", of(Door::Canonical.path()))
        .route("/.well-known/oauth-protected-resource/mcp/compat", of(Door::Compat.path()))
        .with_state(sites)
        .merge(Router::new().route("/.well-known/jwks.json", page(public_keys)).with_state(keys))
}

/// Built from the configured address alone, whatever the request says of itself.
/// Each names its own address as the resource, since clients compare the two.
fn metadata(site: &Site, path: &str, headers: &HeaderMap) -> Response {
    let scopes: BTreeSet<_> = Tool::ALL.iter().filter_map(|tool| tool.scope()).collect();
    let servers = site.sign_in().authorization_servers.clone();
    let resource = if path.is_empty() { Ok(site.address().uri().clone()) } else { site.address().join(path) };
    let document = resource
        .ok()
        .and_then(|resource| ProtectedResourceMetadata::new(resource, servers, scopes.into_iter().collect()))
        .map(|document| document.named(format!("Dealer Agent Gateway of {}", site.operator().name)));
    match document.and_then(|document| serde_json::to_string(&document).ok()) {
        Some(text) => Representation::new(text, "application/json", Cache::Public { max_age: 300 }).answer(headers),
        None => json_body(StatusCode::NOT_FOUND, "{\"error\":\"nobody can sign in here\"}\n"),
    }
}

async fn public_keys(State(keys): State<Option<PublicKeys>>, headers: HeaderMap) -> Response {
    let Some(keys) = keys else {
        return json_body(StatusCode::NOT_FOUND, "{\"error\":\"this gateway issues no tokens\"}\n");
    };
    match keys() {
        // Short: a key that was dropped must not live on in a cache.
        Some(document) => {
            Representation::new(document, "application/jwk-set+json", Cache::Public { max_age: 60 }).answer(&headers)
        }
        None => json_body(StatusCode::SERVICE_UNAVAILABLE, "{\"error\":\"the keys cannot be read\"}\n"),
    }
}
