//! Rules between keys that hold whether or not every key is well-formed: ids
//! that must differ, names that must exist, addresses that must be usable.
//!
//! They read the raw file, as the rules between a tool's arguments do, so that
//! one wrong key does not hide what is wrong with the others.

use std::{collections::BTreeSet, net::SocketAddr};

use dealeragent_egress::EgressPolicy;
use dealeragent_gateway::SiteAddress;
use dealeragent_protocol::intake::Violations;
use serde_json::Value;

use super::{
    edge::network,
    profiles::Profiles,
    raw::{ids, items, names, text},
};

mod feeds;
mod issuers;
mod organizations;

/// Adds every violation.
pub(super) fn between_keys(file: &Value, profiles: &Profiles, violations: &mut Violations) {
    check_server(file, violations);
    organizations::check(file, violations);
    check_sites(file, violations);
    issuers::check(file, violations);
    check_egress(file, violations);
    feeds::check(file, profiles, violations);
}

fn check_server(file: &Value, violations: &mut Violations) {
    let Some(server) = file.get("server") else { return };
    if text(server, "listen").is_some_and(|listen| listen.parse::<SocketAddr>().is_err()) {
        violations.add("/server/listen", "format", "must be an address and a port, such as 127.0.0.1:8484");
    }
    for (index, proxy) in server.get("trusted_proxies").and_then(Value::as_array).into_iter().flatten().enumerate() {
        if proxy.as_str().is_some_and(|proxy| network(proxy).is_none()) {
            let wanted = "must be an address or a network, such as 10.0.0.0/8";
            violations.add(&format!("/server/trusted_proxies/{index}"), "format", wanted);
        }
    }
    let Some(url) = text(server, "public_url") else { return };
    check_address(url, "/server/public_url", violations);
    if items(file, "sites").next().is_some() {
        violations.add("/server/public_url", "conflict", "each site has its own public_url; remove this one");
    }
}

/// Hosts and networks that may be called.
fn check_egress(file: &Value, violations: &mut Violations) {
    let Some(egress) = file.get("egress") else { return };
    for (index, host) in names(egress, "allow_networks").enumerate() {
        if network(host).is_none() {
            violations.add(
                &format!("/egress/allow_networks/{index}"),
                "format",
                "must be a network, such as 10.0.0.0/8",
            );
        }
    }
    for key in ["allow_hosts", "allow_plain_http"] {
        for (index, host) in names(egress, key).enumerate() {
            if let Err(error) = EgressPolicy::default().allow_host(host) {
                violations.add(&format!("/egress/{key}/{index}"), "format", &error.to_string());
            }
        }
    }
}

fn check_address(url: &str, at: &str, violations: &mut Violations) -> Option<SiteAddress> {
    let parsed = SiteAddress::parse(url).ok();
    match &parsed {
        None => {
            let wanted = "must be an http or https address without query, such as https://cars.example";
            violations.add(at, "format", wanted);
        }
        Some(address) if address.has_path() => {
            let wanted = "must have no path: a site is found by its host name, as in https://cars.example";
            violations.add(at, "format", wanted);
        }
        Some(_) => {}
    }
    parsed
}

fn check_sites(file: &Value, violations: &mut Violations) {
    let known = ids(file, "organizations");
    // A request finds its site by host alone.
    let mut hosts = BTreeSet::new();
    for (index, site) in items(file, "sites") {
        let at = format!("/sites/{index}");
        let missing = |name: &&str| known.as_ref().is_some_and(|known| !known.contains(name));
        for name in names(site, "organizations").filter(missing) {
            violations.add(&format!("{at}/organizations"), "reference", &format!("there is no organization `{name}`"));
        }
        let Some(url) = text(site, "public_url") else { continue };
        let at = format!("{at}/public_url");
        let address = check_address(url, &at, violations);
        let host = address.as_ref().map(|address| address.authority().to_ascii_lowercase());
        if host.is_some_and(|host| !hosts.insert(host)) {
            violations.add(&at, "unique", "another site has this host already");
        }
    }
}
