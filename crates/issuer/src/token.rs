//! A token and what it says.

use std::{collections::BTreeSet, fmt};

use dealeragent_gateway::{CredentialId, Issuer, Reach};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, Scope, Timestamp, Uri},
};

use crate::AgentName;

/// A signed token: a secret until it ends. It has no `Display`, and `Debug`
/// does not show it, so that no log gets it by accident.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Token(String);

impl Token {
    pub(crate) fn new(text: String) -> Self {
        Self(text)
    }

    /// The token, for its holder alone.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A token with what was signed.
#[derive(Debug, Clone)]
pub struct IssuedToken {
    /// The token itself: handed over, never kept.
    pub token: Token,
    /// Its id (`jti`), by which it is revoked.
    pub jti: CredentialId,
    /// Who issued it.
    pub issuer: Issuer,
    /// Who gets it.
    pub agent: AgentName,
    /// The gateway that it is for.
    pub audience: Uri,
    /// The dealer.
    pub organization: OrganizationId,
    /// The rooftops.
    pub reach: Reach,
    /// Its scopes.
    pub scopes: BTreeSet<Scope>,
    /// Its profiles.
    pub profiles: Option<BTreeSet<Profile>>,
    /// What availability may be checked for.
    pub purposes: Option<BTreeSet<Purpose>>,
    /// When it was issued; a whole second.
    pub issued_at: Timestamp,
    /// When it ends; a whole second.
    pub expires_at: Timestamp,
}
