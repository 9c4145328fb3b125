//! Who may talk to us: Host and Origin (digest section 9), and CORS.

use std::{
    net::{Ipv4Addr, Ipv6Addr},
    sync::Arc,
};

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::Response,
};

use super::{TrustedProxies, body::json_error};

/// Which origins a browser page may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginRule {
    /// Pages of this machine only: without a public address, a page from
    /// elsewhere that reaches us does so by a trick of DNS.
    Loopback,
    /// Any page: a public gateway answers anybody, never with credentials.
    Any,
}

/// Hosts that we answer to, and origins.
#[derive(Debug, Clone)]
pub struct AccessPolicy {
    /// Authorities (`host` or `host:port`) of the configured public addresses.
    pub public_authorities: Vec<String>,
    /// The address that we listen on.
    pub listen: Option<std::net::SocketAddr>,
    /// The rule for origins.
    pub origins: OriginRule,
    /// Proxies whose word is taken for where a request came from.
    pub proxies: TrustedProxies,
}

/// Request headers that browsers may send.
const ALLOWED_HEADERS: &str = "authorization, content-type, accept, mcp-protocol-version, mcp-session-id, \
    mcp-method, mcp-name, last-event-id, if-none-match, if-modified-since";
/// Response headers that pages may read.
const EXPOSED_HEADERS: &str = "mcp-session-id, www-authenticate, retry-after, ratelimit, ratelimit-policy, etag, link";

impl AccessPolicy {
    fn allows_host(&self, host: &str) -> bool {
        let short = without_own_port(host);
        let is = |other: &str| host.eq_ignore_ascii_case(other) || short.eq_ignore_ascii_case(other);
        let listens_on = |address: std::net::SocketAddr| is(&address.to_string()) || is(&address.ip().to_string());
        is_loopback(host)
            || self.public_authorities.iter().any(|authority| is(authority))
            || self.listen.is_some_and(|address| !address.ip().is_unspecified() && listens_on(address))
    }

    fn allows_origin(&self, origin: &str) -> bool {
        match self.origins {
            OriginRule::Any => true,
            OriginRule::Loopback => {
                let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
                host.is_some_and(is_loopback)
            }
        }
    }
}

/// A host without the port that its scheme has anyway.
pub(super) fn without_own_port(host: &str) -> &str {
    host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(host)
}

/// Whether an authority names this machine, with any port and nothing else:
/// what follows a host must not be able to make another one of it.
fn is_loopback(authority: &str) -> bool {
    let (is_this_machine, rest) = match authority.strip_prefix('[').map(|inner| inner.split_once(']')) {
        Some(Some((host, rest))) => (host.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback()), rest),
        Some(None) => (false, ""),
        None => {
            let (host, rest) = authority.split_at(authority.find(':').unwrap_or(authority.len()));
            let is_address = host.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback());
            (is_address || host.eq_ignore_ascii_case("localhost"), rest)
        }
    };
    is_this_machine && is_port(rest)
}

/// Nothing, or a colon with a port.
fn is_port(text: &str) -> bool {
    let is_number = |port: &str| port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok();
    text.is_empty() || text.strip_prefix(':').is_some_and(is_number)
}

/// The host that a request names.
pub(super) fn host_of(request: &Request) -> Option<&str> {
    host_in(request.headers(), request.uri())
}

/// The host in a request's head.
pub(super) fn host_in<'r>(headers: &'r HeaderMap, uri: &'r Uri) -> Option<&'r str> {
    let named = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    named.or_else(|| uri.authority().map(|authority| authority.as_str()))
}

/// Refuses foreign hosts and origins, answers preflights, adds CORS headers.
/// Health checks come by address, and tell nothing that a host must protect.
pub(super) async fn guard(State(policy): State<Arc<AccessPolicy>>, request: Request, next: Next) -> Response {
    // Two of them could mean two sites, one for us and one for a proxy.
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return json_error(StatusCode::BAD_REQUEST, "a request has one Host header");
    }
    let is_health_check = matches!(request.uri().path(), "/healthz" | "/readyz");
    if !is_health_check && !host_of(&request).is_some_and(|host| policy.allows_host(host)) {
        return json_error(
            StatusCode::MISDIRECTED_REQUEST,
            "this host name is not served here; the operator sets it with public_url",
        );
    }
    let origin = request.headers().get(header::ORIGIN).cloned();
    if let Some(origin) = &origin
        && !origin.to_str().is_ok_and(|origin| policy.allows_origin(origin))
    {
        return json_error(StatusCode::FORBIDDEN, "pages of this origin may not talk to this server");
    }
    let is_preflight = request.method() == Method::OPTIONS;
    let mut response = if is_preflight { preflight() } else { next.run(request).await };
    if let Some(origin) = origin {
        add_cors(response.headers_mut(), origin, policy.origins);
    }
    response
}

fn preflight() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, OPTIONS"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(ALLOWED_HEADERS));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    headers.insert(header::ALLOW, HeaderValue::from_static("GET, POST, OPTIONS"));
    response
}

fn add_cors(headers: &mut HeaderMap, origin: HeaderValue, rule: OriginRule) {
    let allowed = match rule {
        OriginRule::Any => HeaderValue::from_static("*"),
        OriginRule::Loopback => {
            headers.append(header::VARY, HeaderValue::from_static("Origin"));
            origin
        }
    };
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED_HEADERS));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loopback() {
        for yes in ["localhost", "LOCALHOST:8484", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8484"] {
            assert!(is_loopback(yes), "{yes}");
        }
        for no in [
            "",
            "evil.example.com",
            "localhost.evil.example",
            "localhost:evil.example",
            "localhost:80@evil.example",
            "localhost:",
            "localhost:+80",
            "localhost:65536",
            "10.0.0.1:80",
            "127.0.0.1.evil.example",
            "127.0.0.1:1/evil.example",
            "user@127.0.0.1",
            "::1",
            "[::2]",
            "[::1",
            "[::1].evil.example",
            "[::1]evil.example:80",
            "[127.0.0.1]",
        ] {
            assert!(!is_loopback(no), "{no}");
        }
    }
}
