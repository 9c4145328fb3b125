//! `dealeragent feed diff`: what a file would change. Nothing is changed.

use std::process::ExitCode;

use anyhow::Result;
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_server::feed_runner::{Preview, Verdict};
use serde_json::json;

use super::{
    desk::{self, Purpose},
    severity,
};
use crate::{kept_arguments::FeedDiffArguments, printer::Printer};

pub(super) fn run(arguments: &FeedDiffArguments, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    let feed = &arguments.file.feed;
    let desk = desk::open(&arguments.file, Purpose::Look, now)?;
    let preview = desk.runner.preview(feed, desk.file, now)?;
    let code = severity::of_verdict(preview.verdict, preview.report.as_ref().map_or(0, |report| report.rejected));
    let Preview { verdict, report, diff, reasons, fault } = preview;
    if arguments.file.json {
        let said = json!({
            "file": desk.name,
            "feed": feed,
            "verdict": verdict.as_str(),
            "report": report,
            "diff": diff,
            "reasons": reasons,
            "message": fault,
            "exit_code": code,
        });
        printer.data(&said.to_string());
        return Ok(ExitCode::from(code));
    }
    let head = match verdict {
        Verdict::Applied => "would be kept",
        Verdict::Unchanged => "says what the last one said, at no later time",
        Verdict::Held => "would wait for a person",
        Verdict::Refused => "cannot be used",
    };
    let mut lines = vec![format!("File      {}", desk.name), format!("Feed      {feed}, {head}")];
    lines.extend(reasons.iter().map(|reason| format!("Because   {reason}")));
    if let Some(diff) = &diff {
        lines.push(format!("\n{}", diff.to_string().trim_end()));
    }
    printer.data(&lines.join("\n"));
    if let Some(fault) = fault {
        printer.talk(&format!("error: {}: {fault}", desk.name));
    }
    Ok(ExitCode::from(code))
}
