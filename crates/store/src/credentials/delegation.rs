//! What is kept about a delegation.

use std::collections::BTreeSet;

use dealeragent_gateway::{Delegation, DelegationId, Subject};
use dealeragent_protocol::values::{OrganizationId, RooftopId, Scope, Timestamp};
use serde::Serialize;

/// A group's permission for somebody to act at several of its rooftops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DelegationRecord {
    /// Its id.
    pub id: DelegationId,
    /// Who delegated.
    pub issuer: Subject,
    /// To whom: the agent whose tokens may use it.
    pub grantee: Subject,
    /// The group.
    pub organization: OrganizationId,
    /// The rooftops, each by name.
    pub rooftops: BTreeSet<RooftopId>,
    /// At most these scopes.
    pub scopes: BTreeSet<Scope>,
    /// When it was recorded.
    pub created_at: Timestamp,
    /// When it ends.
    pub expires_at: Timestamp,
    /// When it was revoked, if it was.
    pub revoked_at: Option<Timestamp>,
}

impl DelegationRecord {
    /// Whether it can still be used.
    #[must_use]
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.revoked_at.is_none() && now < self.expires_at
    }

    /// What policy reads; `None` once it was revoked.
    #[must_use]
    pub fn to_delegation(&self) -> Option<Delegation> {
        self.revoked_at.is_none().then(|| Delegation {
            id: self.id.clone(),
            issuer: self.issuer.clone(),
            grantee: self.grantee.clone(),
            rooftops: self.rooftops.clone(),
            scopes: self.scopes.clone(),
            expires_at: self.expires_at,
        })
    }
}
