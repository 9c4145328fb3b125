//! What is kept about an issued token.

use std::collections::BTreeSet;

use dealeragent_gateway::{CredentialId, DelegationId, Subject};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope, Text, Timestamp},
};
use serde::Serialize;

/// One issued token: what it allows and until when. Never the token itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TokenRecord {
    /// Its id.
    pub jti: CredentialId,
    /// The agent that it was issued to.
    pub subject: Subject,
    /// The dealer.
    pub organization: OrganizationId,
    /// The rooftops.
    #[serde(flatten)]
    pub reach: RecordedReach,
    /// Its scopes.
    pub scopes: BTreeSet<Scope>,
    /// Its profiles; `None` where it leaves that to the scopes.
    pub profiles: Option<BTreeSet<Profile>>,
    /// What availability may be checked for; `None` where it is not narrowed.
    pub purposes: Option<BTreeSet<Purpose>>,
    /// Which gateway it is for: an address of the site.
    pub audience: String,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// When it ends.
    pub expires_at: Timestamp,
    /// When and why it was revoked, if it was.
    pub revoked: Option<Revocation>,
}

/// The rooftops of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordedReach {
    /// Each by name.
    Rooftops(BTreeSet<RooftopId>),
    /// Those of the delegation with this id.
    Delegation(DelegationId),
}

/// A token's revocation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Revocation {
    /// When.
    pub at: Timestamp,
    /// Why, in the operator's words.
    pub reason: Option<Text<1, 200>>,
}

impl TokenRecord {
    /// Whether it can still be used.
    #[must_use]
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.revoked.is_none() && now < self.expires_at
    }
}

/// Which tokens to list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TokenFilter {
    /// Only those of this agent.
    pub subject: Option<Subject>,
    /// Only those that can be used at this time.
    pub live_at: Option<Timestamp>,
}
