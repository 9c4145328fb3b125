//! Looks records up for every call, behind the gateway's ports.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use dealeragent_gateway::{
    CredentialId, CredentialRecordsUnavailable, Delegation, DelegationId, Delegations, Revocations, Subject,
};

use super::lookups::{Lookups, Standing};
use crate::{StoreFault, connection::FileIdentity};

/// Looks up what was revoked and what was delegated. Answers are remembered
/// until anything in the database changes, by whatever process: an unchanged
/// one costs a look at the file and one pragma. Blocks for microseconds.
///
/// It fails closed: when the file is gone, damaged, or another one has taken
/// its place, every look-up says so. It comes back by itself when the file does.
#[derive(Debug)]
pub struct CredentialReader {
    database: PathBuf,
    identity: FileIdentity,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// `None` after a fault; the next look-up tries anew.
    lookups: Option<Lookups>,
    /// So that a fault is logged once, not with every call.
    is_failing: bool,
}

impl CredentialReader {
    pub(crate) fn open(database: PathBuf) -> Result<Self, StoreFault> {
        let identity = FileIdentity::of(&database)?;
        let lookups = Some(Lookups::open(&database)?);
        Ok(Self { database, identity, state: Mutex::new(State { lookups, is_failing: false }) })
    }

    fn look_up<T>(
        &self,
        question: impl FnOnce(&mut Lookups) -> rusqlite::Result<T>,
    ) -> Result<T, CredentialRecordsUnavailable> {
        // A panic while it was held leaves nothing behind that is trusted.
        let mut state = self.state.lock().unwrap_or_else(|poisoned| {
            let mut state = PoisonError::into_inner(poisoned);
            state.lookups = None;
            state
        });
        let answer = self.try_look_up(&mut state.lookups, question);
        match &answer {
            Ok(_) if state.is_failing => tracing::info!("the records about credentials can be read again"),
            Err(fault) if !state.is_failing => {
                tracing::error!(%fault, "the records about credentials cannot be read; signed-in callers are refused");
            }
            _ => {}
        }
        state.is_failing = answer.is_err();
        answer.map_err(|_| CredentialRecordsUnavailable)
    }

    fn try_look_up<T>(
        &self,
        kept: &mut Option<Lookups>,
        question: impl FnOnce(&mut Lookups) -> rusqlite::Result<T>,
    ) -> Result<T, StoreFault> {
        // Taken out: it is put back only when all went well.
        let last = kept.take();
        self.identity.check(&self.database)?;
        let mut lookups = Lookups::refreshed(last, &self.database)?;
        let answer = question(&mut lookups);
        let answer = answer.map_err(super::fault("look up a credential", "a credential", &self.database))?;
        *kept = Some(lookups);
        Ok(answer)
    }
}

impl Revocations for CredentialReader {
    /// A token that bears the id of one on record, but another subject, is
    /// refused too: it is not the one that was recorded.
    fn is_revoked(&self, credential: &CredentialId, subject: &Subject) -> Result<bool, CredentialRecordsUnavailable> {
        let standing = self.look_up(|lookups| lookups.standing(credential, subject))?;
        Ok(standing == Standing::Refused)
    }
}

/// The same for tokens of this gateway's own issuer, all of which are on
/// record: one that is not counts as revoked. So a stolen key alone makes no
/// token that passes, and neither does a record that was lost.
#[derive(Debug, Clone)]
pub struct RecordedOnly(Arc<CredentialReader>);

impl RecordedOnly {
    /// Looks up through `reader`.
    #[must_use]
    pub fn new(reader: Arc<CredentialReader>) -> Self {
        Self(reader)
    }
}

impl Revocations for RecordedOnly {
    fn is_revoked(&self, credential: &CredentialId, subject: &Subject) -> Result<bool, CredentialRecordsUnavailable> {
        let standing = self.0.look_up(|lookups| lookups.standing(credential, subject))?;
        Ok(standing != Standing::Good)
    }
}

impl Delegations for CredentialReader {
    fn find(&self, id: &DelegationId) -> Result<Option<Delegation>, CredentialRecordsUnavailable> {
        self.look_up(|lookups| lookups.delegation(id))
    }
}
