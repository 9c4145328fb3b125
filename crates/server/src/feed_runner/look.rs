//! A look at one feed: its file read and judged, before anything is written down.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use dealeragent_feeds::{
    FaultKind, FeedReport, FileFault,
    judge::{FeedState, FileFacts, HoldReason, Judgement, Proposal, RowCounts, RunId, RunOutcome, RunRecord},
    keep::HeldRun,
    report::Reject,
};
use dealeragent_protocol::values::{OrganizationId, Timestamp};

use super::{FeedOutcome, FeedRun, FeedRunner, Verdict, desk::Desk, reading::ReadFeed};
use crate::{config::FeedPlan, files::OpenedFile};

/// A look at one feed, before anything is written down.
pub(super) struct Look {
    /// Whether looking again at the same file would give the same.
    pub(super) was_read: bool,
    pub(super) outcome: FeedOutcome,
    pub(super) organization: OrganizationId,
    pub(super) record: Option<RunRecord>,
    pub(super) rejects: Vec<Reject>,
    pub(super) change: Next,
}

/// What follows from a look.
pub(super) enum Next {
    Nothing,
    Apply(Arc<FeedState>),
    Hold(Arc<FeedState>),
}

impl Look {
    /// A look at a file that cannot be had.
    pub(super) fn unread(plan: &FeedPlan, fault: String, now: Timestamp) -> Self {
        let refused = RunOutcome::Refused { kind: None, fault: fault.clone() };
        let mut look = Self::new(plan, Verdict::Refused, Err(fault));
        look.was_read = false;
        look.record = Some(Begun { plan, now, file: None, bytes: None }.ended(refused));
        look
    }

    fn new(plan: &FeedPlan, verdict: Verdict, result: Result<FeedRun, String>) -> Self {
        let organization = plan.settings.organization_id.clone();
        Self {
            was_read: true,
            outcome: FeedOutcome {
                feed: plan.id.to_string(),
                organization: organization.to_string(),
                rooftops: plan.rooftops.iter().map(ToString::to_string).collect(),
                verdict,
                run: None,
                result,
            },
            organization,
            record: None,
            rejects: Vec::new(),
            change: Next::Nothing,
        }
    }

    pub(super) fn outcome(self) -> FeedOutcome {
        self.outcome
    }

    /// Takes back what was decided, since something went wrong on our side.
    pub(super) fn refuse(&mut self, why: String) {
        self.outcome.verdict = Verdict::Refused;
        self.outcome.run = None;
        self.outcome.result = Err(why);
        self.change = Next::Nothing;
        // What went wrong on our side is tried again.
        self.was_read = false;
    }
}

/// A run before it is known what became of it.
struct Begun<'a> {
    plan: &'a FeedPlan,
    now: Timestamp,
    file: Option<FileFacts>,
    bytes: Option<u64>,
}

impl Begun<'_> {
    fn ended(&self, outcome: RunOutcome) -> RunRecord {
        let file = self.file.as_ref();
        RunRecord {
            id: RunId::mint(self.now, entropy()),
            feed: self.plan.id.to_string(),
            started_at: self.now,
            ended_at: self.now,
            source_time: file.map(|file| file.source_time),
            digest: file.and_then(|file| file.digest.clone()),
            bytes: self.bytes,
            rows: None,
            outcome,
            diff: None,
        }
    }

    fn refused(&self, fault: &FileFault) -> Look {
        let said = format!("{}: {fault}", self.plan.path.display());
        let mut look = Look::new(self.plan, Verdict::Refused, Err(said));
        look.was_read = fault.kind() != FaultKind::Unreadable;
        look.record = Some(self.ended(RunOutcome::refused(fault)));
        look
    }

    fn applied(&self, proposal: Proposal, mut run: FeedRun) -> Look {
        let mut record = self.ended(RunOutcome::Applied);
        if let Some(report) = proposal.report {
            run.report = report;
        }
        record.rows = Some(RowCounts::from(&run.report));
        record.diff = Some(proposal.diff.clone());
        run.diff = Some(proposal.diff);
        let rejects = run.report.rejects.clone();
        let mut look = Look::new(self.plan, Verdict::Applied, Ok(run));
        (look.record, look.rejects) = (Some(record), rejects);
        look.change = Next::Apply(Arc::new(proposal.next));
        look
    }

    fn held(&self, reasons: &[HoldReason], proposal: Proposal) -> Look {
        let mut record = self.ended(RunOutcome::Held { reasons: reasons.to_vec() });
        record.rows = proposal.report.as_ref().map(RowCounts::from);
        record.diff = Some(proposal.diff);
        let mut look = waiting(self.plan, "held back", reasons, &record.id);
        look.rejects = proposal.report.map(|report| report.rejects).unwrap_or_default();
        look.record = Some(record);
        look.change = Next::Hold(Arc::new(proposal.next));
        look
    }
}

