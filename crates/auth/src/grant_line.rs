//! What tokens stand for that do not say it themselves.

use std::collections::BTreeSet;

use dealeragent_gateway::DelegationId;
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope},
};

/// One line of an issuer's `[[grants]]`: what its tokens, or those of one client
/// or subject, stand for. It fills in what a token does not carry and never
/// overrides what it does. The first line that fits counts. Everything is named:
/// there is no wildcard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrantLine {
    /// Only tokens of this client.
    pub client: Option<String>,
    /// Only tokens of this subject.
    pub subject: Option<String>,
    /// The organization. A token that names another one gets nothing of this
    /// line.
    pub organization: OrganizationId,
    /// The rooftops.
    pub rooftops: BTreeSet<RooftopId>,
    /// A recorded delegation, whose grantee must be the token's subject.
    pub delegation: Option<DelegationId>,
    /// The scopes.
    pub scopes: BTreeSet<Scope>,
    /// The profiles; `None` leaves that to the scopes.
    pub profiles: Option<BTreeSet<Profile>>,
    /// What availability may be checked for; `None` does not narrow it.
    pub purposes: Option<BTreeSet<Purpose>>,
}

impl GrantLine {
    /// A line for every token of the issuer.
    #[must_use]
    pub fn new(organization: OrganizationId, rooftops: BTreeSet<RooftopId>) -> Self {
        Self {
            client: None,
            subject: None,
            organization,
            rooftops,
            delegation: None,
            scopes: BTreeSet::new(),
            profiles: None,
            purposes: None,
        }
    }

    pub(crate) fn fits(&self, subject: &str, client: Option<&str>, organization: Option<&OrganizationId>) -> bool {
        self.subject.as_deref().is_none_or(|wanted| wanted == subject)
            && self.client.as_deref().is_none_or(|wanted| client == Some(wanted))
            && organization.is_none_or(|carried| *carried == self.organization)
    }
}
