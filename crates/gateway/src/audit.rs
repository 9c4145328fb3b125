//! The audit port: what is written down about calls, and who keeps it.
//!
//! The gateway makes entries; a store behind [`AuditLog`] keeps them. An entry
//! has no field for a token, a secret, an argument or a customer, so that none
//! can get in (contract.md section 9).

mod recorder;
mod sampler;
mod seen;

use std::{future::Future, pin::Pin, sync::Arc};

use dealeragent_protocol::{
    error::ErrorCode,
    tool::NamedTool,
    values::{OrganizationId, RooftopId, Timestamp, TraceId, VehicleId},
};

pub(crate) use recorder::Recorder;
pub(crate) use seen::Seen;

/// What policy decided about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The call was allowed.
    Allowed,
    /// The call was refused.
    Refused,
}

/// One call, as the operator may look it up by its trace id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Ties the entry to the caller's answer.
    pub trace_id: TraceId,
    /// When the call arrived.
    pub at: Timestamp,
    /// The caller's subject, or `anonymous`.
    pub actor: String,
    /// The organization that the call was about, as the gateway knows it;
    /// `None` where it named one that this gateway does not serve.
    pub organization_id: Option<OrganizationId>,
    /// The rooftops that the call was about, likewise: those that it covered,
    /// or those that it named where it was refused.
    pub rooftop_ids: Vec<RooftopId>,
    /// The tool, by a name of our own table.
    pub tool: NamedTool,
    /// What policy decided.
    pub decision: Decision,
    /// The policy's name and version.
    pub policy_version: String,
    /// Records that the answer showed; only ids of this gateway.
    pub resource_ids: Vec<VehicleId>,
    /// How the call ended: `None` is a good answer.
    pub outcome: Option<ErrorCode>,
    /// The operator's side of a failure.
    pub private_reason: Option<String>,
}

impl AuditEntry {
    /// The profile that the tool belongs to. No field: the two cannot disagree.
    #[must_use]
    pub fn profile(&self) -> &'static str {
        self.tool.profile()
    }
}

/// The audit store cannot take an entry: it is full, or failing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the audit store takes no entries")]
pub struct AuditUnavailable;

/// Resolves when an entry is durable.
pub type Durable = Pin<Box<dyn Future<Output = Result<(), AuditUnavailable>> + Send>>;

/// Keeps entries. Implementations append in the order of the calls and never
/// change what they kept.
pub trait AuditLog: Send + Sync + 'static {
    /// Takes an entry for the next group commit. Waiting for the result is the
    /// caller's choice; the entry is on its way either way.
    ///
    /// # Errors
    /// [`AuditUnavailable`] at once, when the queue is full or the last commit
    /// failed: then protected reads are refused.
    fn append(&self, entry: AuditEntry) -> Result<Durable, AuditUnavailable>;

    /// Whether entries are being kept.
    fn is_available(&self) -> bool;

    /// Counts a call that is not written down, by outcome.
    fn count_unwritten(&self, outcome: Option<ErrorCode>);
}

/// How the gateway writes down what it does. Named and versioned, so that an
/// entry tells which rules it was made under.
#[derive(Debug, Clone)]
pub struct AuditPolicy {
    /// Name and version, such as `default/1`.
    pub version: Arc<str>,
    /// Whether a protected answer waits until its entry is durable.
    pub wait_for_durable: bool,
    /// How many days entries are kept; `None` where that is not said.
    pub keep_days: Option<u32>,
}

impl Default for AuditPolicy {
    fn default() -> Self {
        Self { version: Arc::from("default/1"), wait_for_durable: false, keep_days: None }
    }
}

/// Keeps nothing: for a gateway that has no store and therefore serves nothing
/// that would have to be written down.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAudit;

impl AuditLog for NoAudit {
    fn append(&self, _: AuditEntry) -> Result<Durable, AuditUnavailable> {
        Err(AuditUnavailable)
    }

    fn is_available(&self) -> bool {
        false
    }

    fn count_unwritten(&self, _: Option<ErrorCode>) {}
}
