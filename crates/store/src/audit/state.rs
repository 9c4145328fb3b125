//! Whether entries are being kept.

use std::sync::Arc;

use crate::StoreFault;

/// What the writer can do at the moment.
#[derive(Debug, Clone)]
pub(crate) enum State {
    /// The last commit went through.
    Available,
    /// The last commit failed, for this reason.
    Failing(Arc<StoreFault>),
    /// The writer is no more.
    Ended,
}

impl State {
    pub(crate) fn is_available(&self) -> bool {
        matches!(self, Self::Available)
    }
}