/// A look at a file that waits for a person.
fn waiting(plan: &FeedPlan, how: &str, reasons: &[HoldReason], run: &RunId) -> Look {
    let said: Vec<String> = reasons.iter().map(|reason| reason.sentence(run)).collect();
    let said = format!("{}: {how}: {}", plan.path.display(), said.join("; "));
    Look::new(plan, Verdict::Held, Err(said))
}

/// Need not be secret. Without the system's randomness a counter still keeps the
/// ids of one process apart.
fn entropy() -> u128 {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let mut bytes = [0; 16];
    match getrandom::fill(&mut bytes) {
        Ok(()) => u128::from_le_bytes(bytes),
        Err(_) => u128::from(COUNTER.fetch_add(1, Ordering::Relaxed)),
    }
}

impl FeedRunner {
    /// Reads and judges one file of a feed.
    pub(super) fn look(&self, desk: &mut Desk, plan: &FeedPlan, file: OpenedFile, now: Timestamp) -> Look {
        let read = match self.reader().read(plan, file, now, &mut desk.evidence) {
            Ok(read) => read,
            Err(fault) => return Look::unread(plan, fault, now),
        };
        let ReadFeed { candidate, import, evidence, evidence_faults, bytes } = read;
        let mut facts = candidate.file.clone();
        facts.digest = import.as_ref().ok().map(|import| import.digest.clone());
        let held = desk.kept.feeds.get(plan.id.as_str()).and_then(|kept| kept.held.as_ref());
        if let Some(look) = held.filter(|held| held.file == facts).and_then(|held| self.still_held(plan, held)) {
            return look;
        }
        let report: Option<FeedReport> = import.as_ref().ok().map(|import| import.report.clone());
        let run = report.map(|report| FeedRun { report, evidence, evidence_faults, diff: None });
        let begun = Begun { plan, now, file: Some(facts), bytes };
        match (self.judge(desk, plan, candidate, import), run) {
            (Judgement::Unchanged, Some(run)) => Look::new(plan, Verdict::Unchanged, Ok(run)),
            (Judgement::Applied(proposal), Some(run)) => begun.applied(*proposal, run),
            (Judgement::Held { reasons, proposal }, _) => begun.held(&reasons, *proposal),
            (Judgement::Refused(fault), _) => begun.refused(&fault),
            // Only what was read is applied or unchanged.
            (_, None) => Look::unread(plan, "the file gave no report".to_owned(), now),
        }
    }

    /// A file that waits already waits on, under the run that it has.
    fn still_held(&self, plan: &FeedPlan, held: &HeldRun) -> Option<Look> {
        let record = self.store.run(&held.run).ok()??;
        let RunOutcome::Held { reasons } = record.outcome else { return None };
        let mut look = waiting(plan, "still held back", &reasons, &held.run);
        look.outcome.run = Some(held.run.clone());
        Some(look)
    }
}
