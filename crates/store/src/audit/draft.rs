//! An entry on its way: bounded and cleaned, not yet in the chain.

use dealeragent_gateway::{AuditEntry, Decision};
use dealeragent_protocol::{error::ErrorCode, tool::NamedTool, values::Timestamp};

use super::{AuditRecord, ChainHash, Tip, cleaning};

/// Made before an entry is queued, so that a full queue is bounded in bytes.
pub(crate) struct Draft {
    at: Timestamp,
    trace_id: String,
    actor: String,
    organization_id: Option<String>,
    rooftop_ids: (Vec<String>, u64),
    tool: NamedTool,
    decision: Decision,
    policy_version: String,
    resource_ids: (Vec<String>, u64),
    pub(crate) outcome: Option<ErrorCode>,
    private_reason: Option<String>,
}

impl From<AuditEntry> for Draft {
    fn from(entry: AuditEntry) -> Self {
        Self {
            at: to_microseconds(entry.at),
            trace_id: entry.trace_id.as_str().to_owned(),
            actor: cleaning::text(&entry.actor, cleaning::NAME),
            organization_id: entry.organization_id.map(|id| id.as_str().to_owned()),
            rooftop_ids: cleaning::ids(&entry.rooftop_ids),
            tool: entry.tool,
            decision: entry.decision,
            policy_version: cleaning::text(&entry.policy_version, cleaning::NAME),
            resource_ids: cleaning::ids(&entry.resource_ids),
            outcome: entry.outcome,
            private_reason: entry.private_reason.map(|reason| cleaning::text(&reason, cleaning::REASON)),
        }
    }
}

impl Draft {
    /// The entry that follows `tip`.
    pub(crate) fn follow(self, tip: &Tip) -> AuditRecord {
        let (rooftop_ids, rooftops_omitted) = self.rooftop_ids;
        let (resource_ids, resources_omitted) = self.resource_ids;
        let decision = match self.decision {
            Decision::Allowed => "allowed",
            Decision::Refused => "refused",
        };
        let mut record = AuditRecord {
            seq: tip.seq + 1,
            encoding: AuditRecord::ENCODING,
            at: self.at,
            trace_id: self.trace_id,
            actor: self.actor,
            organization_id: self.organization_id,
            rooftop_ids,
            rooftops_omitted,
            tool: self.tool.as_str().to_owned(),
            profile: self.tool.profile().to_owned(),
            decision: decision.to_owned(),
            policy_version: self.policy_version,
            resource_ids,
            resources_omitted,
            outcome: self.outcome.map(|code| code.as_str().to_owned()),
            private_reason: self.private_reason,
            previous_hash: tip.hash,
            hash: ChainHash::new([0; 32]),
        };
        record.hash = record.computed_hash();
        record
    }
}

/// What the database keeps of a time.
pub(crate) fn to_microseconds(at: Timestamp) -> Timestamp {
    let at = at.as_jiff();
    jiff::Timestamp::from_microsecond(at.as_microsecond()).map_or(at, |at| at).into()
}
