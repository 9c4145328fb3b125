//! Injected time.

use std::sync::atomic::{AtomicI64, Ordering};

use dealeragent_protocol::values::Timestamp;

/// Says what time it is.
pub trait Clock: Send + Sync + 'static {
    /// The time.
    fn now(&self) -> Timestamp;
}

/// The machine's clock. The only place that reads it.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// To the millisecond: nothing on the wire means more than that.
    #[allow(clippy::disallowed_methods)]
    fn now(&self) -> Timestamp {
        let now = jiff::Timestamp::now();
        jiff::Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now).into()
    }
}

/// A clock that stands still until it is moved: for tests.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that stands at `now`, to the second.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.as_second()))
    }

    /// Moves the clock.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::SeqCst))
    }
}
