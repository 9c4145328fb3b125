//! What every call knows about itself.

use std::{net::IpAddr, sync::Arc};

use dealeragent_protocol::values::{Timestamp, TraceId};

use crate::{Clock, Grant, random};

/// Who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Principal {
    /// Nobody that we know.
    Anonymous,
    /// Somebody whose credential was checked, with what it allows.
    Named(Arc<Grant>),
}

impl Principal {
    /// What a cursor is bound to: a caller cannot use another's, nor its own
    /// under a grant that covers something else.
    #[must_use]
    pub fn cursor_binding(&self) -> String {
        match self {
            Self::Anonymous => "anonymous".to_owned(),
            Self::Named(grant) => format!("{}\n{:?}\n{:?}", grant.holder(), grant.tenancy, grant.scopes),
        }
    }

    /// The caller's name in the audit.
    #[must_use]
    pub fn actor(&self) -> String {
        match self {
            Self::Anonymous => "anonymous".to_owned(),
            Self::Named(grant) => grant.holder(),
        }
    }
}

/// The context of one call. Its time is read once, so that every part of an
/// answer agrees on it.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// Ties answer, log and audit together.
    pub trace_id: TraceId,
    /// Who calls.
    pub principal: Principal,
    /// When.
    pub now: Timestamp,
    /// Where from, where the transport knows; `None` on standard input.
    pub peer: Option<IpAddr>,
}

impl RequestContext {
    /// A context for a call that arrives now.
    #[must_use]
    pub fn new(clock: &dyn Clock, principal: Principal) -> Self {
        let now = clock.now();
        Self { trace_id: TraceId::mint(now, random::for_id()), principal, now, peer: None }
    }

    /// The same call, from an address.
    #[must_use]
    pub fn from_peer(self, peer: Option<IpAddr>) -> Self {
        Self { peer, ..self }
    }
}
