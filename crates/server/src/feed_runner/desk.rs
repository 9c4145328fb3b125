//! What lies on the desk between two looks, and how a look ends.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use dealeragent_feeds::{
    judge::{FeedState, FileFacts, Judgement, RowCounts, RunId, RunOutcome, RunRecord},
    keep::{Change, Commit, HeldRun, KeepFault, Kept},
    report::Reject,
};
use dealeragent_protocol::values::{OrganizationId, Timestamp};

use super::{
    FeedOutcome, FeedRun, FeedRunner, Verdict, publishing,
    reading::{KnownEvidence, ReadFeed},
};
use crate::{config::FeedPlan, files::OpenedFile};

/// What stays between looks.
pub(super) struct Desk {
    /// As it is in the store.
    pub(super) kept: Kept,
    /// When the files of each feed were written that were read last.
    pub(super) stamps: BTreeMap<String, Vec<Timestamp>>,
    pub(super) evidence: KnownEvidence,
    /// Faults that are on record, so that each is written down once.
    refusals: BTreeMap<String, String>,
}

impl Desk {
    pub(super) fn new(kept: Kept) -> Self {
        Self { kept, stamps: BTreeMap::new(), evidence: KnownEvidence::new(), refusals: BTreeMap::new() }
    }
}

/// A look at one feed, before anything is written down.
pub(super) struct Look {
    /// Whether looking again at the same file would give the same.
    pub(super) was_read: bool,
    outcome: FeedOutcome,
    organization: OrganizationId,
    record: Option<RunRecord>,
    rejects: Vec<Reject>,
    change: Next,
}

