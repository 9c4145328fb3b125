//! `dealeragent feed runs`, `rejects` and `accept`: what became of files.

use std::{collections::BTreeSet, process::ExitCode};

use anyhow::Result;
use dealeragent_feeds::{
    judge::{RunOutcome, RunRecord},
    keep::FeedStore as _,
    report::Reject,
};
use dealeragent_gateway::{Clock as _, SystemClock};
use serde_json::json;

use super::severity;
use crate::{
    commands::kept::{NEXT_LOOK, store},
    kept_arguments::{FeedAcceptArguments, FeedRejectsArguments, FeedRunsArguments},
    printer::Printer,
    table::Table,
};

/// More than any number of feeds that one configuration has gives.
const ALL: usize = 1_000_000;

pub(super) fn list(arguments: &FeedRunsArguments, printer: &Printer) -> Result<ExitCode> {
    // The one that waits may be older than those that are shown.
    let mut runs = store(&arguments.place)?.runs(arguments.feed.as_deref(), ALL)?;
    let code = worst(&runs);
    runs.truncate(arguments.most);
    if arguments.json {
        printer.data(&json!({ "runs": runs, "exit_code": code }).to_string());
        return Ok(ExitCode::from(code));
    }
    if runs.is_empty() {
        printer.talk("no run is on record");
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&[
        "run",
        "feed",
        "started",
        "file of",
        "rows",
        "listed",
        "held back",
        "new",
        "changed",
        "missing",
        "gone",
        "outcome",
    ]);
    for run in &runs {
        let rows = |count: fn(&dealeragent_feeds::judge::RowCounts) -> u64| {
            run.rows.as_ref().map(|rows| count(rows).to_string()).unwrap_or_default()
        };
        let units = |count: fn(&dealeragent_feeds::judge::Totals) -> u64| {
            run.diff.as_ref().map(|diff| count(&diff.totals).to_string()).unwrap_or_default()
        };
        table.push([
            run.id.to_string(),
            run.feed.clone(),
            run.started_at.to_whole_second().to_string(),
            run.source_time.map(|time| time.to_string()).unwrap_or_default(),
            rows(|rows| rows.rows),
            rows(|rows| rows.listed),
            rows(|rows| rows.rejected),
            units(|units| units.created),
            units(|units| units.updated),
            units(|units| units.missing),
            units(|units| units.removed),
            said(run),
        ]);
    }
    printer.data(table.to_string().trim_end());
    Ok(ExitCode::from(code))
}

/// By the newest run of each feed, and any that waits.
fn worst(runs: &[RunRecord]) -> u8 {
    let mut seen = BTreeSet::new();
    let mut worst = 0;
    for run in runs {
        let is_newest = seen.insert(run.feed.as_str());
        if is_newest || matches!(run.outcome, RunOutcome::Held { .. }) {
            worst = worst.max(severity::of_run(run));
        }
    }
    worst
}

/// What became of it, and why.
fn said(run: &RunRecord) -> String {
    let word = run.outcome.as_str();
    let why = match &run.outcome {
        RunOutcome::Held { reasons } => reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        RunOutcome::Accepted { by, at, .. } => format!("by {by} at {}", at.to_whole_second()),
        RunOutcome::Refused { fault, .. } => fault.clone(),
        _ => return word.to_owned(),
    };
    format!("{word}: {why}")
}

pub(super) fn rejects(arguments: &FeedRejectsArguments, printer: &Printer) -> Result<ExitCode> {
    let store = store(&arguments.place)?;
    let rejects = store.rejects(&arguments.run)?;
    // More were held back than a run lists.
    let all = store.run(&arguments.run)?.and_then(|run| run.rows).map_or(0, |rows| rows.rejected);
    let all = all.max(rejects.len() as u64);
    let code = severity::of_rows(all);
    if arguments.json {
        let said = json!({ "run": arguments.run, "held_back": all, "rejects": rejects, "exit_code": code });
        printer.data(&said.to_string());
        return Ok(ExitCode::from(code));
    }
    if all == 0 {
        printer.talk("no row was held back");
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&["line", "stock", "column", "rule", "reason; hint"]);
    for Reject { line, column, keyword, reason, hint, stock } in &rejects {
        table.push([
            line.to_string(),
            stock.clone().unwrap_or_default(),
            column.clone().unwrap_or_default(),
            keyword.as_str().to_owned(),
            format!("{reason}; {hint}"),
        ]);
    }
    printer.data(table.to_string().trim_end());
    if all > rejects.len() as u64 {
        printer.talk(&format!("{} of {all} rows that were held back are on record", rejects.len()));
    }
    Ok(ExitCode::from(code))
}

pub(super) fn accept(arguments: &FeedAcceptArguments, printer: &Printer) -> Result<ExitCode> {
    let store = store(&arguments.place)?;
    let run = store.accept(&arguments.run, &arguments.who.by, SystemClock.now())?;
    let code = severity::of_run(&run);
    if arguments.json {
        printer.data(&json!({ "run": run, "exit_code": code }).to_string());
        return Ok(ExitCode::from(code));
    }
    printer.data(&format!("Run       {} of feed {}, released by {}", run.id, run.feed, arguments.who.by));
    if let Some(diff) = &run.diff {
        printer.data(&format!("\n{}", diff.to_string().trim_end()));
    }
    printer.talk(NEXT_LOOK);
    Ok(ExitCode::from(code))
}
