//! `dealeragent feed import`: one file, judged and kept.

use std::process::ExitCode;

use anyhow::Result;
use dealeragent_feeds::judge::{RunId, RunOutcome, RunRecord};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_server::feed_runner::{FeedOutcome, FeedRun, Verdict};
use serde_json::{Value, json};

use super::{
    desk::{self, Purpose},
    severity,
};
use crate::{commands::kept::NEXT_LOOK, kept_arguments::FeedImportArguments, printer::Printer};

pub(super) fn run(arguments: &FeedImportArguments, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    let desk = desk::open(&arguments.file, Purpose::Keep, now)?;
    let outcome = desk.runner.import(&arguments.file.feed, desk.file, now)?;
    let record = outcome.run.as_ref().map(|id| desk.runner.store().run(id)).transpose()?.flatten();
    let run = outcome.result.as_ref().ok();
    let rejected = run.map_or(0, |run| run.report.rejected);
    let code = severity::of_verdict(outcome.verdict, rejected);
    if arguments.file.json {
        printer.data(&as_json(&desk.name, &outcome, record.as_ref(), code).to_string());
        return Ok(ExitCode::from(code));
    }
    let head = match outcome.verdict {
        Verdict::Applied => format!("kept: {NEXT_LOOK}"),
        Verdict::Unchanged => "it says what the last one said, at no later time: nothing changed".to_owned(),
        Verdict::Held => "WAITS FOR YOU: the last good listings stay".to_owned(),
        Verdict::Refused => "it cannot be used: the last good listings stay".to_owned(),
    };
    let mut lines = vec![format!("File      {}", desk.name), format!("Feed      {}, {head}", outcome.feed)];
    lines.extend(outcome.run.as_ref().map(|id| format!("Run       {id}")));
    lines.extend(run.map(rows));
    if let Some(diff) = record.as_ref().and_then(|record| record.diff.as_ref()) {
        lines.push(format!("\n{}", diff.to_string().trim_end()));
    }
    printer.data(&lines.join("\n"));
    tell(&outcome, printer);
    Ok(ExitCode::from(code))
}

/// What is wrong, and what comes next.
fn tell(outcome: &FeedOutcome, printer: &Printer) {
    let (Verdict::Held, Err(why)) = (outcome.verdict, &outcome.result) else {
        if let Err(why) = &outcome.result {
            printer.talk(&format!("error: {why}"));
        } else if let (Ok(run), Some(id)) = (&outcome.result, &outcome.run)
            && run.report.rejected > 0
        {
            printer.talk(&format!("`dealeragent feed rejects {id}` shows each row that is held back"));
        }
        return;
    };
    printer.talk(why);
}

pub(super) fn rows(run: &FeedRun) -> String {
    let report = &run.report;
    format!(
        "Rows      {} read, {} listed ({} without a usable price), {} held back",
        report.rows, report.published, report.unknown_price, report.rejected
    )
}

fn as_json(file: &str, outcome: &FeedOutcome, record: Option<&RunRecord>, code: u8) -> Value {
    let run = outcome.result.as_ref().ok();
    let reasons = record.and_then(|record| match &record.outcome {
        RunOutcome::Held { reasons } => Some(reasons),
        _ => None,
    });
    json!({
        "file": file,
        "feed": outcome.feed,
        "organization": outcome.organization,
        "verdict": outcome.verdict.as_str(),
        "run": outcome.run.as_ref().map(RunId::as_str),
        "report": run.map(|run| &run.report),
        "evidence_faults": run.map(|run| &run.evidence_faults),
        "diff": record.and_then(|record| record.diff.as_ref()),
        "reasons": reasons,
        "message": outcome.result.as_ref().err(),
        "exit_code": code,
    })
}
