//! `/server.json`: this gateway for the MCP registry, in the registry's format of
//! 2025-12-11 (`name` in reverse DNS with one slash, `description` and `title` of
//! at most 100 characters, `version`, `remotes`).

use axum::{
    http::{HeaderMap, StatusCode},
    response::Response,
};
use dealeragent_gateway::{Site, SiteAddress};
use dealeragent_protocol::values::Text;
use serde_json::json;

use super::{here::Here, site_view};
use crate::http::{
    body,
    validators::{Cache, Representation},
};

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

pub(super) async fn server_json(Here(site): Here, headers: HeaderMap) -> Response {
    match document(&site) {
        Some(document) => {
            let text = format!("{document:#}\n");
            let cache = Cache::Public { max_age: 3600 };
            Representation::new(text, "application/json", cache).modified_at(site.issued_at()).answer(&headers)
        }
        None => body::json(
            StatusCode::NOT_FOUND,
            "{\"error\":\"a registry entry needs a domain name, which this address does not have; \
            the operator sets it with public_url\"}\n",
        ),
    }
}

fn document(site: &Site) -> Option<serde_json::Value> {
    let base = site.address().as_str();
    let title = site_view::title(site);
    let demo = if site_view::shows_synthetic(site) { "Demonstration with made-up data. " } else { "" };
    let description = format!("{demo}Cars of {title}, each fact with source, time and certainty.");
    Some(json!({
        "$schema": SCHEMA,
        "name": name(site.address())?,
        "title": Text::<1, 100>::bounded(title).as_str(),
        "description": Text::<1, 100>::bounded(&description).as_str(),
        "version": env!("CARGO_PKG_VERSION"),
        "websiteUrl": format!("{base}/"),
        // The safe door: hosts that read the registry include those that refuse
        // a whole server for one dot in a tool's name.
        "remotes": [{ "type": "streamable-http", "url": format!("{base}/mcp/compat") }],
    }))
}

/// The registry's name for a site: its domain in reverse, and `dealer`. An
/// address without a domain has none, since names stand for proven domains.
pub(super) fn name(address: &SiteAddress) -> Option<String> {
    let authority = address.authority();
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let labels: Vec<&str> = host.split('.').collect();
    let is_label =
        |label: &&str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    // The last label of a domain is never a number; that of an address is.
    let is_domain = labels.len() >= 2
        && labels.iter().all(is_label)
        && labels.last().is_some_and(|top| !top.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_domain {
        return None;
    }
    let reversed = labels.into_iter().rev().collect::<Vec<_>>().join(".").to_ascii_lowercase();
    // Two sites of one host differ by port alone.
    let name = match port {
        Some(port) => format!("{reversed}/dealer-{port}"),
        None => format!("{reversed}/dealer"),
    };
    (name.len() <= 200).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_domain_in_reverse() {
        let name = |address: &str| name(&SiteAddress::parse(address).unwrap());
        for (address, expected) in [
            ("https://agents.hill-street.example", Some("example.hill-street.agents/dealer")),
            ("https://North.Example:443", Some("example.north/dealer")),
            ("https://south.example:8443", Some("example.south/dealer-8443")),
            ("http://127.0.0.1:8484", None),
            ("http://[::1]:8484", None),
            ("http://localhost:8484", None),
            ("https://intranet", None),
            ("https://a..example", None),
            ("https://under_score.example", None),
        ] {
            assert_eq!(name(address).as_deref(), expected, "{address}");
        }
    }
}
