//! A store that lasts as long as the process, for the demo, for checks and for
//! tests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dealeragent_protocol::values::{OrganizationId, RooftopId, Timestamp, VehicleId};

use super::{Change, Commit, Controls, FeedStore, HeldRun, Hide, KEPT_RUNS, KeepFault, Kept, Pause};
use crate::{
    judge::{FeedState, RunId, RunOutcome, RunRecord},
    report::Reject,
};

/// Keeps everything in memory.
#[derive(Debug, Default)]
pub struct MemoryFeedStore {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    kept: Kept,
    /// The states that wait, by their runs.
    waiting: Vec<(RunId, Arc<FeedState>)>,
    /// The newest last.
    runs: Vec<(RunRecord, Vec<Reject>)>,
}

impl MemoryFeedStore {
    /// Nothing is kept yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn changed(&mut self) -> u64 {
        self.kept.generation += 1;
        self.kept.generation
    }

    /// The run that waited is over.
    fn supersede(&mut self, feed: &str) {
        let Some(held) = self.kept.feeds.get_mut(feed).and_then(|kept| kept.held.take()) else { return };
        self.waiting.retain(|(run, _)| *run != held.run);
        for (record, _) in self.runs.iter_mut().filter(|(record, _)| record.id == held.run) {
            if let RunOutcome::Held { reasons } = &mut record.outcome {
                record.outcome = RunOutcome::Superseded { reasons: std::mem::take(reasons) };
            }
        }
    }

    fn prune(&mut self, feed: &str) {
        let of_feed = self.runs.iter().filter(|(record, _)| record.feed == feed).count();
        let mut too_many = of_feed.saturating_sub(KEPT_RUNS);
        let waits = self.kept.feeds.get(feed).and_then(|kept| kept.held.clone());
        self.runs.retain(|(record, _)| {
            let is_old = too_many > 0 && record.feed == feed;
            too_many -= usize::from(is_old);
            !is_old || waits.as_ref().is_some_and(|held| held.run == record.id)
        });
    }
}

impl FeedStore for MemoryFeedStore {
    fn load(&self) -> Result<Kept, KeepFault> {
        Ok(self.lock().kept.clone())
    }

    fn generation(&self) -> Result<u64, KeepFault> {
        Ok(self.lock().kept.generation)
    }

    fn commit(&self, commit: &Commit<'_>) -> Result<u64, KeepFault> {
        let mut inner = self.lock();
        let feed = &commit.record.feed;
        let kept = inner.kept.feeds.entry(feed.clone()).or_default();
        if kept.version != commit.based_on {
            return Err(KeepFault::Conflict { feed: feed.clone() });
        }
        match commit.change {
            Change::None => {}
            Change::Apply(state) => {
                kept.state = Some(Arc::clone(state));
                kept.version += 1;
                inner.supersede(feed);
            }
            Change::Hold(state) => {
                inner.supersede(feed);
                let held = HeldRun { run: commit.record.id.clone(), file: state.file.clone() };
                inner.waiting.push((held.run.clone(), Arc::clone(state)));
                inner.kept.feeds.entry(feed.clone()).or_default().held = Some(held);
            }
        }
        inner.runs.push((commit.record.clone(), commit.rejects.to_vec()));
        inner.prune(feed);
        Ok(inner.changed())
    }

    fn runs(&self, feed: Option<&str>, most: usize) -> Result<Vec<RunRecord>, KeepFault> {
        let inner = self.lock();
        let asked = inner.runs.iter().rev().map(|(record, _)| record);
        Ok(asked.filter(|record| feed.is_none_or(|feed| record.feed == feed)).take(most).cloned().collect())
    }

    fn run(&self, id: &RunId) -> Result<Option<RunRecord>, KeepFault> {
        Ok(self.lock().runs.iter().map(|(record, _)| record).find(|record| record.id == *id).cloned())
    }

    fn rejects(&self, id: &RunId) -> Result<Vec<Reject>, KeepFault> {
        let inner = self.lock();
        let found = inner.runs.iter().find(|(record, _)| record.id == *id);
        found.map(|(_, rejects)| rejects.clone()).ok_or_else(|| KeepFault::NoSuchRun { id: id.clone() })
    }

    fn accept(&self, id: &RunId, by: &str, at: Timestamp) -> Result<RunRecord, KeepFault> {
        let mut inner = self.lock();
        let place = inner.runs.iter().position(|(record, _)| record.id == *id);
        let (_, state) = match inner.waiting.iter().position(|(run, _)| run == id) {
            Some(at) => inner.waiting.swap_remove(at),
            None => {
                let record = place.and_then(|place| inner.runs.get(place)).map(|(record, _)| record);
                let Some(record) = record else { return Err(KeepFault::NoSuchRun { id: id.clone() }) };
                let (feed, outcome) = (record.feed.clone(), record.outcome.as_str());
                return Err(KeepFault::NotHeld { id: id.clone(), feed, outcome });
            }
        };
        let Some((record, _)) = place.and_then(|place| inner.runs.get_mut(place)) else {
            return Err(KeepFault::NoSuchRun { id: id.clone() });
        };
        if let RunOutcome::Held { reasons } = &mut record.outcome {
            let reasons = std::mem::take(reasons);
            record.outcome = RunOutcome::Accepted { reasons, by: by.to_owned(), at };
        }
        let record = record.clone();
        let kept = inner.kept.feeds.entry(record.feed.clone()).or_default();
        kept.state = Some(state);
        kept.version += 1;
        kept.held = None;
        inner.changed();
        Ok(record)
    }

    fn forget(&self, feed: &str) -> Result<(), KeepFault> {
        let mut inner = self.lock();
        inner.supersede(feed);
        inner.kept.feeds.remove(feed);
        inner.changed();
        Ok(())
    }

    fn controls(&self) -> Result<Controls, KeepFault> {
        Ok(self.lock().kept.controls.clone())
    }

    fn hide(&self, hide: &Hide) -> Result<bool, KeepFault> {
        let mut inner = self.lock();
        let is_new = !inner.kept.controls.hides(&hide.organization_id, &hide.vehicle_id);
        if is_new {
            inner.kept.controls.hides.push(hide.clone());
            inner.changed();
        }
        Ok(is_new)
    }

    fn show(&self, organization: &OrganizationId, vehicle: &VehicleId) -> Result<bool, KeepFault> {
        let mut inner = self.lock();
        let was_off = inner.kept.controls.hides(organization, vehicle);
        if was_off {
            let is_it = |hide: &Hide| hide.organization_id == *organization && hide.vehicle_id == *vehicle;
            inner.kept.controls.hides.retain(|hide| !is_it(hide));
            inner.changed();
        }
        Ok(was_off)
    }

    fn pause(&self, pause: &Pause) -> Result<bool, KeepFault> {
        let mut inner = self.lock();
        let is_new = !inner.kept.controls.pauses(&pause.organization_id, &pause.rooftop_id);
        if is_new {
            inner.kept.controls.pauses.push(pause.clone());
            inner.changed();
        }
        Ok(is_new)
    }

    fn resume(&self, organization: &OrganizationId, rooftop: &RooftopId) -> Result<bool, KeepFault> {
        let mut inner = self.lock();
        let was_off = inner.kept.controls.pauses(organization, rooftop);
        if was_off {
            let is_it = |pause: &Pause| pause.organization_id == *organization && pause.rooftop_id == *rooftop;
            inner.kept.controls.pauses.retain(|pause| !is_it(pause));
            inner.changed();
        }
        Ok(was_off)
    }
}
