//! What a token is to allow.

use std::collections::BTreeSet;

use dealeragent_gateway::{DelegationId, Reach};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, Scope, Timestamp, Uri},
};

use crate::{AgentName, Lifetime};

/// An order for one token. There is no wildcard: each rooftop is named, or a
/// recorded delegation names them.
#[derive(Debug, Clone)]
pub struct Order {
    /// Who gets it.
    pub agent: AgentName,
    /// The gateway that it is for: an address of the site.
    pub audience: Uri,
    /// The dealer. Whether the gateway serves it is the caller's to check.
    pub organization: OrganizationId,
    /// The rooftops; at least one.
    pub reach: Reach,
    /// Its scopes; none is a token that reaches nothing nonpublic.
    pub scopes: BTreeSet<Scope>,
    /// Its profiles; `None` leaves that to the scopes.
    pub profiles: Option<BTreeSet<Profile>>,
    /// What availability may be checked for; `None` does not narrow it.
    pub purposes: Option<BTreeSet<Purpose>>,
    /// For how long. Ends with the delegation where that ends before.
    pub lifetime: Lifetime,
}

/// Why there is no token for an order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OrderRefused {
    /// It names no rooftop.
    #[error("a token names at least one rooftop; name each, or a delegation that lists them")]
    NoRooftops,
    /// The delegation is for another agent.
    #[error("delegation {id} is for `{grantee}`; issue the token to that agent, or record a delegation for this one")]
    OtherGrantee {
        /// The delegation.
        id: DelegationId,
        /// For whom it is.
        grantee: String,
    },
    /// The delegation does not hold a scope.
    #[error("delegation {id} does not hold the scope {scope}; leave the scope out, or record a wider delegation")]
    ScopeNotDelegated {
        /// The delegation.
        id: DelegationId,
        /// The scope.
        scope: Scope,
    },
    /// The delegation has ended.
    #[error("delegation {id} ended at {at}; record a new one")]
    DelegationEnded {
        /// The delegation.
        id: DelegationId,
        /// When.
        at: Timestamp,
    },
}

impl Order {
    /// When the token ends.
    ///
    /// # Errors
    /// [`OrderRefused`].
    pub(crate) fn check(&self, now: Timestamp) -> Result<Timestamp, OrderRefused> {
        let wanted = now.plus_seconds(self.lifetime.as_seconds());
        let delegation = match &self.reach {
            Reach::Rooftops(rooftops) if rooftops.is_empty() => return Err(OrderRefused::NoRooftops),
            Reach::Rooftops(_) => return Ok(wanted),
            Reach::Delegated(delegation) => delegation,
        };
        let id = || delegation.id.clone();
        if delegation.rooftops.is_empty() {
            return Err(OrderRefused::NoRooftops);
        }
        if delegation.grantee != *self.agent.subject() {
            return Err(OrderRefused::OtherGrantee { id: id(), grantee: delegation.grantee.to_string() });
        }
        if let Some(scope) = self.scopes.difference(&delegation.scopes).next() {
            return Err(OrderRefused::ScopeNotDelegated { id: id(), scope: scope.clone() });
        }
        let expires_at = wanted.min(delegation.expires_at.to_whole_second());
        if expires_at <= now {
            return Err(OrderRefused::DelegationEnded { id: id(), at: delegation.expires_at });
        }
        Ok(expires_at)
    }
}
