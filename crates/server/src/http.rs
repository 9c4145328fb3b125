//! HTTP: one router, one commented list of layers.

mod accept;
mod access;
mod body;
mod client_address;
mod connections;
mod doors;
mod entrance;
mod fairness;
mod layers;
mod mcp;
mod methods;
mod pages;
mod serve;
mod silence;
mod stream;
mod subscriptions;
mod tls;
mod validators;

pub use access::{AccessPolicy, OriginRule};
pub use client_address::TrustedProxies;
pub use doors::{CredentialsOfSite, Door, Guards, SiteDirectory};
pub use entrance::{CredentialRefused, Credentials, DoorChallenges, Entrance, NoCredentials};
pub use fairness::Fairness;
pub use layers::{Limits, around};
pub use mcp::mcp_route;
pub use pages::PublicKeys;
pub use serve::{ConnectionLimits, Shutdown, serve, shutdown_on_signal};
pub use tls::{Tls, TlsFault};

use std::sync::Arc;

use axum::{Router, middleware};

/// Everything that the router needs.
#[derive(Clone)]
pub struct HttpParts {
    /// Sites by host.
    pub sites: Arc<SiteDirectory>,
    /// Which hosts and origins may talk to us.
    pub access: Arc<AccessPolicy>,
    /// Bounds.
    pub limits: Limits,
    /// The public keys of the gateway's own issuer, where it has one.
    pub public_keys: Option<PublicKeys>,
    /// Ends open streams.
    pub shutdown: Shutdown,
}

/// The router of the product.
pub fn router(parts: &HttpParts) -> Router {
    let sites = |door| {
        let sites = Arc::clone(&parts.sites);
        move |host: &str| sites.entrance(host, door)
    };
    let fairness = Fairness::new(&parts.limits);
    let door = |door| mcp_route(sites(door), parts.limits, fairness.clone(), parts.shutdown.clone());
    let pages = pages::routes(Arc::clone(&parts.sites))
        .merge(pages::sign_in_routes(Arc::clone(&parts.sites), parts.public_keys.clone()))
        .route_layer(middleware::from_fn_with_state(fairness.clone(), fairness::in_turn));
    let routes = Router::new()
        .route(Door::Canonical.path(), door(Door::Canonical))
        .route(Door::Compat.path(), door(Door::Compat))
        .route_layer(middleware::from_fn_with_state(Arc::clone(&parts.sites), pages::describe_refused_method))
        .merge(pages);
    layers::around(routes, Arc::clone(&parts.access), parts.limits)
}
