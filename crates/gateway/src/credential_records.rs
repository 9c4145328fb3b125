//! What is recorded about credentials after they were issued: that one was
//! revoked, and who delegated what to whom.
//!
//! Both ports are asked while a call waits, revocations on every call, so an
//! implementation answers from memory or by one indexed look-up.

use crate::grant::{CredentialId, Delegation, DelegationId, Subject};

/// The records cannot be read. A caller whose credential cannot be looked up is
/// refused: what is unknown is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the records of credentials cannot be read")]
pub struct CredentialRecordsUnavailable;

/// Knows which credentials no longer count.
pub trait Revocations: Send + Sync {
    /// Whether this credential, or every credential of this subject, is revoked
    /// now.
    ///
    /// # Errors
    /// [`CredentialRecordsUnavailable`] when that cannot be told.
    fn is_revoked(&self, credential: &CredentialId, subject: &Subject) -> Result<bool, CredentialRecordsUnavailable>;
}

/// Knows the delegations that groups recorded.
pub trait Delegations: Send + Sync {
    /// The delegation of that id; `None` where there is none or it was revoked.
    /// An expired one may still be found: it says itself when it ended.
    ///
    /// # Errors
    /// [`CredentialRecordsUnavailable`] when that cannot be told.
    fn find(&self, id: &DelegationId) -> Result<Option<Delegation>, CredentialRecordsUnavailable>;
}
