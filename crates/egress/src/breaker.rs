//! A circuit breaker: who keeps failing is left alone for a while.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// When a breaker opens and for how long.
#[derive(Debug, Clone, Copy)]
pub struct BreakerSettings {
    /// Failures in a row that open it.
    pub failures: u32,
    /// How long it stays open the first time; it doubles while tries fail.
    pub first_rest: Duration,
    /// The longest that it stays open.
    pub longest_rest: Duration,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 5, first_rest: Duration::from_secs(5), longest_rest: Duration::from_secs(300) }
    }
}

/// Lets calls through until too many fail in a row; then refuses them for a
/// time, and after that lets one through to see. Driven by tokio's clock.
#[derive(Debug)]
pub struct Breaker {
    settings: BreakerSettings,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Calls pass.
    Closed { failures: u32 },
    /// None passes until then.
    Open { until: Instant, rest: Duration },
    /// One passed and has not reported.
    Trying { since: Instant, rest: Duration },
}

/// Permission for one call, to be told how it went. One that is dropped says
/// nothing about the host: its caller went away.
#[derive(Debug)]
#[must_use]
pub struct Pass<'a> {
    breaker: &'a Breaker,
    is_try: bool,
    is_told: bool,
}

impl Breaker {
    /// A closed breaker.
    #[must_use]
    pub fn new(settings: BreakerSettings) -> Self {
        Self { settings, state: Mutex::new(State::Closed { failures: 0 }) }
    }

    /// Asks for one call.
    ///
    /// # Errors
    /// How long to wait, while it is open or somebody tries.
    pub fn admit(&self) -> Result<Pass<'_>, Duration> {
        let now = Instant::now();
        let mut state = self.lock();
        match *state {
            State::Closed { .. } => Ok(Pass { breaker: self, is_try: false, is_told: false }),
            State::Open { until, .. } if now < until => Err(until - now),
            State::Open { rest, .. } => {
                *state = State::Trying { since: now, rest };
                Ok(Pass { breaker: self, is_try: true, is_told: false })
            }
            // Whoever tries will be done within about this long.
            State::Trying { since, rest } => {
                Err((since + rest).saturating_duration_since(now).max(self.settings.first_rest))
            }
        }
    }

    /// How long calls are refused from now on; `None` when they pass.
    #[must_use]
    pub fn reopens_in(&self) -> Option<Duration> {
        match *self.lock() {
            State::Open { until, .. } => Some(until.saturating_duration_since(Instant::now())),
            _ => None,
        }
        .filter(|left| !left.is_zero())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opened(&self, rest: Duration) -> State {
        State::Open { until: Instant::now() + rest, rest }
    }
}

impl Pass<'_> {
    /// The host answered.
    pub fn succeeded(mut self) {
        self.is_told = true;
        let mut state = self.breaker.lock();
        // A late answer to an old call does not end a rest.
        if self.is_try || matches!(*state, State::Closed { .. }) {
            *state = State::Closed { failures: 0 };
        }
    }

    /// The host failed.
    pub fn failed(mut self) {
        self.is_told = true;
        let settings = self.breaker.settings;
        let mut state = self.breaker.lock();
        *state = match *state {
            State::Closed { failures } if failures + 1 < settings.failures => State::Closed { failures: failures + 1 },
            State::Closed { .. } => self.breaker.opened(settings.first_rest),
            State::Trying { rest, .. } if self.is_try => self.breaker.opened((rest * 2).min(settings.longest_rest)),
            other => other,
        };
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if !self.is_told && self.is_try {
            let mut state = self.breaker.lock();
            if let State::Trying { rest, .. } = *state {
                *state = State::Open { until: Instant::now(), rest };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker() -> Breaker {
        let second = Duration::from_secs(1);
        Breaker::new(BreakerSettings { failures: 2, first_rest: 10 * second, longest_rest: 15 * second })
    }

    #[tokio::test(start_paused = true)]
    async fn opens_rests_tries_and_closes() {
        let breaker = breaker();
        breaker.admit().unwrap().failed();
        breaker.admit().unwrap().succeeded();
        breaker.admit().unwrap().failed();
        assert_eq!(breaker.reopens_in(), None);
        breaker.admit().unwrap().failed();
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(breaker.admit().map(|_| ()), Err(Duration::from_secs(6)));
        assert_eq!(breaker.reopens_in(), Some(Duration::from_secs(6)));

        tokio::time::advance(Duration::from_secs(6)).await;
        let first = breaker.admit().unwrap();
        assert!(breaker.admit().is_err(), "one tries, the others wait");
        first.failed();
        assert_eq!(breaker.reopens_in(), Some(Duration::from_secs(15)), "doubled, up to the longest");

        tokio::time::advance(Duration::from_secs(15)).await;
        breaker.admit().unwrap().succeeded();
        breaker.admit().unwrap().failed();
        assert!(breaker.admit().is_ok(), "the count began anew");
    }

    #[tokio::test(start_paused = true)]
    async fn a_try_that_went_away_leaves_room_for_another() {
        let breaker = breaker();
        breaker.admit().unwrap().failed();
        let late = breaker.admit().unwrap();
        breaker.admit().unwrap().failed();
        late.succeeded();
        assert!(breaker.admit().is_err(), "a late answer ends no rest");
        tokio::time::advance(Duration::from_secs(10)).await;
        drop(breaker.admit().unwrap());
        assert!(breaker.admit().is_ok());
    }
}
