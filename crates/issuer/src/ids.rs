//! Ids that sort by their time and cannot be guessed.

use aws_lc_rs::rand::{SecureRandom as _, SystemRandom};
use dealeragent_gateway::{CredentialId, DelegationId};
use dealeragent_protocol::values::Timestamp;

use crate::IssuerFault;

/// A new id for a token: a ULID.
///
/// # Errors
/// [`IssuerFault::Randomness`].
pub fn new_credential_id(now: Timestamp) -> Result<CredentialId, IssuerFault> {
    Ok(CredentialId::bounded(&ulid(now)?))
}

/// A new id for a delegation: `dlg_` and a ULID.
///
/// # Errors
/// [`IssuerFault::Randomness`].
pub fn new_delegation_id(now: Timestamp) -> Result<DelegationId, IssuerFault> {
    Ok(DelegationId::bounded(&format!("dlg_{}", ulid(now)?)))
}

fn ulid(now: Timestamp) -> Result<String, IssuerFault> {
    let mut random = [0; 16];
    SystemRandom::new().fill(&mut random).map_err(|_| IssuerFault::Randomness)?;
    let milliseconds = u64::try_from(now.as_millisecond()).unwrap_or(0);
    Ok(ulid::Ulid::from_parts(milliseconds, u128::from_le_bytes(random)).to_string())
}
