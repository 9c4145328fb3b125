//! How each source is doing, and what is new about it.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use dealeragent_protocol::values::Timestamp;
use dealeragent_sources::{Fetched, Looked, SourceState};

use super::SourceNews;
use crate::config::FeedPlan;

/// How one source is doing.
#[derive(Debug, Clone)]
pub struct SourceStanding {
    /// The feed.
    pub feed: String,
    /// Where its file comes from, for the operator alone.
    pub place: String,
    /// When it is looked at next.
    pub next: Timestamp,
    /// How its looks went.
    pub state: SourceState,
    /// Why the last look gave nothing to take: what is wrong, or what is waited
    /// for; `None` where it went well.
    pub trouble: Option<String>,
    position: usize,
}

/// All of them, for as long as the process lives.
#[derive(Debug)]
pub(super) struct Standings(Mutex<BTreeMap<String, SourceStanding>>);

impl Standings {
    pub(super) fn new(plans: &[&FeedPlan], now: Timestamp) -> Self {
        let standing = |(position, plan): (usize, &&FeedPlan)| {
            let (feed, place) = (plan.id.to_string(), plan.source.place());
            let state = SourceState::default();
            (feed.clone(), SourceStanding { feed, place, next: now, state, trouble: None, position })
        };
        Self(Mutex::new(plans.iter().enumerate().map(standing).collect()))
    }

    pub(super) fn all(&self) -> Vec<SourceStanding> {
        let mut all: Vec<SourceStanding> = self.lock().values().cloned().collect();
        all.sort_by_key(|standing| standing.position);
        all
    }

    /// Notes how a look went. A trouble that goes on is no news.
    pub(super) fn note(&self, looked: &Looked) -> Vec<SourceNews> {
        let mut standings = self.lock();
        let Some(standing) = standings.get_mut(&looked.feed) else { return Vec::new() };
        let was_failing = standing.state.failures() > 0;
        (standing.next, standing.state) = (looked.next, looked.state.clone());
        let trouble = match &looked.outcome {
            Ok(Fetched::NotYet(not_yet)) => Some(not_yet.reason.clone()),
            Ok(Fetched::Unchanged | Fetched::File(_)) => None,
            Err(fault) => Some(fault.to_string()),
        };
        let is_new = trouble != standing.trouble;
        standing.trouble = trouble;
        let feed = looked.feed.clone();
        let mut news = Vec::new();
        if was_failing && looked.outcome.is_ok() {
            news.push(SourceNews::Works { feed: feed.clone() });
        }
        match &looked.outcome {
            Err(fault) if is_new => news.push(SourceNews::Failed { feed, fault: fault.clone(), next: looked.next }),
            // One that only has to stay as it is for a while is no news.
            Ok(Fetched::NotYet(not_yet)) if is_new && not_yet.again_after.is_none() => {
                news.push(SourceNews::Waits { feed, reason: not_yet.reason.clone() });
            }
            Ok(Fetched::File(file)) if file.passed_over.count > 0 => {
                news.push(SourceNews::PassedOver { feed, files: file.passed_over.clone() });
            }
            _ => {}
        }
        news
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, SourceStanding>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
