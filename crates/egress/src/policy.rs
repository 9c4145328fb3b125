//! What may be called, and how long and how much it may be.

use std::{collections::BTreeSet, net::IpAddr, time::Duration};

use ipnet::IpNet;
use url::Host;

use crate::{
    AddressClass, BreakerSettings,
    address::{classify, effective},
};

/// The rules for every outgoing request. The default calls public addresses by
/// https and nothing else.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EgressPolicy {
    /// Longest time to connect, TLS included.
    pub connect_timeout: Duration,
    /// Longest time of one call in all: look-up, redirects, retries, body.
    pub total_timeout: Duration,
    /// Longest body in bytes after decompression; a request may ask for another.
    pub max_bytes: usize,
    /// Most header lines of an answer.
    pub max_headers: usize,
    /// Longest names and values of those lines together, in bytes.
    pub max_header_bytes: usize,
    /// Most redirects that are followed; none for a POST.
    pub max_redirects: usize,
    /// What is tried again.
    pub retry: RetrySettings,
    /// When a host is left alone.
    pub breaker: BreakerSettings,
    /// The `User-Agent`.
    pub user_agent: String,
    open_hosts: BTreeSet<String>,
    plain_hosts: BTreeSet<String>,
    open_networks: Vec<IpNet>,
}

/// How often and how soon an idempotent request is tried again.
#[derive(Debug, Clone)]
pub struct RetrySettings {
    /// Tries after the first.
    pub times: usize,
    /// Wait before the first of them; it doubles each time, with jitter.
    pub first_wait: Duration,
    /// Longest wait, and the longest `Retry-After` that is waited for. A longer
    /// one ends the call and is told in the error.
    pub longest_wait: Duration,
}

impl Default for RetrySettings {
    fn default() -> Self {
        Self { times: 2, first_wait: Duration::from_millis(100), longest_wait: Duration::from_secs(2) }
    }
}

/// Refusal of a text that is no host name and no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be one host name or IP address, without scheme, port, path or wildcard")]
pub struct InvalidHost;

impl Default for EgressPolicy {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(3),
            total_timeout: Duration::from_secs(15),
            max_bytes: 10 << 20,
            max_headers: 100,
            max_header_bytes: 64 << 10,
            max_redirects: 3,
            retry: RetrySettings::default(),
            breaker: BreakerSettings::default(),
            user_agent: concat!("dealeragent/", env!("CARGO_PKG_VERSION")).to_owned(),
            open_hosts: BTreeSet::new(),
            plain_hosts: BTreeSet::new(),
            open_networks: Vec::new(),
        }
    }
}

impl EgressPolicy {
    /// Lets exactly this host have an address that is not public. A cloud
    /// metadata address stays refused.
    ///
    /// # Errors
    /// [`InvalidHost`]: not one host.
    pub fn allow_host(mut self, host: &str) -> Result<Self, InvalidHost> {
        self.open_hosts.insert(canonical(host)?);
        Ok(self)
    }

    /// Lets every host have addresses of this network. A cloud metadata address
    /// is only covered by a network that is nothing else.
    #[must_use]
    pub fn allow_network(mut self, network: IpNet) -> Self {
        self.open_networks.push(network);
        self
    }

    /// Lets exactly this host be called without TLS: what it answers can be
    /// read and changed on the way.
    ///
    /// # Errors
    /// [`InvalidHost`]: not one host.
    pub fn allow_plain_http(mut self, host: &str) -> Result<Self, InvalidHost> {
        self.plain_hosts.insert(canonical(host)?);
        Ok(self)
    }

    /// Whether `host` may be called at `address`; its class where not.
    pub(crate) fn check_address(&self, host: &str, address: IpAddr) -> Result<(), AddressClass> {
        let class = classify(address);
        let reached = effective(address);
        let is_exactly = |network: &IpNet| network.prefix_len() == network.max_prefix_len();
        let mut covering = self.open_networks.iter().filter(|network| network.contains(&reached));
        let is_allowed = match class {
            AddressClass::Public => true,
            AddressClass::CloudMetadata => covering.any(is_exactly),
            _ => covering.next().is_some() || self.open_hosts.contains(host),
        };
        if is_allowed { Ok(()) } else { Err(class) }
    }

    /// Whether `host` may be called by plain http.
    pub(crate) fn allows_plain(&self, host: &str) -> bool {
        self.plain_hosts.contains(host)
    }
}

/// A host as `url` writes it, without the dot at the end that changes nothing.
fn canonical(text: &str) -> Result<String, InvalidHost> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Ok(address.to_string());
    }
    match Host::parse(text).map_err(|_| InvalidHost)? {
        Host::Domain(name) if name.contains(['*', '/', ':']) => Err(InvalidHost),
        Host::Domain(name) => Ok(name.trim_end_matches('.').to_owned()),
        Host::Ipv4(address) => Ok(address.to_string()),
        Host::Ipv6(address) => Ok(address.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_needs_a_network_of_its_own() {
        let metadata: IpAddr = "169.254.169.254".parse().unwrap();
        let wide = EgressPolicy::default().allow_network("169.254.0.0/16".parse().unwrap());
        let wide = wide.allow_host("inside.example").unwrap();
        assert_eq!(wide.check_address("inside.example", metadata), Err(AddressClass::CloudMetadata));
        assert_eq!(wide.check_address("inside.example", "169.254.7.7".parse().unwrap()), Ok(()));
        let exact = EgressPolicy::default().allow_network("169.254.169.254/32".parse().unwrap());
        assert_eq!(exact.check_address("any.example", metadata), Ok(()));
    }

    #[test]
    fn hosts_are_exact() {
        let policy = EgressPolicy::default().allow_host("Feeds.Example.").unwrap();
        let private: IpAddr = "10.0.0.1".parse().unwrap();
        assert_eq!(policy.check_address("feeds.example", private), Ok(()));
        assert!(policy.check_address("a.feeds.example", private).is_err());
        assert!(policy.check_address("feeds.example.attacker.example", private).is_err());
        for bad in ["*.example", "https://x.example", "x.example:8080", "x.example/a", "", "a b"] {
            assert_eq!(EgressPolicy::default().allow_host(bad).map(|_| ()), Err(InvalidHost), "{bad}");
        }
    }

    #[test]
    fn a_mapped_address_is_the_address_that_it_maps() {
        let policy = EgressPolicy::default().allow_network("10.0.0.0/8".parse().unwrap());
        assert_eq!(policy.check_address("x.example", "::ffff:10.1.1.1".parse().unwrap()), Ok(()));
        assert_eq!(policy.check_address("x.example", "::ffff:127.0.0.1".parse().unwrap()), Err(AddressClass::Loopback));
    }
}
