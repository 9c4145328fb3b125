//! What came of the feeds, in the log.

use dealeragent_server::feed_runner::{FeedOutcome, FeedRun, Verdict};

/// Longest list in the log of one run; `config check` lists more.
const MOST_LINES: usize = 200;

/// One line for each feed, and one for each row that is held back.
pub(super) fn log_runs(outcomes: &[FeedOutcome]) {
    for outcome in outcomes {
        let rooftops = outcome.rooftops.join(", ");
        let (feed, rooftop) = (outcome.feed.as_str(), rooftops.as_str());
        match &outcome.result {
            Ok(run) => log_run(feed, rooftop, run),
            Err(reason) if outcome.verdict == Verdict::Held => {
                tracing::warn!(feed, rooftop, reason, "feed waits for a person; the last good listings stay");
            }
            Err(reason) => tracing::warn!(feed, rooftop, reason, "feed not read; the last good listings stay"),
        }
    }
}

fn log_run(feed: &str, rooftop: &str, run: &FeedRun) {
    let report = &run.report;
    tracing::info!(feed, rooftop, published = report.published, rejected = report.rejected, "feed read");
    for reject in report.rejects.iter().take(MOST_LINES) {
        tracing::info!(feed, "held back: {reject}");
    }
    let more = report.rejected.saturating_sub(report.rejects.len().min(MOST_LINES) as u64);
    if more > 0 {
        tracing::info!(feed, more, "more rows are held back; `dealeragent config check --json` lists more");
    }
    for fault in &run.evidence_faults {
        tracing::warn!(feed, reason = fault, "side file not read; what it last said stays");
    }
    for side in &run.evidence {
        let (attached, unmatched, conflicting) = (side.attached, side.unmatched, side.conflicting);
        tracing::info!(feed, attached, unmatched, conflicting, left_out = side.left_out.len(), "side file read");
        for block in side.left_out.iter().take(MOST_LINES) {
            tracing::info!(feed, "left out: {} of {}: {}", block.block, block.vin, block.reason);
        }
    }
}
