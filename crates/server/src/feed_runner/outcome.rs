//! What came of a feed.

use dealeragent_feeds::{
    AttachReport, FeedReport, FileFault, Import,
    judge::{Candidate, Diff, HoldReason, Judgement, RunId},
};

use super::reading::{Read, ReadFeed};

/// What came of one feed.
#[derive(Debug)]
pub struct FeedOutcome {
    /// The feed's name.
    pub feed: String,
    /// The organization of its rooftop.
    pub organization: String,
    /// The rooftops that it may fill, the first one named first.
    pub rooftops: Vec<String>,
    /// What was decided.
    pub verdict: Verdict,
    /// The run, where one is on record.
    pub run: Option<RunId>,
    /// Its report, or why its listings were not taken: it could not be read, or
    /// waits for a person.
    pub result: Result<FeedRun, String>,
    /// Whether the same file would give the same again; not so where something
    /// went wrong on our side.
    pub is_final: bool,
}

/// What was decided about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is published.
    Applied,
    /// It says what the last one said, at no later time.
    Unchanged,
    /// It waits for a person; the last good listings stay.
    Held,
    /// It cannot be used; the last good listings stay.
    Refused,
}

impl Verdict {
    /// One word, as scripts know it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Unchanged => "unchanged",
            Self::Held => "held",
            Self::Refused => "refused",
        }
    }
}

/// A feed that was read.
#[derive(Debug)]
pub struct FeedRun {
    /// What the reader found.
    pub report: FeedReport,
    /// What the side files added.
    pub evidence: Vec<AttachReport>,
    /// Side files that could not be used, and why.
    pub evidence_faults: Vec<String>,
    /// What it changed; `None` where it says what the last one said.
    pub diff: Option<Diff>,
}

/// What a file would do.
#[derive(Debug)]
pub struct Preview {
    /// What would be decided.
    pub verdict: Verdict,
    /// What the reader found; `None` where the file cannot be read.
    pub report: Option<FeedReport>,
    /// What it would change.
    pub diff: Option<Diff>,
    /// Why it would wait.
    pub reasons: Vec<HoldReason>,
    /// Why it would be refused.
    pub fault: Option<String>,
}

impl Preview {
    pub(super) fn of(read: Read, judge: impl FnOnce(Candidate, Result<Import, FileFault>) -> Judgement) -> Self {
        let nothing = Self { verdict: Verdict::Refused, report: None, diff: None, reasons: Vec::new(), fault: None };
        let ReadFeed { candidate, import, .. } = match read {
            Ok(read) => read,
            Err(fault) => return Self { fault: Some(fault), ..nothing },
        };
        let report = import.as_ref().ok().map(|import| import.report.clone());
        match judge(candidate, import) {
            Judgement::Unchanged => Self { verdict: Verdict::Unchanged, report, ..nothing },
            Judgement::Refused(fault) => Self { fault: Some(fault.to_string()), ..nothing },
            Judgement::Applied(proposal) => {
                let (report, diff) = (proposal.report, Some(proposal.diff));
                Self { verdict: Verdict::Applied, report, diff, ..nothing }
            }
            Judgement::Held { reasons, proposal } => {
                let (report, diff) = (proposal.report, Some(proposal.diff));
                Self { verdict: Verdict::Held, report, diff, reasons, ..nothing }
            }
        }
    }
}
