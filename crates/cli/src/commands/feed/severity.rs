//! Exit codes by worst severity, of everything that judges files.

use dealeragent_feeds::judge::{RunOutcome, RunRecord};
use dealeragent_server::feed_runner::Verdict;

/// Rows are held back.
pub(super) const HELD_BACK: u8 = 1;
/// The file cannot be used.
pub(super) const UNUSABLE: u8 = 2;
/// It waits for a person.
pub(super) const WAITS: u8 = 3;

/// Of a file that was judged.
pub(super) fn of_verdict(verdict: Verdict, rejected: u64) -> u8 {
    match verdict {
        Verdict::Applied | Verdict::Unchanged => of_rows(rejected),
        Verdict::Refused => UNUSABLE,
        Verdict::Held => WAITS,
    }
}

/// Of a run on record. One that waited and waits no more is not severe: another
/// took its place.
pub(super) fn of_run(run: &RunRecord) -> u8 {
    match &run.outcome {
        RunOutcome::Held { .. } => WAITS,
        RunOutcome::Refused { .. } => UNUSABLE,
        _ => of_rows(run.rows.map_or(0, |rows| rows.rejected)),
    }
}

pub(super) fn of_rows(rejected: u64) -> u8 {
    if rejected > 0 { HELD_BACK } else { 0 }
}
