//! Runs the configured feeds, keeps what they give and publishes it.
//!
//! A file is read, judged against the last good state (`dealeragent_feeds::judge`),
//! committed to the store, and only then published. A feed that cannot be read
//! takes nothing off the air, and neither does one that waits for a person. What
//! was committed is published at a start before any file is looked at.

mod desk;
mod look;
mod outcome;
mod publishing;
mod reading;

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use dealeragent_feeds::{
    FileFault, Import,
    judge::{Candidate, Judgement, RunId, RunRecord},
    keep::{FeedStore, KeepFault, Kept, MemoryFeedStore},
};
use dealeragent_gateway::Gateway;
use dealeragent_protocol::values::Timestamp;

pub use outcome::{FeedOutcome, FeedRun, Preview, Verdict};

use self::{desk::Desk, look::Look, reading::Reader};
use crate::{
    config::{Config, FeedPlan},
    files::{Files, OpenedFile},
};

/// Runs feeds.
pub struct FeedRunner {
    config: Arc<Config>,
    files: Files,
    gateway: Arc<Gateway>,
    store: Arc<dyn FeedStore>,
    desk: Mutex<Desk>,
}

/// There is no feed of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no feed `{name}`; configured are: {known}")]
pub struct UnknownFeed {
    name: String,
    known: String,
}

impl FeedRunner {
    /// A runner for a configuration's feeds. Publishes what the store holds.
    ///
    /// # Errors
    /// [`KeepFault`] where the store cannot be read: nothing is published in
    /// place of what it should hold.
    pub fn open(
        config: Arc<Config>,
        files: Files,
        gateway: Arc<Gateway>,
        store: Arc<dyn FeedStore>,
    ) -> Result<Self, KeepFault> {
        let kept = store.load()?;
        let runner = Self::with(config, files, gateway, (store, kept));
        runner.publish_all(&runner.desk());
        Ok(runner)
    }

    /// A runner that keeps nothing beyond its own life.
    #[must_use]
    pub fn in_memory(config: Arc<Config>, files: Files, gateway: Arc<Gateway>) -> Self {
        Self::with(config, files, gateway, (Arc::new(MemoryFeedStore::new()), Kept::default()))
    }

    fn with(
        config: Arc<Config>,
        files: Files,
        gateway: Arc<Gateway>,
        (store, kept): (Arc<dyn FeedStore>, Kept),
    ) -> Self {
        let fed = config.feeds.iter().map(|plan| plan.settings.organization_id.clone());
        gateway.await_files_of(fed.collect());
        Self { config, files, gateway, desk: Mutex::new(Desk::new(kept)), store }
    }

