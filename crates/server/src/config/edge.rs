//! What the configuration says of the edge: TLS, proxies, limits, sign-in.

use std::path::PathBuf;

use dealeragent_gateway::{Claim, Quota, Quotas};
use ipnet::IpNet;
use serde_json::json;

use super::file::{ConfigFile, ConformanceSection, LimitsSection, QuotaSection};
use crate::http::TrustedProxies;

/// How the gateway meets the network.
#[derive(Debug, Clone)]
pub struct Edge {
    /// Certificate and key, relative to the configuration file.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Whether something in front speaks TLS for us.
    pub behind_proxy: bool,
    /// Proxies whose word is taken for where a request came from.
    pub proxies: TrustedProxies,
    /// Whether every caller must sign in.
    pub require_sign_in: bool,
    /// How often somebody may call.
    pub quotas: Quotas,
}

impl Edge {
    pub(super) fn of(file: &ConfigFile) -> Self {
        let server = &file.server;
        let path = |text: &dealeragent_protocol::values::Text<1, 500>| PathBuf::from(text.as_str());
        Self {
            tls: server.tls.as_ref().map(|tls| (path(&tls.certificate), path(&tls.key))),
            behind_proxy: server.behind_proxy.unwrap_or(false),
            proxies: TrustedProxies::new(server.trusted_proxies.iter().filter_map(|text| network(text.as_str()))),
            require_sign_in: server.require_sign_in.unwrap_or(false),
            quotas: quotas(&file.limits),
        }
    }
}

/// Why the gateway must not listen there as it is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "beyond this machine requests and tokens would go in clear text; give a certificate with [server.tls], put a proxy \
     with TLS in front and say so with behind_proxy = true, or listen on 127.0.0.1"
)]
pub struct ClearText;

impl Edge {
    /// Whether it may listen at an address.
    ///
    /// # Errors
    /// [`ClearText`] for an address that others reach, without TLS and without a
    /// proxy that has it.
    pub fn check_listen(&self, listen: std::net::SocketAddr) -> Result<(), ClearText> {
        let is_safe = listen.ip().to_canonical().is_loopback() || self.tls.is_some() || self.behind_proxy;
        if is_safe { Ok(()) } else { Err(ClearText) }
    }
}

/// A network, or one address.
pub(super) fn network(text: &str) -> Option<IpNet> {
    let one = || text.parse::<std::net::IpAddr>().ok().map(IpNet::from);
    text.parse().ok().or_else(one)
}

fn quotas(section: &LimitsSection) -> Quotas {
    let standard = Quotas::default();
    let quota = |given: Option<QuotaSection>, standard| match given {
        Some(given) => Quota { burst: given.burst.get(), per_second: given.per_second.get() },
        None => standard,
    };
    Quotas {
        address_reads: quota(section.address_reads, standard.address_reads),
        address_checks: quota(section.address_checks, standard.address_checks),
        holder_reads: quota(section.holder_reads, standard.holder_reads),
        holder_checks: quota(section.holder_checks, standard.holder_checks),
        rooftop_checks: quota(section.rooftop_checks, standard.rooftop_checks),
    }
}

/// A recorded claim, as the manifest names it. A claim is only ever of a run
/// that passed (contract.md section 11).
pub(super) fn claim(section: &ConformanceSection) -> Claim {
    Claim {
        uri: section.claim_uri.clone(),
        digest: section.claim_digest.clone(),
        test_run: json!({
            "test_result": "pass",
            "suite_version": section.suite_version,
            "completed_at": section.completed_at.to_whole_second(),
        }),
    }
}
