//! Counts of what was written, and of what was not.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use dealeragent_protocol::error::ErrorCode;

/// What the writer has done since it started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct WriterCounts {
    /// Entries that are durable.
    pub entries: u64,
    /// Transactions that it took.
    pub commits: u64,
}

/// Calls without an entry since the writer started.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Unwritten {
    /// One line for each outcome that occurred.
    pub by_outcome: Vec<UnwrittenCount>,
}

/// Calls of one outcome without an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct UnwrittenCount {
    /// The outcome; none for a good answer.
    pub outcome: Option<ErrorCode>,
    /// Calls that the gateway did not hand over, by policy or because the
    /// store took none.
    pub skipped: u64,
    /// Entries that were taken over, and whose commit failed.
    pub lost: u64,
}

impl Unwritten {
    /// The count of one outcome.
    #[must_use]
    pub fn of(&self, outcome: Option<ErrorCode>) -> UnwrittenCount {
        let found = self.by_outcome.iter().find(|count| count.outcome == outcome);
        found.copied().unwrap_or(UnwrittenCount { outcome, skipped: 0, lost: 0 })
    }
}

/// The running counts, shared by callers and writer.
pub(crate) struct Counts {
    outcomes: Vec<(Option<ErrorCode>, AtomicU64, AtomicU64)>,
    entries: AtomicU64,
    commits: AtomicU64,
}

impl Counts {
    pub(crate) fn new() -> Self {
        let outcomes = std::iter::once(None).chain(ErrorCode::ALL.iter().copied().map(Some));
        Self {
            outcomes: outcomes.map(|outcome| (outcome, AtomicU64::new(0), AtomicU64::new(0))).collect(),
            entries: AtomicU64::new(0),
            commits: AtomicU64::new(0),
        }
    }

    pub(crate) fn skip(&self, outcome: Option<ErrorCode>) {
        if let Some((_, skipped, _)) = self.outcomes.iter().find(|(known, ..)| *known == outcome) {
            skipped.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn lose(&self, outcome: Option<ErrorCode>) {
        if let Some((.., lost)) = self.outcomes.iter().find(|(known, ..)| *known == outcome) {
            lost.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn commit(&self, entries: usize) {
        self.entries.fetch_add(entries as u64, Relaxed);
        self.commits.fetch_add(1, Relaxed);
    }

    pub(crate) fn written(&self) -> WriterCounts {
        WriterCounts { entries: self.entries.load(Relaxed), commits: self.commits.load(Relaxed) }
    }

    pub(crate) fn unwritten(&self) -> Unwritten {
        let counts = self.outcomes.iter().map(|(outcome, skipped, lost)| UnwrittenCount {
            outcome: *outcome,
            skipped: skipped.load(Relaxed),
            lost: lost.load(Relaxed),
        });
        Unwritten { by_outcome: counts.filter(|count| count.skipped + count.lost > 0).collect() }
    }
}
