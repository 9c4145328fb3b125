//! What is told of calls that have no entry.

use dealeragent_protocol::error::ErrorCode;
use dealeragent_store::{Unwritten, UnwrittenCount};

/// What was told before: only news are told.
#[derive(Debug, Default)]
pub(super) struct Tally(Option<Unwritten>);

impl Tally {
    /// Logs what changed: a loss is a warning, what policy leaves out is not.
    pub(super) fn log_news(&mut self, now: &Unwritten) {
        for UnwrittenCount { outcome, skipped, lost } in self.news(now) {
            let outcome = outcome.map_or("good", ErrorCode::as_str);
            if lost > 0 {
                tracing::warn!(outcome, skipped, lost, "calls without an audit entry, some of them lost");
            } else {
                tracing::info!(outcome, skipped, "calls without an audit entry");
            }
        }
    }

    /// The counts that changed since the last time, as they stand now.
    fn news(&mut self, now: &Unwritten) -> Vec<UnwrittenCount> {
        let before = self.0.replace(now.clone());
        let is_new = |count: &&UnwrittenCount| before.as_ref().is_none_or(|before| before.of(count.outcome) != **count);
        now.by_outcome.iter().filter(is_new).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_told() {
        let count = |outcome, skipped, lost| UnwrittenCount { outcome, skipped, lost };
        let refused = Some(ErrorCode::ResourceNotFound);
        let mut tally = Tally::default();
        assert!(tally.news(&Unwritten { by_outcome: Vec::new() }).is_empty());
        let first = Unwritten { by_outcome: vec![count(None, 3, 0), count(refused, 1, 0)] };
        assert_eq!(tally.news(&first), first.by_outcome);
        assert!(tally.news(&first).is_empty());
        let then = Unwritten { by_outcome: vec![count(None, 3, 0), count(refused, 1, 2)] };
        assert_eq!(tally.news(&then), [count(refused, 1, 2)]);
    }
}
