//! How a source has been doing, and when it is tried again.

use std::time::Duration;

use dealeragent_protocol::values::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{FaultKind, Fetched, Schedule, SourceFault};

/// How long a source that fails is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackOff {
    /// Wait after the first failure; it doubles with each that follows.
    pub first: Duration,
    /// The longest wait, which is also the one after faults that a person must
    /// mend.
    pub longest: Duration,
    /// Failures in a row after which the source counts as resting.
    pub rest_after: u32,
}

impl Default for BackOff {
    fn default() -> Self {
        Self { first: Duration::from_secs(60), longest: Duration::from_secs(3600), rest_after: 5 }
    }
}

impl BackOff {
    fn wait(&self, failures: u32, kind: Option<FaultKind>) -> Duration {
        if kind.is_some_and(|kind| !kind.is_worth_retrying()) {
            return self.longest;
        }
        let factor = 2_u32.saturating_pow(failures.saturating_sub(1).min(20));
        self.first.saturating_mul(factor).min(self.longest)
    }
}

/// How a source has been doing. Plain data, to be kept over restarts: a source
/// that was left alone stays so.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceState {
    failures: u32,
    last_look: Option<Timestamp>,
    last_success: Option<Timestamp>,
    last_fault: Option<FaultKind>,
    /// The other side's own wish, or the second look at a file.
    look_at: Option<Timestamp>,
}

/// In one word, for a status page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Never looked at.
    New,
    /// The last look went well.
    Well,
    /// The last looks failed, so many times in a row.
    Failing(u32),
    /// It failed so often that it is looked at seldom.
    Resting(u32),
}

impl SourceState {
    /// The state after a look at `at`.
    #[must_use]
    pub fn after(&self, at: Timestamp, outcome: &Result<Fetched, SourceFault>) -> Self {
        let last_look = Some(at);
        match outcome {
            Ok(fetched) => {
                let again = match fetched {
                    Fetched::NotYet(not_yet) => not_yet.again_after,
                    Fetched::Unchanged | Fetched::File(_) => None,
                };
                let look_at = again.map(|wait| later(at, wait));
                Self { last_look, look_at, last_success: Some(at), ..Self::default() }
            }
            Err(fault) => Self {
                failures: self.failures.saturating_add(1),
                last_look,
                last_success: self.last_success,
                last_fault: Some(fault.kind()),
                look_at: fault.retry_after().map(|wait| later(at, wait)),
            },
        }
    }

    /// When to look next: at once if never; by the schedule after a success;
    /// after a wait that doubles when looks failed, and never before the other
    /// side's own wish. Never before `now`.
    #[must_use]
    pub fn next_look(&self, schedule: &Schedule, back_off: &BackOff, now: Timestamp) -> Timestamp {
        // A clock that was set back must not stop the looks.
        let Some(last) = self.last_look.map(|last| last.min(now)) else { return now };
        let next = if self.failures == 0 {
            let scheduled = schedule.next_after(last);
            self.look_at.map_or(scheduled, |asked| asked.min(scheduled))
        } else {
            let wait = back_off.wait(self.failures, self.last_fault);
            // A tenth more, so that sources that broke together do not come back
            // together.
            let tenth = i64::try_from(wait.as_secs() / 10).unwrap_or(0) + 1;
            let waited = later(last, wait).plus_seconds(schedule.share(self.failures, tenth));
            self.look_at.map_or(waited, |asked| asked.max(waited))
        };
        next.max(now)
    }

    /// How it is doing.
    #[must_use]
    pub fn standing(&self, back_off: &BackOff) -> Standing {
        match (self.last_look, self.failures) {
            (None, _) => Standing::New,
            (Some(_), 0) => Standing::Well,
            (Some(_), failures) if failures < back_off.rest_after => Standing::Failing(failures),
            (Some(_), failures) => Standing::Resting(failures),
        }
    }

    /// Failures in a row.
    #[must_use]
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// What kind the last failure was; `None` when the last look went well.
    #[must_use]
    pub fn last_fault(&self) -> Option<FaultKind> {
        self.last_fault
    }

    /// When it was last looked at.
    #[must_use]
    pub fn last_look(&self) -> Option<Timestamp> {
        self.last_look
    }

    /// When a look last went well.
    #[must_use]
    pub fn last_success(&self) -> Option<Timestamp> {
        self.last_success
    }
}

fn later(at: Timestamp, wait: Duration) -> Timestamp {
    at.plus_seconds(i64::try_from(wait.as_secs()).unwrap_or(i64::MAX))
}
