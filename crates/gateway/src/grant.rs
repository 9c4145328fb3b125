//! What a signed-in caller was given (contract.md section 9).
//!
//! The edge makes a grant from a credential that it checked; policy alone reads
//! it. A grant only ever adds to what the public may do.

use std::collections::BTreeSet;

use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope, Text, Timestamp},
};

/// Who a credential was issued to: what the audit calls the caller.
pub type Subject = Text<1, 200>;

/// Who issued a credential: an issuer's URI, or a name of the configuration.
pub type Issuer = Text<1, 500>;

/// The id of one credential (`jti`), where it has one.
pub type CredentialId = Text<1, 200>;

/// The id of one recorded delegation.
pub type DelegationId = Text<1, 128>;

/// What one credential allows its holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Who holds it.
    pub subject: Subject,
    /// The client that was used (`client_id`), where the credential tells.
    pub client: Option<Subject>,
    /// Who issued it.
    pub issuer: Issuer,
    /// Its id.
    pub credential: Option<CredentialId>,
    /// The audience for which it was accepted: one of the site's own names.
    pub audience: String,
    /// The dealer and rooftops; `None` covers nothing nonpublic.
    pub tenancy: Option<Tenancy>,
    /// Its scopes, those of the protocol alone.
    pub scopes: BTreeSet<Scope>,
    /// Its profiles; `None` where the credential leaves that to its scopes.
    pub profiles: Option<BTreeSet<Profile>>,
    /// What availability may be checked for; `None` where the credential does
    /// not narrow it.
    pub purposes: Option<BTreeSet<Purpose>>,
    /// When it ends.
    pub expires_at: Timestamp,
    /// Who acts for the subject, outermost first (`act` of RFC 8693).
    pub actors: Vec<Subject>,
}

/// One organization and the part of it that a grant covers. There is no
/// wildcard: more than one rooftop is a list, or a delegation that lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenancy {
    /// The organization.
    pub organization: OrganizationId,
    /// Its rooftops.
    pub reach: Reach,
}

/// Which rooftops of an organization a grant covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// Those that the credential names.
    Rooftops(BTreeSet<RooftopId>),
    /// Those of a recorded delegation.
    Delegated(Delegation),
}

/// A group's recorded permission for somebody to act at several rooftops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delegation {
    /// Its id in the record.
    pub id: DelegationId,
    /// Who delegated.
    pub issuer: Subject,
    /// To whom: the subject of the credentials that may use it.
    pub grantee: Subject,
    /// The rooftops, each by name.
    pub rooftops: BTreeSet<RooftopId>,
    /// At most these scopes.
    pub scopes: BTreeSet<Scope>,
    /// When it ends.
    pub expires_at: Timestamp,
}

impl Grant {
    /// The holder's name: its subject as one issuer knows it. Two issuers may
    /// call different holders the same.
    #[must_use]
    pub fn holder(&self) -> String {
        format!("{}@{}", self.subject, self.issuer)
    }

    /// Whether the grant has ended.
    #[must_use]
    pub fn has_expired(&self, now: Timestamp) -> bool {
        self.expires_at <= now
    }
}
