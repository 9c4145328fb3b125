//! Whether a file may take the place of the last good state, and what it
//! changes if it does (docs/decisions/0013).
//!
//! Pure: the last good state, a file and rules go in, a [`Judgement`] comes
//! out. Nothing is kept, published or logged here.

mod absence;
mod compare;
mod diff;
mod facts;
mod guard;
mod merge;
mod prices;
mod rules;
mod run;
mod state;

use std::collections::{BTreeSet, HashSet};

use dealeragent_protocol::values::{OrganizationId, RooftopId};

pub use diff::{AbsentRooftop, Diff, MAX_NAMED, Totals, UnitName, UpdatedUnit};
pub use facts::FieldChange;
pub use guard::HoldReason;
pub use merge::{FeedStock, Merged, Precedence, Role, merge};
pub use prices::{PriceMove, PriceMoves};
pub use rules::{Grace, GuardRules, JudgeRules, NoShare, Remembering, Share};
pub use run::{NoRunId, RowCounts, RunId, RunOutcome, RunRecord};
pub use state::{Departed, FeedState, FileFacts, Missing, TimeBasis, Unit};

use crate::{FaultKind, FeedReport, FileFault, Import, Withheld, odometer_falls};
use compare::Index;

/// A file that is to be judged.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// Who the source is. Another word than the last good state's is another
    /// source, whose first good run retires what the old one had (C01).
    pub source: String,
    /// The file.
    pub file: FileFacts,
}

/// What is to be done about a file.
#[derive(Debug)]
pub enum Judgement {
    /// It says what the last one said, at no later time: nothing happened, and
    /// nothing becomes fresher.
    Unchanged,
    /// Its state takes the place of the last good one.
    Applied(Box<Proposal>),
    /// Its state waits for a person; the last good one stays.
    Held {
        /// Why.
        reasons: Vec<HoldReason>,
        /// What is applied when it is accepted.
        proposal: Box<Proposal>,
    },
    /// It cannot be used; the last good state stays.
    Refused(FileFault),
}

/// A state that may follow the last good one.
#[derive(Debug)]
pub struct Proposal {
    /// The state.
    pub next: FeedState,
    /// What it changes.
    pub diff: Diff,
    /// What became of the file's rows; `None` for an empty file.
    pub report: Option<FeedReport>,
}

/// Judges a file against the last good state, if there is one.
#[must_use]
pub fn judge(
    last: Option<&FeedState>,
    candidate: Candidate,
    read: Result<Import, FileFault>,
    rules: &JudgeRules,
) -> Judgement {
    match read {
        Ok(import) => judge_import(last, candidate, import, rules),
        Err(fault) => match last.filter(|last| fault.kind() == FaultKind::NoRows && !last.units.is_empty()) {
            Some(last) => judge_empty(last, candidate, rules),
            None => Judgement::Refused(fault),
        },
    }
}

fn judge_import(
    last: Option<&FeedState>,
    mut candidate: Candidate,
    mut import: Import,
    rules: &JudgeRules,
) -> Judgement {
    candidate.file.digest = Some(import.digest.clone());
    if last.is_some_and(|last| is_same(last, &candidate)) {
        return Judgement::Unchanged;
    }
    let index = Index::of(last);
    odometer_falls(&mut import, |rooftop, vin| index.odometer(rooftop, vin));
    let mut reasons = Vec::new();
    let mut present = rooftops_of(&import);
    let before = last.map_or(&[][..], |last| &last.units);
    if import.listings.is_empty() && !before.is_empty() {
        reasons.push(HoldReason::NothingUsable { rows: import.report.rows, units: before.len() as u64 });
        // If a person takes the file at its word, it speaks of all of them.
        present.extend(before.iter().map(|unit| unit.listing.rooftop_id.clone()));
    }
    if let Some(last) = last.filter(|last| last.source == candidate.source)
        && candidate.file.source_time < last.file.source_time
    {
        let (last, this) = (last.file.source_time, candidate.file.source_time);
        reasons.push(HoldReason::OlderFile { last, this });
    }
    let (proposal, presence) = compare::compare(last, &index, import, &present, candidate, rules);
    if !reasons.iter().any(|reason| matches!(reason, HoldReason::NothingUsable { .. })) {
        reasons.extend(guard::weigh(&proposal.diff, &presence, &rules.guard));
    }
    let proposal = Box::new(proposal);
    if reasons.is_empty() { Judgement::Applied(proposal) } else { Judgement::Held { reasons, proposal } }
}

/// What would follow if an empty file were right: the whole lot goes, at once,
/// since somebody says so.
fn judge_empty(last: &FeedState, candidate: Candidate, rules: &JudgeRules) -> Judgement {
    let units = last.units.len() as u64;
    let mut diff = Diff { totals: Totals { before: units, removed: units, ..Totals::default() }, ..Diff::default() };
    let time = candidate.file.source_time;
    let gone = last.units.iter().map(|unit| {
        diff::name(&mut diff.removed, || UnitName::of(&unit.listing));
        let (rooftop_id, vin) = (unit.listing.rooftop_id.clone(), unit.listing.vin.clone());
        Departed { rooftop_id, vin, first_seen: unit.first_seen, at: time }
    });
    let gone = gone.collect();
    let departed = absence::departed(&last.departed, &HashSet::new(), gone, time, rules.remembering);
    let mut reasons = vec![HoldReason::EmptyFile { units }];
    if time < last.file.source_time {
        reasons.push(HoldReason::OlderFile { last: last.file.source_time, this: time });
    }
    let next = FeedState {
        organization_id: candidate.organization_id,
        source: candidate.source,
        file: candidate.file,
        rooftops: last.rooftops.keys().map(|rooftop| (rooftop.clone(), time)).collect(),
        answers: last.answers.clone(),
        units: Vec::new(),
        departed,
    };
    Judgement::Held { reasons, proposal: Box::new(Proposal { next, diff, report: None }) }
}

/// Whether a file says nothing that the last one did not say. The same bytes at
/// a later time of the source's are news: the lot was looked at again, and is as
/// it was (B34). That they came again is none.
fn is_same(last: &FeedState, candidate: &Candidate) -> bool {
    let (before, now) = (&last.file, &candidate.file);
    let is_later = now.basis == TimeBasis::Stated && now.source_time > before.source_time;
    last.source == candidate.source && before.digest == now.digest && before.reading == now.reading && !is_later
}

/// The rooftops that a file speaks of, if only by a row that is held back.
fn rooftops_of(import: &Import) -> BTreeSet<RooftopId> {
    let mut rooftops = BTreeSet::new();
    let listed = import.listings.iter().map(|listing| &listing.rooftop_id);
    for rooftop in listed.chain(import.withheld.iter().filter_map(|row: &Withheld| row.rooftop_id.as_ref())) {
        if !rooftops.contains(rooftop) {
            rooftops.insert(rooftop.clone());
        }
    }
    rooftops
}
