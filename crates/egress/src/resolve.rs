//! Names to addresses, and only to those that may be called.

use std::{
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::{AddressClass, EgressPolicy};

/// The addresses of a name, on their way.
pub type Addresses = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Looks names up. What it answers is filtered before anything is called.
pub trait Resolver: Send + Sync + 'static {
    /// The addresses of `name`.
    fn resolve(&self, name: &str) -> Addresses;
}

/// The system's resolver.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn resolve(&self, name: &str) -> Addresses {
        let name = name.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

/// Why a name cannot be called. Travels through the HTTP client and is found
/// again in its error.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub(crate) enum Unresolved {
    #[error("the name has no address")]
    NotFound,
    #[error("the name has no address that may be called")]
    Refused(AddressClass),
}

/// Stands between the client and the resolver. The client connects to exactly
/// the addresses that were checked here: there is no second look-up.
pub(crate) struct FilteringResolver {
    pub(crate) inner: Arc<dyn Resolver>,
    pub(crate) policy: Arc<EgressPolicy>,
}

impl FilteringResolver {
    /// The addresses of `name` that may be called; never an empty list.
    pub(crate) fn allowed(&self, name: &str) -> impl Future<Output = Result<Vec<IpAddr>, Unresolved>> + Send + use<> {
        let host = name.trim_end_matches('.').to_ascii_lowercase();
        let found = self.inner.resolve(name);
        let policy = Arc::clone(&self.policy);
        async move {
            let found = found.await.map_err(|_| Unresolved::NotFound)?;
            let mut refused = None;
            let mut allowed = Vec::new();
            for address in found {
                match policy.check_address(&host, address) {
                    Ok(()) => allowed.push(address),
                    Err(class) => refused = Some(class),
                }
            }
            if allowed.is_empty() {
                return Err(refused.map_or(Unresolved::NotFound, Unresolved::Refused));
            }
            Ok(allowed)
        }
    }
}

impl Resolve for FilteringResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = self.allowed(name.as_str());
        Box::pin(async move {
            let allowed = allowed.await?.into_iter().map(|address| SocketAddr::new(address, 0));
            Ok(Box::new(allowed) as Addrs)
        })
    }
}
