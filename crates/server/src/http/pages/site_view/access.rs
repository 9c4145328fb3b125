//! Who may call a tool of a site, in words.

use dealeragent_gateway::{Opening, Site};
use dealeragent_protocol::tool::Tool;

/// Dealers of one site may differ; then the words say so, and the dealers' policy
/// documents say which.
pub(super) fn who_may_call(site: &Site, tool: Tool) -> &'static str {
    let rooftops =
        site.dealers().iter().flat_map(|dealer| dealer.rooftops.iter().map(move |rooftop| (dealer, rooftop)));
    let listed = rooftops.filter(|(_, rooftop)| rooftop.policy.listed);
    let mut openings = listed.map(|(dealer, rooftop)| site.asked_of(dealer.opening(rooftop, tool)));
    // Where no rooftop is listed, what is there is for those with a grant for it.
    let unlisted = || if site.sign_in().is_possible() { site.opening(tool) } else { Opening::Closed };
    let first = openings.next().unwrap_or_else(unlisted);
    if openings.any(|other| other != first) {
        return "differs by rooftop";
    }
    match first {
        Opening::Public => "anybody",
        Opening::Authenticated => "signed-in callers",
        Opening::Closed => "nobody",
    }
}
