//! What is kept of feeds between runs: the port that a store fills.
//!
//! Everything blocks. Each change is whole or not at all, and there for good
//! when the call returns.

mod memory;

use std::{collections::BTreeMap, fmt, sync::Arc};

use dealeragent_protocol::values::{OrganizationId, RooftopId, Timestamp, VehicleId};
use serde::{Deserialize, Serialize};

pub use memory::MemoryFeedStore;

use crate::{
    judge::{FeedState, FileFacts, RunId, RunRecord},
    report::Reject,
};

/// Runs of one feed that are kept; older ones are dropped with their rejects.
pub const KEPT_RUNS: usize = 200;

/// Keeps what must outlast a run.
pub trait FeedStore: Send + Sync + fmt::Debug {
    /// Everything that is published from, and who holds what back.
    ///
    /// # Errors
    /// [`KeepFault`]; a state that cannot be read is one, and never an empty lot.
    fn load(&self) -> Result<Kept, KeepFault>;

    /// A number that is another one after any change, whoever made it.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn generation(&self) -> Result<u64, KeepFault>;

    /// Writes a run down with all that follows from it, in one step: the state
    /// that it gave, or its state that waits; a run that waited before is
    /// superseded by either. Gives the new generation.
    ///
    /// # Errors
    /// [`KeepFault::Conflict`] where somebody else changed the feed's state since
    /// `commit.based_on`; nothing is written then.
    fn commit(&self, commit: &Commit<'_>) -> Result<u64, KeepFault>;

    /// Runs, the newest first; of one feed, or of all.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn runs(&self, feed: Option<&str>, most: usize) -> Result<Vec<RunRecord>, KeepFault>;

    /// One run.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn run(&self, id: &RunId) -> Result<Option<RunRecord>, KeepFault>;

    /// The rows that a run held back, as many as its report lists.
    ///
    /// # Errors
    /// [`KeepFault::NoSuchRun`] among others.
    fn rejects(&self, id: &RunId) -> Result<Vec<Reject>, KeepFault>;

    /// Makes the state of a run that waits the last good one, exactly as it is.
    ///
    /// # Errors
    /// [`KeepFault::NoSuchRun`], [`KeepFault::NotHeld`].
    fn accept(&self, id: &RunId, by: &str, at: Timestamp) -> Result<RunRecord, KeepFault>;

    /// Drops the state of a feed that is no more. Its runs stay on record.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn forget(&self, feed: &str) -> Result<(), KeepFault>;

    /// What people took off the air.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn controls(&self) -> Result<Controls, KeepFault>;

    /// Takes a unit off the air. False where it was off already: the first
    /// reason stays.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn hide(&self, hide: &Hide) -> Result<bool, KeepFault>;

    /// Puts it back. False where it was not off.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn show(&self, organization: &OrganizationId, vehicle: &VehicleId) -> Result<bool, KeepFault>;

    /// Takes a rooftop off the air. False where it was off already.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn pause(&self, pause: &Pause) -> Result<bool, KeepFault>;

    /// Puts it back. False where it was not off.
    ///
    /// # Errors
    /// [`KeepFault`].
    fn resume(&self, organization: &OrganizationId, rooftop: &RooftopId) -> Result<bool, KeepFault>;
}

/// Why the store did not do it. For operators: it may name paths.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeepFault {
    /// Somebody else changed the feed's state in between.
    #[error("another process changed the state of feed {feed} meanwhile; the file is judged anew on the next look")]
    Conflict {
        /// The feed.
        feed: String,
    },
    /// There is no such run.
    #[error("there is no run {id}; `dealeragent feed runs` lists them")]
    NoSuchRun {
        /// The id that was asked for.
        id: RunId,
    },
    /// The run does not wait.
    #[error("run {id} of feed {feed} does not wait for anybody: it is {outcome}")]
    NotHeld {
        /// The run.
        id: RunId,
        /// Its feed.
        feed: String,
        /// What became of it.
        outcome: &'static str,
    },
    /// The store failed; what, where, and how to mend it.
    #[error("{0}")]
    Store(String),
}

/// Everything that is published from.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// See [`FeedStore::generation`].
    pub generation: u64,
    /// By the feeds' ids.
    pub feeds: BTreeMap<String, KeptFeed>,
    /// What people took off the air.
    pub controls: Controls,
}

/// What is kept of one feed.
#[derive(Debug, Clone, Default)]
pub struct KeptFeed {
    /// Its last good state; `None` before its first good run.
    pub state: Option<Arc<FeedState>>,
    /// How often that state was replaced.
    pub version: u64,
    /// The run that waits for a person.
    pub held: Option<HeldRun>,
}

/// A run that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRun {
    /// Its id.
    pub run: RunId,
    /// Its file, so that it is known when it is looked at again.
    pub file: FileFacts,
}

/// A run with all that follows from it.
#[derive(Debug)]
pub struct Commit<'a> {
    /// The run.
    pub record: &'a RunRecord,
    /// The rows that it held back.
    pub rejects: &'a [Reject],
    /// What follows from it.
    pub change: Change<'a>,
    /// The [`KeptFeed::version`] that it was judged against.
    pub based_on: u64,
}

/// What follows from a run.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a> {
    /// Nothing.
    None,
    /// Its state is the last good one from now on.
    Apply(&'a Arc<FeedState>),
    /// Its state waits for a person.
    Hold(&'a Arc<FeedState>),
}

/// What people took off the air, whatever the feeds say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Controls {
    /// Units.
    pub hides: Vec<Hide>,
    /// Rooftops.
    pub pauses: Vec<Pause>,
}

/// A unit that somebody took off the air.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hide {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The unit; its id stays the same when it is relisted.
    pub vehicle_id: VehicleId,
    /// How a person calls it.
    pub name: String,
    /// Who.
    pub by: String,
    /// Why, in their words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// When.
    pub at: Timestamp,
}

/// A rooftop that somebody took off the air.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The rooftop.
    pub rooftop_id: RooftopId,
    /// Who.
    pub by: String,
    /// Why, in their words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// When.
    pub at: Timestamp,
}

impl Controls {
    /// Whether a unit is off the air.
    #[must_use]
    pub fn hides(&self, organization: &OrganizationId, vehicle: &VehicleId) -> bool {
        self.hides.iter().any(|hide| hide.organization_id == *organization && hide.vehicle_id == *vehicle)
    }

    /// Whether a rooftop is off the air.
    #[must_use]
    pub fn pauses(&self, organization: &OrganizationId, rooftop: &RooftopId) -> bool {
        self.pauses.iter().any(|pause| pause.organization_id == *organization && pause.rooftop_id == *rooftop)
    }
}
