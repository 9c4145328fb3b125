//! Runs the configured feeds and publishes what they give.
//!
//! A rooftop's last good listings stay until a later run replaces them: a feed
//! that cannot be read takes nothing off the air.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use dealeragent_feeds::{AttachReport, Evidence, FeedReport, SourceSettings};
use dealeragent_gateway::Gateway;
use dealeragent_inventory::{FilterKind, RooftopStock, Snapshot};
use dealeragent_protocol::{facts::FreshnessTargets, values::Timestamp};

use crate::{config::Config, config::FeedPlan, files::Files};

/// What came of one feed.
#[derive(Debug)]
pub struct FeedOutcome {
    /// The feed's name.
    pub feed: String,
    /// The organization of its rooftop.
    pub organization: String,
    /// The rooftop that it fills.
    pub rooftop: String,
    /// Its report, or why it could not be read.
    pub result: Result<FeedRun, String>,
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
}

/// The last good state of one feed.
struct LastGood {
    stock: RooftopStock,
    stamp: Option<Vec<Timestamp>>,
}

/// What stays between runs.
#[derive(Default)]
struct State {
    last_good: BTreeMap<String, LastGood>,
    /// Side files as they were last read well.
    evidence: BTreeMap<PathBuf, Evidence>,
}

/// Runs feeds.
pub struct FeedRunner {
    plans: Vec<FeedPlan>,
    config: Arc<Config>,
    files: Files,
    gateway: Arc<Gateway>,
    state: Mutex<State>,
}

impl FeedRunner {
    /// A runner for a configuration's feeds.
    #[must_use]
    pub fn new(config: Arc<Config>, files: Files, gateway: Arc<Gateway>) -> Self {
        let fed = config.feeds.iter().map(|plan| plan.settings.organization_id.clone());
        gateway.await_files_of(fed.collect());
        Self { plans: config.feeds.clone(), config, files, gateway, state: Mutex::default() }
    }

    /// Notes when feeds are looked at next, for callers who wait for fresher
    /// facts.
    pub fn announce_next_run(&self, at: Timestamp) {
        self.gateway.set_next_feed_run(at);
    }

    /// Runs every feed of which a file changed, and publishes one new snapshot
    /// if any gave listings. Feeds that did not change are not in the result.
    pub fn run(&self, now: Timestamp) -> Vec<FeedOutcome> {
        let outcomes = self.run_changed(now);
        self.gateway.files_were_read();
        outcomes
    }

    fn run_changed(&self, now: Timestamp) -> Vec<FeedOutcome> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut outcomes = Vec::new();
        let mut fresh = BTreeMap::new();
        for plan in &self.plans {
            let stamp = self.stamp(plan, now);
            let known = state.last_good.get(plan.id.as_str());
            if stamp.is_some() && known.is_some_and(|known| known.stamp == stamp) {
                continue;
            }
            let result = self.read(plan, now, &mut state.evidence).map(|(stock, run)| {
                fresh.insert(plan.id.to_string(), LastGood { stock, stamp });
                run
            });
            let (organization, rooftop) = (&plan.settings.organization_id, &plan.settings.rooftop_id);
            let (organization, rooftop) = (organization.to_string(), rooftop.to_string());
            outcomes.push(FeedOutcome { feed: plan.id.to_string(), organization, rooftop, result });
        }
        if fresh.is_empty() {
            return outcomes;
        }
        let kept = state.last_good.iter().filter(|(feed, _)| !fresh.contains_key(*feed));
        let stock = kept.chain(&fresh).map(|(_, good)| good.stock.clone()).collect();
        match Snapshot::build(stock) {
            Ok(snapshot) => {
                self.gateway.publish(snapshot);
                state.last_good.append(&mut fresh);
            }
            Err(error) => {
                tracing::error!(%error, "the new inventory was refused; the last one stays");
                for outcome in outcomes.iter_mut().filter(|outcome| fresh.contains_key(&outcome.feed)) {
                    outcome.result = Err(format!("its listings do not fit together: {error}"));
                }
            }
        }
        outcomes
    }

    /// When the feed's files were written; `None` where one of them is missing,
    /// which is looked at again each time.
    fn stamp(&self, plan: &FeedPlan, now: Timestamp) -> Option<Vec<Timestamp>> {
        std::iter::once(&plan.path).chain(&plan.evidence).map(|path| self.files.modified_at(path, now)).collect()
    }

    fn read(
        &self,
        plan: &FeedPlan,
        now: Timestamp,
        known_evidence: &mut BTreeMap<PathBuf, Evidence>,
    ) -> Result<(RooftopStock, FeedRun), String> {
        let file = self.files.read(&plan.path, now).map_err(|fault| fault.to_string())?;
        let shift = self.files.date_shift_days(now);
        let settings = SourceSettings {
            observed_at: file.modified_at.to_whole_second(),
            now: now.to_whole_second(),
            date_shift_days: shift,
            ..plan.settings.clone()
        };
        let mut import = dealeragent_feeds::import(&file.bytes, &plan.profile, &settings)
            .map_err(|fault| format!("{}: {fault}", plan.path.display()))?;
        let mut run = FeedRun { report: import.report, evidence: Vec::new(), evidence_faults: Vec::new() };
        for path in &plan.evidence {
            match self.evidence(path, now) {
                Ok(evidence) => {
                    known_evidence.insert(path.clone(), evidence);
                }
                Err(message) => run.evidence_faults.push(message),
            }
            // A side file that broke goes on saying what it last said well.
            let Some(evidence) = known_evidence.get(path) else { continue };
            let attached = evidence.clone().shifted(shift).attach(&mut import.listings, now);
            let new = attached.answers.iter().filter(|filter| !import.answers.contains(filter));
            let new: Vec<FilterKind> = new.copied().collect();
            import.answers.extend(new);
            run.evidence.push(attached);
        }
        let stock = RooftopStock {
            organization_id: plan.settings.organization_id.clone(),
            rooftop_id: plan.settings.rooftop_id.clone(),
            listings: import.listings,
            answers: import.answers,
            targets: self.targets(plan)?,
            observed_at: Some(file.modified_at),
        };
        Ok((stock, run))
    }

    fn targets(&self, plan: &FeedPlan) -> Result<FreshnessTargets, String> {
        let dealer = self.config.dealers.iter().find(|dealer| dealer.organization_id == plan.settings.organization_id);
        let rooftop = dealer.and_then(|dealer| dealer.rooftop(&plan.settings.rooftop_id));
        rooftop.map(|rooftop| rooftop.targets).ok_or_else(|| "the rooftop is not configured".to_owned())
    }

    fn evidence(&self, path: &Path, now: Timestamp) -> Result<Evidence, String> {
        let file = self.files.read(path, now).map_err(|fault| fault.to_string())?;
        let text = String::from_utf8(file.bytes).map_err(|_| format!("{}: not UTF-8", path.display()))?;
        Evidence::read(&text).map_err(|fault| format!("{}: {fault}", path.display()))
    }
}
