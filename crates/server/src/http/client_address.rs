//! Where a request comes from: the peer, or what a trusted proxy says.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::HeaderMap,
    middleware::Next,
    response::Response,
};
use ipnet::IpNet;
use std::sync::Arc;

/// The address of a client, for limits and nothing else: it proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClientAddress(pub(super) IpAddr);

/// Proxies whose word is taken for where a request came from.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl TrustedProxies {
    /// These networks.
    #[must_use]
    pub fn new(networks: impl IntoIterator<Item = IpNet>) -> Self {
        Self(networks.into_iter().collect())
    }

    fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The last address in the chain that no trusted proxy stands behind.
    /// Anything before it is the client's own word.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let mut client = peer;
        let values = headers.get_all("x-forwarded-for").iter().rev();
        for value in values {
            for hop in value.to_str().unwrap_or_default().rsplit(',') {
                let Some(address) = address_of(hop.trim()) else { return client };
                client = address;
                if !self.trusts(address) {
                    return client;
                }
            }
        }
        client
    }
}

/// An address as proxies write it, with or without a port.
fn address_of(text: &str) -> Option<IpAddr> {
    let bare = || text.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare().or_else(with_port)
}

/// Notes the client's address.
pub(super) async fn note(State(proxies): State<TrustedProxies>, mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let client = proxies.client(peer.ip().to_canonical(), request.headers());
        request.extensions_mut().insert(ClientAddress(client));
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &[&'static str]) -> String {
        let proxies = TrustedProxies::new(trusted.iter().map(|network| network.parse().unwrap()));
        let headers =
            forwarded.iter().map(|value| ("x-forwarded-for".parse().unwrap(), HeaderValue::from_static(value)));
        proxies.client(peer.parse().unwrap(), &headers.collect()).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed_and_only_to_the_first_stranger() {
        let proxies = &["127.0.0.0/8", "10.0.0.0/8", "::1/128"];
        assert_eq!(client(&[], "127.0.0.1", &["192.0.2.1"]), "127.0.0.1");
        assert_eq!(client(proxies, "198.51.100.9", &["192.0.2.1"]), "198.51.100.9");
        assert_eq!(client(proxies, "127.0.0.1", &["192.0.2.1"]), "192.0.2.1");
        assert_eq!(client(proxies, "::1", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(client(proxies, "127.0.0.1", &["203.0.113.66, 192.0.2.1, 10.1.1.1"]), "192.0.2.1");
        assert_eq!(client(proxies, "127.0.0.1", &["203.0.113.66", "192.0.2.1, 10.1.1.1"]), "192.0.2.1");
        assert_eq!(client(proxies, "127.0.0.1", &["192.0.2.1:4711"]), "192.0.2.1");
        assert_eq!(client(proxies, "127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(client(proxies, "127.0.0.1", &["192.0.2.1, nonsense, 10.1.1.1"]), "10.1.1.1");
        assert_eq!(client(proxies, "127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(client(proxies, "127.0.0.1", &["10.0.0.7"]), "10.0.0.7");
    }
}