/// What follows from a look.
enum Next {
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
        look.record = Some(record(plan, now, None, None, refused));
        look
    }

    fn new(plan: &FeedPlan, verdict: Verdict, result: Result<FeedRun, String>) -> Self {
        let (organization, rooftop) = (plan.settings.organization_id.clone(), &plan.settings.rooftop_id);
        Self {
            was_read: true,
            outcome: FeedOutcome {
                feed: plan.id.to_string(),
                organization: organization.to_string(),
                rooftop: rooftop.to_string(),
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

    fn refuse(&mut self, why: String) {
        self.outcome.verdict = Verdict::Refused;
        self.outcome.run = None;
        self.outcome.result = Err(why);
        self.change = Next::Nothing;
        // What went wrong on our side is tried again.
        self.was_read = false;
    }
}

fn record(
    plan: &FeedPlan,
    now: Timestamp,
    file: Option<&FileFacts>,
    bytes: Option<u64>,
    outcome: RunOutcome,
) -> RunRecord {
    RunRecord {
        id: RunId::mint(now, entropy()),
        feed: plan.id.to_string(),
        started_at: now,
        ended_at: now,
        source_time: file.map(|file| file.source_time),
        digest: file.and_then(|file| file.digest.clone()),
        bytes,
        rows: None,
        outcome,
        diff: None,
    }
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
        let report = import.as_ref().ok().map(|import| import.report.clone());
        let run = |report, diff| FeedRun { report, evidence, evidence_faults, diff };
        let held = desk.kept.feeds.get(plan.id.as_str()).and_then(|kept| kept.held.clone());
        if let Some(look) = held.filter(|held| held.file == facts).and_then(|held| self.still_held(plan, &held)) {
            return look;
        }
        match self.judge(desk, plan, candidate, import) {
            Judgement::Unchanged => match report {
                Some(report) => Look::new(plan, Verdict::Unchanged, Ok(run(report, None))),
                None => Look::unread(plan, "the file gave no report".to_owned(), now),
            },
            Judgement::Refused(fault) => {
                let said = format!("{}: {fault}", plan.path.display());
                let mut look = Look::new(plan, Verdict::Refused, Err(said));
                look.was_read = fault.kind() != dealeragent_feeds::FaultKind::Unreadable;
                look.record = Some(record(plan, now, Some(&facts), bytes, RunOutcome::refused(&fault)));
                look
            }
            Judgement::Applied(proposal) => {
                let mut record = record(plan, now, Some(&facts), bytes, RunOutcome::Applied);
                record.rows = proposal.report.as_ref().map(RowCounts::from);
                record.diff = Some(proposal.diff.clone());
                let rejects = proposal.report.as_ref().map(|report| report.rejects.clone()).unwrap_or_default();
                let result = proposal.report.map(|report| run(report, Some(proposal.diff)));
                let mut look = Look::new(plan, Verdict::Applied, result.ok_or_else(String::new));
                look.outcome.run = Some(record.id.clone());
                (look.record, look.rejects) = (Some(record), rejects);
                look.change = Next::Apply(Arc::new(proposal.next));
                look
            }
            Judgement::Held { reasons, proposal } => {
                let held = RunOutcome::Held { reasons: reasons.clone() };
                let mut record = record(plan, now, Some(&facts), bytes, held);
                let said: Vec<String> = reasons.iter().map(|reason| reason.sentence(&record.id)).collect();
                record.rows = proposal.report.as_ref().map(RowCounts::from);
                record.diff = Some(proposal.diff);
                let said = format!("{}: held back: {}", plan.path.display(), said.join("; "));
                let mut look = Look::new(plan, Verdict::Held, Err(said));
                look.outcome.run = Some(record.id.clone());
                look.rejects = proposal.report.map(|report| report.rejects).unwrap_or_default();
                look.record = Some(record);
                look.change = Next::Hold(Arc::new(proposal.next));
                look
            }
        }
    }

    /// A file that waits already waits on under the run that it has.
    fn still_held(&self, plan: &FeedPlan, held: &HeldRun) -> Option<Look> {
        let record = self.store.run(&held.run).ok()??;
        let RunOutcome::Held { reasons } = record.outcome else { return None };
        let said: Vec<String> = reasons.iter().map(|reason| reason.sentence(&held.run)).collect();
        let said = format!("{}: still held back: {}", plan.path.display(), said.join("; "));
        let mut look = Look::new(plan, Verdict::Held, Err(said));
        look.outcome.run = Some(held.run.clone());
        Some(look)
    }

    /// Builds what would be published, commits each run, and publishes what was
    /// committed.
    pub(super) fn settle(&self, desk: &mut Desk, mut looks: Vec<Look>) -> Vec<FeedOutcome> {
        let mut built = Vec::new();
        for organization in organizations(&looks) {
            match self.build(desk, &looks, &organization) {
                Ok(inventory) => built.push((organization, inventory)),
                Err(why) => refuse_all(&mut looks, &organization, &why),
            }
        }
        let mut failed = BTreeSet::new();
        for look in &mut looks {
            if let Err(fault) = self.commit(desk, look) {
                failed.insert(look.organization.clone());
                desk.stamps.remove(&look.outcome.feed);
                look.refuse(fault.to_string());
            }
        }
        // What was not committed is not published.
        for (organization, inventory) in &mut built {
            if failed.contains(organization) {
                match self.build(desk, &[], organization) {
                    Ok(without) => *inventory = without,
                    Err(why) => tracing::error!(why, "an inventory was refused"),
                }
            }
        }
        if !built.is_empty() {
            self.publish(built);
        }
        looks.into_iter().map(Look::outcome).collect()
    }

    /// One organization with the states that follow from the looks.
    fn build(
        &self,
        desk: &Desk,
        looks: &[Look],
        organization: &OrganizationId,
    ) -> Result<Option<dealeragent_inventory::OrganizationInventory>, String> {
        let mut kept = desk.kept.clone();
        for look in looks {
            if let Next::Apply(state) = &look.change {
                kept.feeds.entry(look.outcome.feed.clone()).or_default().state = Some(Arc::clone(state));
            }
        }
        let dealer = self.config.dealers.iter().find(|dealer| dealer.organization_id == *organization);
        let dealer = dealer.ok_or_else(|| format!("organization {organization} is not configured"))?;
        publishing::build(&self.config, &kept, dealer)
            .map_err(|error| format!("its listings do not fit together: {error}"))
    }

    fn commit(&self, desk: &mut Desk, look: &mut Look) -> Result<(), KeepFault> {
        let Some(record) = look.record.take() else { return Ok(()) };
        let feed = record.feed.clone();
        match &record.outcome {
            RunOutcome::Refused { fault, .. } => {
                if desk.refusals.get(&feed) == Some(fault) {
                    return Ok(());
                }
                desk.refusals.insert(feed.clone(), fault.clone());
            }
            _ => drop(desk.refusals.remove(&feed)),
        }
        let change = match &look.change {
            Next::Nothing => Change::None,
            Next::Apply(state) => Change::Apply(state),
            Next::Hold(state) => Change::Hold(state),
        };
        let based_on = desk.kept.feeds.get(&feed).map_or(0, |kept| kept.version);
        let commit = Commit { record: &record, rejects: &look.rejects, change, based_on };
        let generation = self.store.commit(&commit)?;
        // Whatever somebody else changed in between is noticed on the next look.
        if generation == desk.kept.generation + 1 {
            desk.kept.generation = generation;
        }
        let kept = desk.kept.feeds.entry(feed).or_default();
        look.outcome.run = Some(record.id.clone());
        match &look.change {
            Next::Nothing => {}
            Next::Apply(state) => {
                kept.state = Some(Arc::clone(state));
                kept.version += 1;
                kept.held = None;
            }
            Next::Hold(state) => kept.held = Some(HeldRun { run: record.id, file: state.file.clone() }),
        }
        Ok(())
    }
}

/// The organizations whose inventory changes.
fn organizations(looks: &[Look]) -> BTreeSet<OrganizationId> {
    let applied = looks.iter().filter(|look| matches!(look.change, Next::Apply(_)));
    applied.map(|look| look.organization.clone()).collect()
}

fn refuse_all(looks: &mut [Look], organization: &OrganizationId, why: &str) {
    tracing::error!(%organization, why, "the new inventory was refused; the last one stays");
    for look in looks {
        if look.organization == *organization && matches!(look.change, Next::Apply(_)) {
            look.refuse(why.to_owned());
            look.record = None;
        }
    }
}
