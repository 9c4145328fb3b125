//! One entry as it was kept.

use dealeragent_protocol::values::Timestamp;

use super::{ChainHash, encoding::Encoder};

/// One entry of the audit log. Words are kept as text: a log must be readable
/// and verifiable by a program that does not know all of them.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AuditRecord {
    /// The entry's number: from 1, without gaps.
    pub seq: u64,
    /// Version of the form that is hashed.
    pub encoding: u64,
    /// When the call arrived, to the microsecond.
    pub at: Timestamp,
    /// Ties the entry to the caller's answer.
    pub trace_id: String,
    /// The caller's subject, or `anonymous`.
    pub actor: String,
    /// The organization that the call was about.
    pub organization_id: Option<String>,
    /// The rooftops that the call was about, at most 100.
    pub rooftop_ids: Vec<String>,
    /// How many more there were.
    pub rooftops_omitted: u64,
    /// The tool's canonical name.
    pub tool: String,
    /// The profile that the tool belongs to, with its version.
    pub profile: String,
    /// `allowed` or `refused`.
    pub decision: String,
    /// The policy's name and version.
    pub policy_version: String,
    /// Records that the answer showed, at most 100.
    pub resource_ids: Vec<String>,
    /// How many more there were.
    pub resources_omitted: u64,
    /// The error's code; none for a good answer.
    pub outcome: Option<String>,
    /// The operator's side of a failure.
    pub private_reason: Option<String>,
    /// The hash of the entry before.
    pub previous_hash: ChainHash,
    /// The hash of this entry.
    pub hash: ChainHash,
}

impl AuditRecord {
    /// The only encoding there is yet.
    pub(crate) const ENCODING: u64 = 1;

    /// What is hashed: every field but the hash itself, in the order of this
    /// type. Numbers are 8 bytes, big-endian; the time is 16 bytes of
    /// nanoseconds since 1970; texts, hashes and lists start with their
    /// length; an optional field starts with a byte of 0 or 1.
    #[must_use]
    pub fn canonical_encoding(&self) -> Vec<u8> {
        let mut encoder = Encoder::new("dealeragent.audit.entry");
        encoder.number(self.encoding);
        encoder.number(self.seq);
        encoder.time(self.at);
        encoder.text(&self.trace_id);
        encoder.text(&self.actor);
        encoder.optional(self.organization_id.as_deref());
        encoder.list(&self.rooftop_ids);
        encoder.number(self.rooftops_omitted);
        encoder.text(&self.tool);
        encoder.text(&self.profile);
        encoder.text(&self.decision);
        encoder.text(&self.policy_version);
        encoder.list(&self.resource_ids);
        encoder.number(self.resources_omitted);
        encoder.optional(self.outcome.as_deref());
        encoder.optional(self.private_reason.as_deref());
        encoder.bytes(self.previous_hash.as_bytes());
        encoder.finish()
    }

    /// The hash that the fields give.
    #[must_use]
    pub fn computed_hash(&self) -> ChainHash {
        ChainHash::of(&self.canonical_encoding())
    }
}
