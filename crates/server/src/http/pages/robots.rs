//! `/robots.txt`: search engines and agents are welcome.

use axum::{http::HeaderMap, response::Response};

use crate::http::validators::{Cache, Representation};

/// Nothing is forbidden, the MCP endpoints neither: an agent that asks here
/// whether it may call them shall not read "no". (`discovery.md` section 4: a
/// publisher should allow retrieval by search engines and agent crawlers.)
const ROBOTS: &str = "\
# Search engines, AI assistants and their crawlers are welcome to everything here.
# What this gateway offers to them stands in /llms.txt and /manifest.json.
User-agent: *
Allow: /
";

pub(super) async fn robots(headers: HeaderMap) -> Response {
    let cache = Cache::Public { max_age: 3600 };
    Representation::new(ROBOTS, "text/plain; charset=utf-8", cache).answer(&headers)
}