    /// What is kept, for whoever lists runs, takes units off the air or accepts
    /// a run. [`FeedRunner::refresh`] afterwards publishes what follows.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn FeedStore> {
        &self.store
    }

    /// The configured feeds.
    #[must_use]
    pub fn plans(&self) -> &[FeedPlan] {
        &self.config.feeds
    }

    /// Notes when feeds are looked at next, for callers who wait for fresher
    /// facts.
    pub fn announce_next_run(&self, at: Timestamp) {
        self.gateway.set_next_feed_run(at);
    }

    /// Publishes what was changed in the store since the last look, by this
    /// process or another. Costs one number where nothing was.
    ///
    /// # Errors
    /// [`KeepFault`]; what is published stays.
    pub fn refresh(&self) -> Result<(), KeepFault> {
        self.refresh_desk(&mut self.desk())
    }

    /// Runs every feed with a plain file that changed, and publishes what
    /// follows. Feeds that did not change are not in the result. One feed's
    /// failure is its own. Files from elsewhere are brought to
    /// [`FeedRunner::import`].
    pub fn run(&self, now: Timestamp) -> Vec<FeedOutcome> {
        self.run_those(|plan| plan.path.as_deref(), now)
    }

    /// The same without those that are looked at by schedules of their own.
    pub fn run_unscheduled(&self, now: Timestamp) -> Vec<FeedOutcome> {
        self.run_those(FeedPlan::unscheduled_path, now)
    }

    fn run_those(&self, path_of: impl Fn(&FeedPlan) -> Option<&Path>, now: Timestamp) -> Vec<FeedOutcome> {
        let mut desk = self.desk();
        if let Err(fault) = self.refresh_desk(&mut desk) {
            tracing::error!(%fault, "the store of feeds cannot be read; what is published stays");
        }
        let mut looks = Vec::new();
        for plan in &self.config.feeds {
            let Some(path) = path_of(plan) else { continue };
            let stamp = self.reader().stamp(path, plan, now);
            if stamp.is_some() && desk.stamps.get(plan.id.as_str()) == stamp.as_ref() {
                continue;
            }
            let look = match self.files.open(path, now) {
                Ok(file) => self.look(&mut desk, plan, file, now),
                Err(fault) => Look::unread(plan, fault.to_string(), now),
            };
            if look.was_read {
                desk.stamps.insert(plan.id.to_string(), stamp.unwrap_or_default());
            } else {
                desk.stamps.remove(plan.id.as_str());
            }
            looks.push(look);
        }
        let outcomes = self.settle(&mut desk, looks);
        self.gateway.files_were_read();
        outcomes
    }

    /// Judges and commits one file of a feed, wherever it comes from, and
    /// publishes what follows.
    ///
    /// # Errors
    /// [`UnknownFeed`].
    pub fn import(&self, feed: &str, file: OpenedFile, now: Timestamp) -> Result<FeedOutcome, UnknownFeed> {
        let plan = self.plan(feed)?;
        let mut desk = self.desk();
        if let Err(fault) = self.refresh_desk(&mut desk) {
            let look = Look::unread(plan, fault.to_string(), now);
            return Ok(look.outcome());
        }
        let look = self.look(&mut desk, plan, file, now);
        let mut outcomes = self.settle(&mut desk, vec![look]);
        outcomes.pop().ok_or_else(|| self.unknown(feed))
    }

    /// What a file would change, without changing anything.
    ///
    /// # Errors
    /// [`UnknownFeed`].
    pub fn preview(&self, feed: &str, file: OpenedFile, now: Timestamp) -> Result<Preview, UnknownFeed> {
        let plan = self.plan(feed)?;
        let mut desk = self.desk();
        let read = self.reader().read(plan, file, now, &mut desk.evidence);
        Ok(Preview::of(read, |candidate, import| self.judge(&desk, plan, candidate, import)))
    }

    /// Releases a run that waits and publishes what it gave.
    ///
    /// # Errors
    /// [`KeepFault`].
    pub fn accept(&self, run: &RunId, by: &str, now: Timestamp) -> Result<RunRecord, KeepFault> {
        let record = self.store.accept(run, by, now)?;
        self.refresh()?;
        Ok(record)
    }

    fn plan(&self, feed: &str) -> Result<&FeedPlan, UnknownFeed> {
        self.config.feeds.iter().find(|plan| plan.id.as_str() == feed).ok_or_else(|| self.unknown(feed))
    }

    fn unknown(&self, feed: &str) -> UnknownFeed {
        let known: Vec<&str> = self.config.feeds.iter().map(|plan| plan.id.as_str()).collect();
        UnknownFeed { name: feed.to_owned(), known: known.join(", ") }
    }

    fn reader(&self) -> Reader<'_> {
        Reader { config: &self.config, files: &self.files }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refresh_desk(&self, desk: &mut Desk) -> Result<(), KeepFault> {
        if self.store.generation()? != desk.kept.generation {
            desk.kept = self.store.load()?;
            self.publish_all(desk);
        }
        Ok(())
    }

    fn judge(&self, desk: &Desk, plan: &FeedPlan, candidate: Candidate, read: Result<Import, FileFault>) -> Judgement {
        let own = desk.kept.feeds.get(plan.id.as_str()).and_then(|kept| kept.state.clone());
        let last = own.or_else(|| publishing::predecessor(&self.config, &desk.kept, plan));
        dealeragent_feeds::judge::judge(last.as_deref(), candidate, read, &plan.rules)
    }
}
