//! `dealeragent config check`.

use std::{process::ExitCode, sync::Arc};

use anyhow::Result;
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_server::{assembly::assemble, feed_runner::FeedOutcome};
use serde_json::{Value, json};

use super::configuration::{Loaded, load};
use crate::{arguments::ConfigCheckArguments, printer::Printer};

pub(crate) fn run(arguments: &ConfigCheckArguments, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    match load(Some(&arguments.config), now)? {
        Ok(loaded) => check_feeds(loaded, arguments, printer),
        Err(errors) => {
            if arguments.json {
                let problems = errors
                    .problems
                    .iter()
                    .map(|problem| json!({ "line": problem.line, "key": problem.key, "message": problem.message }));
                printer.data(&json!({ "problems": problems.collect::<Vec<_>>(), "feeds": [] }).to_string());
            }
            printer.talk(errors.to_string().trim_end());
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Reads every file that the configuration names, as the gateway would, and
/// reports each row that it would hold back.
fn check_feeds(loaded: Loaded, arguments: &ConfigCheckArguments, printer: &Printer) -> Result<ExitCode> {
    let Loaded { config, files } = loaded;
    let counts = (config.dealers.len(), config.dealers.iter().map(|dealer| dealer.rooftops.len()).sum::<usize>());
    let assembly = assemble(config, files, Arc::new(SystemClock), None)?;
    let outcomes = assembly.feeds.run(SystemClock.now());
    for outcome in &outcomes {
        printer.talk(&format!("Feed {} for rooftop {}", outcome.feed, outcome.rooftop));
        match &outcome.result {
            Ok(run) => printer.talk(run.report.to_string().trim_end()),
            Err(reason) => printer.talk(reason),
        }
    }
    let problems: Vec<String> = outcomes.iter().flat_map(problems).collect();
    if arguments.json {
        let faults: Vec<Value> = problems.iter().map(|message| json!({ "message": message })).collect();
        let reports: Vec<Value> = outcomes.iter().map(report).collect();
        printer.data(&json!({ "problems": faults, "feeds": reports }).to_string());
    }
    let name = arguments.config.display();
    if problems.is_empty() {
        let (organizations, rooftops) = counts;
        let feeds = outcomes.len();
        printer
            .talk(&format!("{name} is fine: {organizations} organization(s), {rooftops} rooftop(s), {feeds} feed(s)"));
        return Ok(ExitCode::SUCCESS);
    }
    printer.talk(&format!("{name} names files that cannot be used:\n  {}", problems.join("\n  ")));
    Ok(ExitCode::FAILURE)
}

fn problems(outcome: &FeedOutcome) -> Vec<String> {
    match &outcome.result {
        Ok(run) => run.evidence_faults.iter().map(|fault| format!("feed {}: {fault}", outcome.feed)).collect(),
        Err(reason) => vec![format!("feed {}: {reason}", outcome.feed)],
    }
}

fn report(outcome: &FeedOutcome) -> Value {
    let report = outcome.result.as_ref().ok().map(|run| &run.report);
    json!({ "feed": outcome.feed, "rooftop": outcome.rooftop, "report": report })
}
