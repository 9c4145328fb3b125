//! Runs the configured feeds and publishes what they give.
//!
//! A rooftop's last good listings stay until a later run replaces them: a feed
//! that cannot be read takes nothing off the air.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use dealeragent_feeds::{AttachReport, Evidence, FeedReport, SourceSettings};
use dealeragent_gateway::Gateway;
use dealeragent_inventory::{FilterKind, RooftopStock, Snapshot};
use dealeragent_protocol::values::Timestamp;

use crate::{config::Config, config::FeedPlan, demo, files::Files};

/// What came of one feed.
#[derive(Debug)]
pub struct FeedOutcome {
    /// The feed's name.
    pub feed: String,
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
    modified_at: Option<Timestamp>,
}

/// Runs feeds.
pub struct FeedRunner {
    plans: Vec<FeedPlan>,
    config: Arc<Config>,
    files: Files,
    gateway: Arc<Gateway>,
    last_good: Mutex<BTreeMap<String, LastGood>>,
}

impl FeedRunner {
    /// A runner for a configuration's feeds.
    #[must_use]
    pub fn new(config: Arc<Config>, files: Files, gateway: Arc<Gateway>) -> Self {
        Self { plans: config.feeds.clone(), config, files, gateway, last_good: Mutex::default() }
    }

    /// Notes when feeds are looked at next, for callers who wait for fresher
    /// facts.
    pub fn announce_next_run(&self, at: Timestamp) {
        self.gateway.set_next_feed_run(at);
    }

    /// Runs every feed whose file changed, and publishes one new snapshot if
    /// any did. Feeds that did not change are not in the result.
    pub fn run(&self, now: Timestamp) -> Vec<FeedOutcome> {
        let mut outcomes = Vec::new();
        let mut last_good = self.last_good.lock().unwrap_or_else(PoisonError::into_inner);
        for plan in &self.plans {
            let modified_at = self.files.modified_at(&plan.path, now);
            let known = last_good.get(plan.id.as_str());
            if known.is_some_and(|known| known.modified_at.is_some() && known.modified_at == modified_at) {
                continue;
            }
            let result = self.read(plan, now).map(|(stock, run)| {
                last_good.insert(plan.id.to_string(), LastGood { stock, modified_at });
                run
            });
            outcomes.push(FeedOutcome {
                feed: plan.id.to_string(),
                rooftop: plan.settings.rooftop_id.to_string(),
                result,
            });
        }
        if outcomes.iter().any(|outcome| outcome.result.is_ok()) {
            let stock = last_good.values().map(|good| good.stock.clone()).collect();
            match Snapshot::build(stock) {
                Ok(snapshot) => self.gateway.publish(snapshot),
                Err(error) => tracing::error!(%error, "the new inventory was refused; the last one stays"),
            }
        }
        outcomes
    }

    fn read(&self, plan: &FeedPlan, now: Timestamp) -> Result<(RooftopStock, FeedRun), String> {
        let file = self.files.read(&plan.path, now).map_err(|fault| fault.to_string())?;
        let shift = self.date_shift_days(now);
        let settings = SourceSettings {
            observed_at: file.modified_at.to_whole_second(),
            now: now.to_whole_second(),
            date_shift_days: shift,
            ..plan.settings.clone()
        };
        let named = |fault: &dyn std::fmt::Display| format!("{}: {fault}", plan.path.display());
        let mut import =
            dealeragent_feeds::import(&file.bytes, &plan.profile, &settings).map_err(|fault| named(&fault))?;
        let mut run = FeedRun { report: import.report, evidence: Vec::new(), evidence_faults: Vec::new() };
        for path in &plan.evidence {
            match self.evidence(path, now, shift) {
                Ok(evidence) => {
                    let attached = evidence.attach(&mut import.listings, now);
                    let new = attached.answers.iter().filter(|filter| !import.answers.contains(filter));
                    let new: Vec<FilterKind> = new.copied().collect();
                    import.answers.extend(new);
                    run.evidence.push(attached);
                }
                Err(message) => run.evidence_faults.push(message),
            }
        }
        let dealer = self.config.dealers.iter().find(|dealer| dealer.organization_id == plan.settings.organization_id);
        let rooftop = dealer.and_then(|dealer| dealer.rooftop(&plan.settings.rooftop_id));
        let targets = rooftop.ok_or("the rooftop is not configured")?.targets;
        let stock = RooftopStock {
            organization_id: plan.settings.organization_id.clone(),
            rooftop_id: plan.settings.rooftop_id.clone(),
            listings: import.listings,
            answers: import.answers,
            targets,
            observed_at: Some(file.modified_at),
        };
        Ok((stock, run))
    }

    fn evidence(&self, path: &std::path::Path, now: Timestamp, shift: i64) -> Result<Evidence, String> {
        let file = self.files.read(path, now).map_err(|fault| fault.to_string())?;
        let text = String::from_utf8(file.bytes).map_err(|_| format!("{}: not UTF-8", path.display()))?;
        let evidence = Evidence::read(&text).map_err(|fault| format!("{}: {fault}", path.display()))?;
        Ok(evidence.shifted(shift))
    }

    /// Only the demo moves dates.
    fn date_shift_days(&self, now: Timestamp) -> i64 {
        match self.files {
            Files::Demo => demo::date_shift_days(now),
            Files::Folder(_) => 0,
        }
    }
}
