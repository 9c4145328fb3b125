//! The proof that policy allowed a call.

use std::{marker::PhantomData, sync::Arc};

use dealeragent_protocol::{error::ErrorCode, values::RooftopId};

use super::Access;
use crate::{Dealer, DealerRooftop, Failure};

/// Proof that policy allowed a call. Private fields: only policy makes one, and
/// no look-up takes less.
#[derive(Debug)]
pub struct Permit<T> {
    dealer: Option<Arc<Dealer>>,
    rooftops: Vec<RooftopId>,
    left_out: Vec<RooftopId>,
    protected: bool,
    accountable: bool,
    _tool: PhantomData<fn() -> T>,
}

/// Proof that a call may have a dealer's live systems asked. Only a permit makes
/// one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MayAsk(());

impl<T> Permit<T> {
    /// For what is about the site itself.
    pub(super) fn site() -> Self {
        let (rooftops, left_out) = (Vec::new(), Vec::new());
        Self { dealer: None, rooftops, left_out, protected: false, accountable: false, _tool: PhantomData }
    }

    /// For these rooftops of a dealer.
    pub(super) fn at(dealer: Arc<Dealer>, allowed: &[(&DealerRooftop, Access)], left_out: Vec<RooftopId>) -> Self {
        let rooftops = allowed.iter().map(|(rooftop, _)| rooftop.record.rooftop_id.clone()).collect();
        let protected = allowed.iter().any(|(_, access)| *access == Access::Granted);
        Self { dealer: Some(dealer), rooftops, left_out, protected, accountable: false, _tool: PhantomData }
    }

    /// The same, for a caller whose grant covers the tool at every one of them,
    /// whether or not it took one.
    pub(super) fn of_accountable(self, accountable: bool) -> Self {
        Self { accountable, ..self }
    }

    /// Proof that the dealer's systems may be asked for this caller; `None` for a
    /// caller whom nobody can hold to account for it.
    pub(crate) fn may_ask(&self) -> Option<MayAsk> {
        self.accountable.then_some(MayAsk(()))
    }

    /// The dealer that the call is about.
    ///
    /// # Errors
    /// `internal` where the target was the site itself: a defect.
    pub(crate) fn dealer(&self) -> Result<&Arc<Dealer>, Failure> {
        self.dealer.as_ref().ok_or_else(|| Failure::new(ErrorCode::Internal, "a site permit was used for a dealer"))
    }

    /// The rooftops that the call may see, never empty for a dealer.
    pub(crate) fn rooftops(&self) -> &[RooftopId] {
        &self.rooftops
    }

    /// Rooftops that the caller may search, each by itself alone.
    pub(crate) fn left_out(&self) -> &[RooftopId] {
        &self.left_out
    }

    /// Whether it took a grant: a nonpublic read, which is written down.
    pub(crate) fn is_protected(&self) -> bool {
        self.protected
    }

    /// The one rooftop of a unit call.
    ///
    /// # Errors
    /// `internal` where the target was no single rooftop: a defect.
    pub(crate) fn rooftop(&self) -> Result<&DealerRooftop, Failure> {
        let dealer = self.dealer()?;
        let only = match self.rooftops.as_slice() {
            [only] => dealer.rooftop(only),
            _ => None,
        };
        only.ok_or_else(|| Failure::new(ErrorCode::Internal, "a permit for several rooftops was used for one"))
    }
}
