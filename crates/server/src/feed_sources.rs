//! Brings files from where feeds come from to the [`FeedRunner`], each feed at
//! its own times.
//!
//! A plain file without a schedule is none of these: the runner looks at it
//! itself. What came is imported on a thread that may block, one file at a time,
//! and counts as taken when the same file would give the same again.

mod standing;

use std::{path::Path, sync::Arc};

use dealeragent_egress::{Egress, EgressPolicy};
use dealeragent_feeds::judge::TimeBasis;
use dealeragent_protocol::values::Timestamp;
use dealeragent_sources::{
    Clock, Fetched, FetchedFile, Fetcher, FetcherSettings, Job, Limits, Looked, PassedOver, Source, SourceFault,
    SourceState, Spool, TimeBasis as SourceBasis, Validators,
};
use tokio::{sync::mpsc, task::JoinHandle};

pub use self::standing::SourceStanding;
use self::standing::Standings;
use crate::{
    config::FeedPlan,
    feed_runner::{FeedOutcome, FeedRunner},
    files::OpenedFile,
};

/// Findings that wait to be taken in; feeds beyond wait with theirs.
const WAITING: usize = 8;

/// Where sources find what they need.
#[derive(Debug, Clone)]
pub struct SourcesPlace<'a> {
    /// Where relative paths start, of secrets too.
    pub config_folder: &'a Path,
    /// Where files are put while they come.
    pub data_folder: &'a Path,
    /// What may be called.
    pub egress: EgressPolicy,
    /// How much and how long a look may be.
    pub limits: Limits,
}

/// Why no source can be looked at.
#[derive(Debug, thiserror::Error)]
pub enum SourcesFault {
    /// The data folder cannot be used.
    #[error("{0}")]
    DataFolder(#[from] SourceFault),
    /// Nothing can be called.
    #[error("{0}")]
    Egress(#[from] dealeragent_egress::SetupFailed),
}

/// What is new about a feed's source, told once.
#[derive(Debug)]
pub enum SourceNews {
    /// It cannot be had, or not for another reason than before.
    Failed {
        /// The feed.
        feed: String,
        /// Why, and how to mend it.
        fault: SourceFault,
        /// When it is looked at next.
        next: Timestamp,
    },
    /// It can be had again.
    Works {
        /// The feed.
        feed: String,
    },
    /// There is nothing to take, and no time at which there would be.
    Waits {
        /// The feed.
        feed: String,
        /// In words.
        reason: String,
    },
    /// Newer files beside the one that was taken were left out.
    PassedOver {
        /// The feed.
        feed: String,
        /// Which.
        files: PassedOver,
    },
    /// A file came.
    Ran {
        /// When its source made it, and what says so.
        said: String,
        /// What came of it.
        outcome: Box<FeedOutcome>,
    },
}

/// Who is told.
pub type Reporter = Arc<dyn Fn(SourceNews) + Send + Sync>;

/// The sources that are looked at.
#[derive(Debug)]
pub struct FeedSources {
    fetcher: Fetcher,
    standings: Arc<Standings>,
    taking: JoinHandle<()>,
}

impl FeedSources {
    /// Starts to look at every feed that has to be fetched; `None` where there
    /// is none. Each is looked at once right away.
    ///
    /// # Errors
    /// [`SourcesFault`].
    pub fn start(
        runner: &Arc<FeedRunner>,
        place: SourcesPlace<'_>,
        clock: Clock,
        reporter: Reporter,
    ) -> Result<Option<Self>, SourcesFault> {
        let plans: Vec<&FeedPlan> = runner.plans().iter().filter(|plan| plan.is_fetched()).collect();
        if plans.is_empty() {
            return Ok(None);
        }
        let spool = Spool::open(place.data_folder)?;
        let egress = Egress::new(place.egress)?;
        let standings = Arc::new(Standings::new(&plans, clock()));
        let job = |plan: &&FeedPlan| {
            let source =
                Source::new(plan.source.clone(), place.config_folder, egress.clone(), spool.clone(), place.limits);
            Some(Job {
                feed: plan.id.to_string(),
                source: Arc::new(source),
                schedule: plan.schedule.clone()?,
                // Both live as long as the process: the first look after a start
                // fetches anew, and the runner knows a file that it has had.
                known: Validators::default(),
                state: SourceState::default(),
            })
        };
        let (outlet, inlet) = mpsc::channel(WAITING);
        let jobs = plans.iter().filter_map(job).collect();
        let fetcher = Fetcher::start(jobs, FetcherSettings::default(), &clock, &outlet);
        let taker = Taker { runner: Arc::clone(runner), standings: Arc::clone(&standings), clock, reporter };
        let taking = tokio::spawn(taker.take_all(inlet));
        Ok(Some(Self { fetcher, standings, taking }))
    }

    /// How each is doing, in the order of the configuration.
    #[must_use]
    pub fn standings(&self) -> Vec<SourceStanding> {
        self.standings.all()
    }

    /// Tells when a feed is looked at next, for whoever outlives a borrow of this.
    pub fn next_look(&self) -> impl Fn() -> Option<Timestamp> + Send + Sync + 'static {
        let standings = Arc::clone(&self.standings);
        move || standings.all().iter().map(|standing| standing.next).min()
    }

    /// Has a feed looked at now; false where none of that name is fetched.
    pub fn look_now(&self, feed: &str) -> bool {
        self.fetcher.look_now(feed)
    }

    /// Ends every look and waits for the file that is being taken in.
    pub async fn stop(self) {
        self.fetcher.stop().await;
        if self.taking.await.is_err() {
            tracing::error!("taking in files ended in a defect; please report it");
        }
    }
}

/// Takes in what was found.
struct Taker {
    runner: Arc<FeedRunner>,
    standings: Arc<Standings>,
    clock: Clock,
    reporter: Reporter,
}

impl Taker {
    async fn take_all(self, mut inlet: mpsc::Receiver<Looked>) {
        let taker = Arc::new(self);
        while let Some(looked) = inlet.recv().await {
            let (taker, feed) = (Arc::clone(&taker), looked.feed.clone());
            if tokio::task::spawn_blocking(move || taker.take(looked)).await.is_err() {
                tracing::error!(feed, "taking in its file ended in a defect; please report it");
            }
        }
    }

