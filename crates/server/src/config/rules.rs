//! Rules between keys that hold whether or not every key is well-formed: ids
//! that must differ, names that must exist, addresses that must be usable.
//!
//! They read the raw file, as the rules between a tool's arguments do, so that
//! one wrong key does not hide what is wrong with the others.

use std::{collections::BTreeSet, net::SocketAddr};

use dealeragent_feeds::Profile;
use dealeragent_gateway::SiteAddress;
use dealeragent_protocol::{intake::Violations, values::RooftopId};
use serde_json::Value;

/// Adds every violation.
pub(super) fn between_keys(file: &Value, violations: &mut Violations) {
    check_server(file, violations);
    check_organizations(file, violations);
    check_sites(file, violations);
    check_feeds(file, violations);
}

fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = (usize, &'v Value)> {
    value.get(key).and_then(Value::as_array).into_iter().flatten().enumerate()
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

fn check_server(file: &Value, violations: &mut Violations) {
    let Some(server) = file.get("server") else { return };
    if text(server, "listen").is_some_and(|listen| listen.parse::<SocketAddr>().is_err()) {
        violations.add("/server/listen", "format", "must be an address and a port, such as 127.0.0.1:8484");
    }
    let Some(url) = text(server, "public_url") else { return };
    check_address(url, "/server/public_url", violations);
    if items(file, "sites").next().is_some() {
        violations.add("/server/public_url", "conflict", "each site has its own public_url; remove this one");
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

/// Rooftop ids are unique within a site, and one site may serve everything.
fn check_organizations(file: &Value, violations: &mut Violations) {
    let mut organizations = BTreeSet::new();
    let mut rooftops = BTreeSet::new();
    for (index, organization) in items(file, "organizations") {
        let at = format!("/organizations/{index}");
        let Some(id) = text(organization, "id") else { continue };
        if !organizations.insert(id) {
            violations.add(&format!("{at}/id"), "unique", "another organization has this id already");
        }
        let served = |(_, site): (usize, &Value)| names(site, "organizations").any(|name| name == id);
        if items(file, "sites").next().is_some() && !items(file, "sites").any(served) {
            violations.add(&format!("{at}/id"), "reference", "no site serves this organization");
        }
        // Where each organization has its own site, the same id may stand in each.
        let site = items(file, "sites").position(served);
        for (index, rooftop) in items(organization, "rooftops") {
            let at = format!("{at}/rooftops/{index}/id");
            let Some(id) = text(rooftop, "id") else { continue };
            if !rooftops.insert((site, id)) {
                violations.add(&at, "unique", "another rooftop has this id already");
            }
            if RooftopId::parse(id).is_ok_and(|id| !id.is_manifest_key()) {
                violations.add(&at, "pattern", "must be lower-case letters, digits, '.', '_' and '-'");
            }
        }
    }
}

fn names<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v str> {
    items(value, key).filter_map(|(_, name)| name.as_str())
}

fn check_sites(file: &Value, violations: &mut Violations) {
    // A request finds its site by host alone.
    let mut hosts = BTreeSet::new();
    for (index, site) in items(file, "sites") {
        let at = format!("/sites/{index}");
        for name in names(site, "organizations").filter(|name| organization(file, name).is_none()) {
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

fn organization<'v>(file: &'v Value, id: &str) -> Option<&'v Value> {
    items(file, "organizations").map(|(_, organization)| organization).find(|found| text(found, "id") == Some(id))
}

fn check_feeds(file: &Value, violations: &mut Violations) {
    let mut ids = BTreeSet::new();
    let mut rooftops = BTreeSet::new();
    for (index, feed) in items(file, "feeds") {
        let at = format!("/feeds/{index}");
        if text(feed, "id").is_some_and(|id| !ids.insert(id)) {
            violations.add(&format!("{at}/id"), "unique", "another feed has this id already");
        }
        if let Some(filled) = text(feed, "organization").zip(text(feed, "rooftop"))
            && !rooftops.insert(filled)
        {
            violations.add(&format!("{at}/rooftop"), "unique", "another feed fills this rooftop already");
        }
        if text(feed, "profile").is_some_and(|name| Profile::built_in(name).is_none()) {
            let message = format!("there is no such profile; built in are: {}", Profile::built_in_ids().join(", "));
            violations.add(&format!("{at}/profile"), "reference", &message);
        }
        check_target(file, feed, &at, violations);
    }
}

/// The organization and the rooftop that a feed fills must be there.
fn check_target(file: &Value, feed: &Value, at: &str, violations: &mut Violations) {
    let Some(name) = text(feed, "organization") else { return };
    let Some(organization) = organization(file, name) else {
        let known: Vec<&str> = items(file, "organizations").filter_map(|(_, found)| text(found, "id")).collect();
        let message = format!("there is no such organization; known are: {}", known.join(", "));
        violations.add(&format!("{at}/organization"), "reference", &message);
        return;
    };
    let known: Vec<&str> = items(organization, "rooftops").filter_map(|(_, found)| text(found, "id")).collect();
    if text(feed, "rooftop").is_some_and(|id| !known.contains(&id)) {
        let message = format!("the organization has no such rooftop; it has: {}", known.join(", "));
        violations.add(&format!("{at}/rooftop"), "reference", &message);
    }
}
