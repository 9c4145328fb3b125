//! Ports to the records about credentials: which are revoked, and which
//! delegations there are.

use crate::{CredentialId, Delegation, DelegationId, Subject};

/// The records cannot be read. The caller fails closed: a credential whose
/// revocation cannot be looked up is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the records about credentials cannot be read")]
pub struct CredentialRecordsUnavailable;

/// Knows which credentials were revoked.
pub trait Revocations: Send + Sync {
    /// Whether this credential was revoked. A credential that is not on record
    /// is not revoked.
    ///
    /// # Errors
    /// [`CredentialRecordsUnavailable`].
    fn is_revoked(&self, credential: &CredentialId, subject: &Subject) -> Result<bool, CredentialRecordsUnavailable>;
}

/// Knows the recorded delegations.
pub trait Delegations: Send + Sync {
    /// The delegation of that id; `None` where there is none, or it was
    /// revoked. Whether it has expired is for the caller to see.
    ///
    /// # Errors
    /// [`CredentialRecordsUnavailable`].
    fn find(&self, id: &DelegationId) -> Result<Option<Delegation>, CredentialRecordsUnavailable>;
}
