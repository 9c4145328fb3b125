//! How fast refusals come. One that is told at once that it asks too much can
//! ask again at once; so a caller's refusals come at a pace, and who asks on and
//! on waits for its answers instead of keeping the processors busy with them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{extract::Request, middleware::Next, response::Response};
use tokio::time::Instant;

use super::Who;

/// Between two refusals of one caller, once it had its burst.
const INTERVAL: Duration = Duration::from_millis(50);
/// So many are told at once.
const BURST: u32 = 20;
/// No answer is held back longer.
const LONGEST: Duration = Duration::from_secs(2);
/// Callers remembered; beyond that those at rest are forgotten.
const MOST_CALLERS: usize = 10_000;

/// When each caller's next refusal is due.
#[derive(Debug, Clone, Default)]
pub(super) struct Pacing(Arc<Mutex<HashMap<Who, Instant>>>);

impl Pacing {
    /// How long a refusal of this caller waits.
    pub(super) fn wait(&self, who: &Who, now: Instant) -> Duration {
        // The operator's own machine is not limited either.
        if *who == Who::Local {
            return Duration::ZERO;
        }
        let mut due = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if due.len() >= MOST_CALLERS {
            due.retain(|_, due| *due > now);
        }
        let next = due.get(who).copied().unwrap_or(now).max(now) + INTERVAL;
        let wait = next.duration_since(now).saturating_sub(INTERVAL * BURST).min(LONGEST);
        // What nobody waits for is not counted: after a pause a caller starts anew.
        due.insert(who.clone(), next.min(now + INTERVAL * BURST + LONGEST));
        wait
    }
}

/// An answer that is not sent before this time has passed.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeldBack(pub(super) Duration);

/// Sends answers when they are due. Around the bounds on requests at work: an
/// answer that waits is at nobody's expense but its own connection's.
pub(in crate::http) async fn hold_back(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if let Some(HeldBack(wait)) = response.extensions().get() {
        tokio::time::sleep(*wait).await;
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(caller: &str) -> Who {
        Who::Named { tenant: "tenant".into(), caller: caller.into() }
    }

    #[test]
    fn a_burst_at_once_then_at_a_pace_and_never_too_long() {
        let (pacing, now) = (Pacing::default(), Instant::now());
        let waits: Vec<_> = (0..100).map(|_| pacing.wait(&who("a"), now)).collect();
        assert!(waits[..20].iter().all(Duration::is_zero));
        assert_eq!((waits[20], waits[21]), (INTERVAL, INTERVAL * 2));
        assert_eq!(waits[99], LONGEST);
        assert_eq!(pacing.wait(&who("b"), now), Duration::ZERO, "a neighbour's are told at once");
        assert_eq!(pacing.wait(&Who::Local, now), Duration::ZERO);
        let later = now + LONGEST + INTERVAL * BURST;
        assert_eq!(pacing.wait(&who("a"), later), Duration::ZERO, "it paused");
    }
}
