//! A system that is asked: at most once at a time for a unit, and not again while
//! its last answer may still be called verified.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use dealeragent_protocol::values::{OrganizationId, RooftopId, Timestamp, VehicleId};
use futures_util::future::{FutureExt as _, Shared, WeakShared};

use super::{Asking, AvailabilitySource, Heard, SourceDown, UnitKey};
use crate::Clock;

/// A system that can be asked about one unit: over HTTP, by SQL.
pub trait LiveSource: Send + Sync + 'static {
    /// Asks it now. `None` when it does not know the unit.
    fn ask(
        self: Arc<Self>,
        unit: UnitKey,
    ) -> Pin<Box<dyn Future<Output = Result<Option<Heard>, SourceDown>> + Send + 'static>>;
}

type Key = (OrganizationId, RooftopId, VehicleId);
type Question = Pin<Box<dyn Future<Output = Result<Option<Heard>, SourceDown>> + Send>>;
type Flight = Shared<Question>;

/// Most units whose last answer is remembered; the oldest half is let go of when
/// there are more.
const REMEMBERED: usize = 100_000;

/// Longest time in seconds that an answer stands in for the next question. Well
/// within the band of a verified status, so that it is still one on arrival.
pub(super) const LONGEST_REUSE_SECONDS: u32 = 30;

#[derive(Clone)]
struct Kept {
    heard: Option<Heard>,
    asked_at: Timestamp,
}

#[derive(Default)]
struct State {
    kept: HashMap<Key, Kept>,
    /// Weak, so that a question which everybody left ends there and then.
    flights: HashMap<Key, WeakShared<Question>>,
}

/// Wraps a [`LiveSource`]: identical questions that come together are one, and an
/// answer is used again for a few seconds.
pub struct Live<S> {
    source: Arc<S>,
    clock: Arc<dyn Clock>,
    reuse_seconds: u32,
    state: Arc<Mutex<State>>,
}

impl<S: LiveSource> Live<S> {
    /// Asks `source`, and uses an answer again for `reuse_seconds`, 30 at most; 0
    /// asks for each question that does not come while another is under way.
    #[must_use]
    pub fn new(source: S, clock: Arc<dyn Clock>, reuse_seconds: u32) -> Self {
        let reuse_seconds = reuse_seconds.min(LONGEST_REUSE_SECONDS);
        Self { source: Arc::new(source), clock, reuse_seconds, state: Arc::default() }
    }

    fn flight(&self, key: Key, unit: &UnitKey, now: Timestamp) -> Result<Option<Heard>, Flight> {
        let mut state = lock(&self.state);
        if let Some(kept) = state.kept.get(&key) {
            let age = now.seconds_since(kept.asked_at);
            if (0..i64::from(self.reuse_seconds)).contains(&age) {
                return Ok(kept.heard.clone());
            }
        }
        if let Some(flight) = state.flights.get(&key).and_then(WeakShared::upgrade) {
            return Err(flight);
        }
        let flight = self.start(key.clone(), unit.clone()).boxed().shared();
        if let Some(weak) = flight.downgrade() {
            state.flights.insert(key, weak);
        }
        Err(flight)
    }

    /// The question itself. Whoever waits for it carries it on, so that the one who
    /// asked first may go away at any time.
    fn start(
        &self,
        key: Key,
        unit: UnitKey,
    ) -> impl Future<Output = Result<Option<Heard>, SourceDown>> + Send + use<S> {
        let (source, clock, state) = (Arc::clone(&self.source), Arc::clone(&self.clock), Arc::clone(&self.state));
        let landed = Landed { key: key.clone(), state: Arc::clone(&state) };
        async move {
            let _landed = landed;
            let asked_at = clock.now();
            let answer = source.ask(unit).await;
            if let Ok(heard) = &answer {
                let mut state = lock(&state);
                if state.kept.len() >= REMEMBERED {
                    state.forget_the_older_half();
                }
                state.kept.insert(key, Kept { heard: heard.clone(), asked_at });
            }
            answer
        }
    }
}

/// Takes a flight off the list when it ended, or when everybody left it.
struct Landed {
    key: Key,
    state: Arc<Mutex<State>>,
}

impl Drop for Landed {
    fn drop(&mut self) {
        let _ended = lock(&self.state).flights.remove(&self.key);
    }
}

impl State {
    fn forget_the_older_half(&mut self) {
        let mut times: Vec<Timestamp> = self.kept.values().map(|kept| kept.asked_at).collect();
        let middle = times.len() / 2;
        let (_, median, _) = times.select_nth_unstable(middle);
        let median = *median;
        self.kept.retain(|_, kept| kept.asked_at > median);
    }
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn key_of(unit: &UnitKey) -> Key {
    (unit.organization_id.clone(), unit.rooftop_id.clone(), unit.vehicle_id.clone())
}

impl<S: LiveSource> AvailabilitySource for Live<S> {
    fn last(&self, unit: &UnitKey) -> Result<Option<Heard>, SourceDown> {
        Ok(lock(&self.state).kept.get(&key_of(unit)).and_then(|kept| kept.heard.clone()))
    }

    fn ask<'a>(&'a self, unit: &'a UnitKey, now: Timestamp) -> Option<Asking<'a>> {
        Some(match self.flight(key_of(unit), unit, now) {
            Ok(heard) => Box::pin(std::future::ready(Ok(heard))),
            Err(flight) => Box::pin(flight),
        })
    }
}