    fn take(&self, mut looked: Looked) {
        for news in self.standings.note(&looked) {
            (self.reporter)(news);
        }
        let Ok(Fetched::File(file)) = &looked.outcome else { return };
        match self.import(&looked.feed, file) {
            Ok(outcome) => {
                let is_final = outcome.is_final;
                let time = &file.source_time;
                let said = format!("{} of {} by {}", file.name, time.at.to_whole_second(), time.basis.words());
                (self.reporter)(SourceNews::Ran { said, outcome: Box::new(outcome) });
                // What went wrong on our side comes again at the next look.
                if is_final {
                    looked.taken();
                }
            }
            Err(why) => tracing::error!(feed = looked.feed, why, "a file that came cannot be read"),
        }
    }

    fn import(&self, feed: &str, file: &FetchedFile) -> Result<FeedOutcome, String> {
        let opened = opened(file).map_err(|error| error.to_string())?;
        self.runner.import(feed, opened, (self.clock)()).map_err(|error| error.to_string())
    }
}

/// A file that came, for the runner.
///
/// # Errors
/// When somebody took it away from the data folder.
pub fn opened(file: &FetchedFile) -> std::io::Result<OpenedFile> {
    let basis = match file.source_time.basis {
        SourceBasis::FileModified | SourceBasis::LastModified => TimeBasis::Stated,
        // Of these nobody says that the file was made then.
        SourceBasis::AnswerDate | SourceBasis::Received => TimeBasis::Arrived,
    };
    Ok(OpenedFile { input: Box::new(file.open()?), modified_at: file.source_time.at, basis, bytes: Some(file.length) })
}
