//! Looks at many sources, each at its own times.
//!
//! Every feed has a task of its own; they share only a bound on how many look at
//! once. Feeds whose last look failed wait in a lane of their own, and those that
//! have failed for long in another, so that what hangs takes no place from what
//! works or recovers.

use std::{collections::HashMap, sync::Arc, time::Duration};

use dealeragent_protocol::values::Timestamp;
use tokio::{
    sync::{Notify, Semaphore, mpsc, oneshot, watch},
    task::JoinSet,
};

use crate::{
    BackOff, FaultKind, Fetched, Look, Schedule, SourceFault, SourceState, Standing, Validators, task::AbortOnDrop,
};

/// The longest sleep: a clock that jumps is noticed after this time.
const NAP: Duration = Duration::from_secs(30);

/// The clock.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// How many look at once, and how long failing ones are left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetcherSettings {
    /// Looks at once of sources that work; at least 1.
    pub at_once: usize,
    /// Looks at once of sources whose last looks failed, and as many of sources
    /// that rest ([`BackOff::rest_after`]); at least 1.
    pub failing_at_once: usize,
    /// The longest time of a look, as a last resort: a source has its own
    /// [`crate::Limits::within`], which should be shorter.
    pub within: Duration,
    /// How long failing sources are left alone.
    pub back_off: BackOff,
}

impl Default for FetcherSettings {
    fn default() -> Self {
        let within = Duration::from_secs(600);
        Self { at_once: 8, failing_at_once: 2, within, back_off: BackOff::default() }
    }
}

/// One feed to be looked at.
pub struct Job {
    /// The feed's id.
    pub feed: String,
    /// Where its file comes from.
    pub source: Arc<dyn Look>,
    /// When it is looked at.
    pub schedule: Schedule,
    /// What came with the file that was used last.
    pub known: Validators,
    /// How the source has been doing.
    pub state: SourceState,
}

/// What came of one look.
#[derive(Debug)]
pub struct Looked {
    /// The feed's id.
    pub feed: String,
    /// When the look began.
    pub at: Timestamp,
    /// What it brought.
    pub outcome: Result<Fetched, SourceFault>,
    /// How the source has been doing, this look included.
    pub state: SourceState,
    /// When the next look is planned.
    pub next: Timestamp,
    receipt: Option<oneshot::Sender<()>>,
}

impl Looked {
    /// Says that the file was used, or need not come again. A file for which
    /// nobody says so is fetched again at the next look.
    pub fn taken(&mut self) {
        if let Some(receipt) = self.receipt.take() {
            let _ = receipt.send(());
        }
    }
}

/// The running tasks.
#[derive(Debug)]
pub struct Fetcher {
    stop: watch::Sender<bool>,
    bells: HashMap<String, Arc<Notify>>,
    tasks: JoinSet<()>,
}

impl Fetcher {
    /// Starts a task for each job. What they find goes to `outlet`; a feed whose
    /// findings are not taken from it waits, the others do not, for as long as
    /// `outlet` has room.
    pub fn start(jobs: Vec<Job>, settings: FetcherSettings, clock: &Clock, outlet: &mpsc::Sender<Looked>) -> Self {
        let (stop, stopped) = watch::channel(false);
        let lanes = Arc::new(Lanes {
            working: Semaphore::new(settings.at_once.max(1)),
            failing: Semaphore::new(settings.failing_at_once.max(1)),
            resting: Semaphore::new(settings.failing_at_once.max(1)),
        });
        let mut bells = HashMap::new();
        let mut tasks = JoinSet::new();
        for job in jobs {
            let bell = Arc::new(Notify::new());
            bells.insert(job.feed.clone(), Arc::clone(&bell));
            let round = Round {
                job,
                settings,
                clock: Arc::clone(clock),
                lanes: Arc::clone(&lanes),
                bell,
                outlet: outlet.clone(),
            };
            let mut stopped = stopped.clone();
            tasks.spawn(async move {
                tokio::select! {
                    // What is on its way is dropped with its file.
                    _ = stopped.wait_for(|stop| *stop) => {}
                    () = round.run() => {}
                }
            });
        }
        Self { stop, bells, tasks }
    }

    /// Has a feed looked at now, whatever its schedule and its failures; false
    /// where there is no such feed.
    pub fn look_now(&self, feed: &str) -> bool {
        self.bells.get(feed).map(|bell| bell.notify_one()).is_some()
    }

    /// Ends every look and waits for the tasks. Files that were handed over stay
    /// with whoever has them.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

#[derive(Debug)]
struct Lanes {
    working: Semaphore,
    failing: Semaphore,
    resting: Semaphore,
}

impl Lanes {
    fn of(&self, standing: Standing) -> &Semaphore {
        match standing {
            Standing::New | Standing::Well => &self.working,
            Standing::Failing(_) => &self.failing,
            Standing::Resting(_) => &self.resting,
        }
    }
}

/// The task of one feed.
struct Round {
    job: Job,
    settings: FetcherSettings,
    clock: Clock,
    lanes: Arc<Lanes>,
    bell: Arc<Notify>,
    outlet: mpsc::Sender<Looked>,
}

impl Round {
    async fn run(mut self) {
        loop {
            let next = self.next();
            tokio::select! {
                () = self.wait_until(next) => {}
                () = self.bell.notified() => {}
            }
            let lane = self.lanes.of(self.job.state.standing(&self.settings.back_off));
            let Ok(place) = lane.acquire().await else { return };
            let at = (self.clock)();
            let outcome = self.look(at).await;
            drop(place);
            self.job.state = self.job.state.after(at, &outcome);
            if !self.hand_over(at, outcome).await {
                return;
            }
        }
    }

    fn next(&self) -> Timestamp {
        let job = &self.job;
        job.state.next_look(&job.schedule, &self.settings.back_off, (self.clock)())
    }

    async fn wait_until(&self, next: Timestamp) {
        loop {
            let left = next.as_millisecond() - (self.clock)().as_millisecond();
            if left <= 0 {
                return;
            }
            tokio::time::sleep(NAP.min(Duration::from_millis(left.unsigned_abs()))).await;
        }
    }

    /// One look in a task of its own: a defect in it is a fault of this feed.
    async fn look(&self, at: Timestamp) -> Result<Fetched, SourceFault> {
        let (source, known) = (Arc::clone(&self.job.source), self.job.known.clone());
        let task = AbortOnDrop(tokio::spawn(async move { source.look(&known, at).await }));
        let within = self.settings.within;
        match tokio::time::timeout(within, task).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => {
                let problem = "the look ended in a defect";
                Err(SourceFault::new(FaultKind::Internal, &self.job.feed, problem, "please report it"))
            }
            Err(_) => Err(SourceFault::timed_out(&self.job.feed, within)),
        }
    }

    /// False where nobody wants to know any more.
    async fn hand_over(&mut self, at: Timestamp, outcome: Result<Fetched, SourceFault>) -> bool {
        let new = match &outcome {
            Ok(Fetched::File(file)) => Some(file.validators.clone()),
            _ => None,
        };
        let (receipt, receipted) = oneshot::channel();
        let receipt = new.is_some().then_some(receipt);
        let (feed, state, next) = (self.job.feed.clone(), self.job.state.clone(), self.next());
        if self.outlet.send(Looked { feed, at, outcome, state, next, receipt }).await.is_err() {
            return false;
        }
        if let Some(new) = new
            && receipted.await.is_ok()
        {
            self.job.known = new;
        }
        true
    }
}
