//! `dealeragent config check`.

mod fetched;

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::Result;
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_server::{
    assembly::assemble,
    config::{FeedPlan, Problem},
    feed_runner::{FeedOutcome, FeedRun},
    files::Files,
};
use serde_json::{Value, json};

use self::fetched::Checked;
use super::configuration::{Loaded, load};
use crate::{arguments::ConfigCheckArguments, printer::Printer};

pub(crate) fn run(arguments: &ConfigCheckArguments, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    match load(Some(&arguments.config), now)? {
        Ok(loaded) => check_feeds(loaded, arguments, printer),
        Err(errors) => {
            if arguments.json {
                print_json(&errors.problems, &[], printer);
            }
            printer.talk(errors.to_string().trim_end());
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What looking at every file that a configuration names gave.
pub(super) struct Looked {
    pub(super) problems: Vec<Problem>,
    /// What came of each feed, for people.
    pub(super) said: String,
    outcomes: Vec<FeedOutcome>,
}

/// Reads every file that the configuration names, as the gateway would.
///
/// # Errors
/// When the configuration gives no gateway.
pub(super) fn look(loaded: Loaded) -> Result<Looked> {
    let Loaded { config, files } = loaded;
    let folder = match &files {
        Files::Folder(folder) => folder.clone(),
        Files::Demo => PathBuf::new(),
    };
    let assembly = assemble(config, files, Arc::new(SystemClock), None)?;
    let mut read = assembly.feeds.run(SystemClock.now());
    let (mut problems, mut lines, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    for (index, plan) in assembly.feeds.plans().iter().enumerate() {
        // Nothing was read before, so each plain file is in the result.
        let plain = read.iter().position(|outcome| outcome.feed == plan.id.as_str());
        let checked = match plain {
            Some(at) => Checked::Read(Box::new(read.swap_remove(at))),
            None => fetched::check(&assembly.feeds, plan, &folder)?,
        };
        match checked {
            Checked::Read(outcome) => {
                lines.push(said(&outcome, plan));
                problems.extend(problems_of(&outcome, plan, index));
                outcomes.push(*outcome);
            }
            Checked::NotRead(why) => lines.push(format!("Feed {}: {why}", plan.id)),
            Checked::Fault(why) => problems.push(problem(plan.id.as_str(), source_key(plan), &why, index)),
        }
    }
    Ok(Looked { problems, said: lines.join("\n"), outcomes })
}

/// The key that says where a feed comes from, as far as files go.
fn source_key(plan: &FeedPlan) -> &'static str {
    match (&plan.path, plan.source.is_local()) {
        (Some(_), _) => "path",
        (None, true) => "folder",
        (None, false) => "",
    }
}

/// Reports each row that the gateway would hold back.
fn check_feeds(loaded: Loaded, arguments: &ConfigCheckArguments, printer: &Printer) -> Result<ExitCode> {
    let dealers = &loaded.config.dealers;
    let counts = (dealers.len(), dealers.iter().map(|dealer| dealer.rooftops.len()).sum::<usize>());
    let Looked { problems, said, outcomes } = look(loaded)?;
    if !said.is_empty() {
        printer.talk(&said);
    }
    if arguments.json {
        let reports: Vec<Value> = outcomes.iter().map(report).collect();
        print_json(&problems, &reports, printer);
    }
    let name = arguments.config.display();
    if problems.is_empty() {
        let (organizations, rooftops) = counts;
        let feeds = outcomes.len();
        printer
            .talk(&format!("{name} is fine: {organizations} organization(s), {rooftops} rooftop(s), {feeds} feed(s)"));
        return Ok(ExitCode::SUCCESS);
    }
    let lines: Vec<String> = problems.iter().map(|problem| format!("{}: {}", problem.key, problem.message)).collect();
    printer.talk(&format!("{name} names files that cannot be used:\n  {}", lines.join("\n  ")));
    Ok(ExitCode::FAILURE)
}

/// What came of a feed, for people.
fn said(outcome: &FeedOutcome, plan: &FeedPlan) -> String {
    let profile = format!(", read as {}", plan.profile.title());
    let mut lines = vec![format!("Feed {} for rooftop {}{profile}", outcome.feed, outcome.rooftops.join(", "))];
    match &outcome.result {
        Ok(run) => {
            lines.extend(rows(run));
            lines.extend(side_files(run));
        }
        Err(reason) => lines.push(reason.clone()),
    }
    lines.join("\n")
}

/// The report, which shows the first rows that are held back, and the rest of
/// them.
fn rows(run: &FeedRun) -> Vec<String> {
    let text = run.report.to_string().trim_end().to_owned();
    let shown = |line: &str| text.lines().any(|known| known.trim_start() == line);
    let rest = run.report.rejects.iter().map(ToString::to_string).filter(|line| !shown(line));
    let mut rest: Vec<String> = rest.map(|line| format!("  {line}")).collect();
    if !rest.is_empty() {
        rest.insert(0, "the other rejects:".to_owned());
    }
    std::iter::once(text).chain(rest).collect()
}

fn side_files(run: &FeedRun) -> impl Iterator<Item = String> {
    run.evidence.iter().flat_map(|side| {
        let left_out =
            side.left_out.iter().map(|block| format!("  left out: {} of {}: {}", block.block, block.vin, block.reason));
        let summary = format!(
            "side file: {} units got evidence, {} entries have no listing, {} units with sources that disagree",
            side.attached, side.unmatched, side.conflicting,
        );
        std::iter::once(summary).chain(left_out)
    })
}

fn problems_of(outcome: &FeedOutcome, plan: &FeedPlan, index: usize) -> Vec<Problem> {
    let problem = |key: &str, message: &str| problem(&outcome.feed, key, message, index);
    match &outcome.result {
        Ok(run) => run.evidence_faults.iter().map(|fault| problem("evidence", fault)).collect(),
        Err(reason) => vec![problem(source_key(plan), reason)],
    }
}

fn problem(feed: &str, key: &str, message: &str, index: usize) -> Problem {
    let dot = if key.is_empty() { "" } else { "." };
    let (key, message) = (format!("feeds[{index}]{dot}{key}"), format!("feed {feed}: {message}"));
    Problem { file: None, line: None, key, message }
}

fn report(outcome: &FeedOutcome) -> Value {
    let run = outcome.result.as_ref().ok();
    json!({
        "feed": outcome.feed,
        "organization": outcome.organization,
        "rooftops": outcome.rooftops,
        "report": run.map(|run| &run.report),
        "evidence": run.map(|run| &run.evidence),
    })
}

fn print_json(problems: &[Problem], feeds: &[Value], printer: &Printer) {
    let problems: Vec<Value> = problems
        .iter()
        .map(|problem| {
            let Problem { file, line, key, message } = problem;
            json!({ "file": file, "line": line, "key": key, "message": message })
        })
        .collect();
    printer.data(&json!({ "problems": problems, "feeds": feeds }).to_string());
}
