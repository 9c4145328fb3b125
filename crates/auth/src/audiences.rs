//! What a site calls itself.

use std::sync::Arc;

use dealeragent_gateway::SiteAddress;

/// The doors under a site's address.
const DOORS: [&str; 2] = ["/mcp", "/mcp/compat"];

/// The names by which tokens may be made for a site: its address and its doors.
/// Compared letter by letter: an audience that merely looks alike is another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteAudiences(Arc<[Box<str>]>);

impl SiteAudiences {
    /// The names of the site at `address`.
    #[must_use]
    pub fn of(address: &SiteAddress) -> Self {
        let base = address.as_str();
        let doors = DOORS.iter().map(|door| format!("{base}{door}"));
        Self(std::iter::once(base.to_owned()).chain(doors).map(String::into_boxed_str).collect())
    }

    /// Whether it is one of the names.
    #[must_use]
    pub fn contains(&self, audience: &str) -> bool {
        self.0.iter().any(|name| **name == *audience)
    }

    /// The names, the address first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }
}
