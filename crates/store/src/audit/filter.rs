//! Which entries to list.

use dealeragent_protocol::{error::ErrorCode, tool::NamedTool, values::Timestamp};

/// Which entries to list; the default is the newest fifty.
#[derive(Debug, Clone)]
pub struct AuditFilter {
    /// Not before.
    pub since: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
    /// How the call ended.
    pub outcome: Option<OutcomeFilter>,
    /// The caller's subject, exactly.
    pub actor: Option<String>,
    /// The tool.
    pub tool: Option<NamedTool>,
    /// How many at most; held to [`AuditFilter::MOST`].
    pub limit: u32,
    /// Only entries with a smaller number: the last one of the page before.
    pub before_seq: Option<u64>,
}

impl AuditFilter {
    /// The most entries of one page.
    pub const MOST: u32 = 1000;
}

impl Default for AuditFilter {
    fn default() -> Self {
        Self { since: None, until: None, outcome: None, actor: None, tool: None, limit: 50, before_seq: None }
    }
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutcomeFilter {
    /// With a good answer.
    Good,
    /// With any error.
    Failed,
    /// With this error.
    Code(ErrorCode),
}
