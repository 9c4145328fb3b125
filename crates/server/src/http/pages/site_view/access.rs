//! Who may call a tool of a site, in words.

use dealeragent_gateway::{Opening, Site};
use dealeragent_protocol::tool::Tool;

/// Dealers of one site may differ; then the words say so, and the dealers' policy
/// documents say which.
pub(super) fn who_may_call(site: &Site, tool: Tool) -> &'static str {
    let mut openings = site.dealers().iter().map(|dealer| dealer.declaration.opening(tool));
    let first = openings.next().unwrap_or(Opening::Closed);
    if openings.any(|other| other != first) {
        return "differs by dealer";
    }
    match first {
        Opening::Public => "anybody",
        Opening::Authenticated => "signed-in callers",
        Opening::Closed => "nobody",
    }
}
