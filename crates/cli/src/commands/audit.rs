//! `dealeragent audit`: what really happened, by trace id.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context as _, Result, bail};
use dealeragent_protocol::{
    error::ErrorCode,
    values::{Timestamp, TraceId},
};
use dealeragent_store::{AuditArchive, AuditFilter, AuditRecord, OutcomeFilter, Tip, Verification, verify_export};

use super::configuration::data_dir;
use crate::{
    audit_arguments::{AuditArguments, AuditCommand, AuditListArguments, AuditVerifyArguments},
    printer::Printer,
    tool_name::any_tool,
};

pub(crate) fn run(arguments: &AuditArguments, printer: &Printer) -> Result<ExitCode> {
    match &arguments.command {
        AuditCommand::List(list) => print_list(&archive(arguments)?, list, printer),
        AuditCommand::Show { trace_id, json } => show(&archive(arguments)?, trace_id, *json, printer),
        AuditCommand::Verify(verify) => check(arguments, verify, printer),
        AuditCommand::Export { file } => export(&archive(arguments)?, file.as_deref(), printer),
    }
}

/// The log as it stands: inspecting it makes and changes nothing.
fn archive(arguments: &AuditArguments) -> Result<AuditArchive> {
    let folder = data_dir(arguments.data_dir.as_deref(), arguments.config.as_deref())?;
    let Some(folder) = folder else {
        bail!("no data folder is named; use --data-dir DIR, or --config FILE with server.data_dir in it");
    };
    Ok(AuditArchive::open(&folder)?)
}

fn print_list(archive: &AuditArchive, arguments: &AuditListArguments, printer: &Printer) -> Result<ExitCode> {
    let records = archive.list(&filter(arguments)?)?;
    for record in &records {
        printer.data(&if arguments.json { serde_json::to_string(record)? } else { line(record) });
    }
    if records.is_empty() {
        printer.talk("no entry fits");
    }
    Ok(ExitCode::SUCCESS)
}

fn filter(arguments: &AuditListArguments) -> Result<AuditFilter> {
    let time = |text: &Option<String>| text.as_deref().map(Timestamp::parse).transpose();
    let outcome = match arguments.outcome.as_deref() {
        None => None,
        Some("good") => Some(OutcomeFilter::Good),
        Some("failed") => Some(OutcomeFilter::Failed),
        Some(code) => Some(OutcomeFilter::Code(ErrorCode::from_word(code).with_context(|| {
            format!("there is no error code `{code}`; use good, failed or a code of docs/errors.md")
        })?)),
    };
    let tool = match arguments.tool.as_deref() {
        None => None,
        Some(name) => Some(any_tool(name)?),
    };
    Ok(AuditFilter {
        since: time(&arguments.since).context("--since")?,
        until: time(&arguments.until).context("--until")?,
        outcome,
        actor: arguments.actor.clone(),
        tool,
        limit: arguments.limit,
        before_seq: arguments.before,
    })
}

/// One line for eyes: number, time, outcome, tool, actor, trace id.
fn line(record: &AuditRecord) -> String {
    let outcome = record.outcome.as_deref().unwrap_or("good");
    let (seq, at, tool, actor, trace) = (record.seq, record.at, &record.tool, &record.actor, &record.trace_id);
    format!("{seq:>8}  {at}  {outcome:<38}  {tool:<46}  {actor}  {trace}")
}

fn show(archive: &AuditArchive, trace_id: &str, json: bool, printer: &Printer) -> Result<ExitCode> {
    if trace_id.starts_with("err_") {
        bail!("that is the id of an error; entries are found by the `trace_id` that stands beside it, trc_ and more");
    }
    let trace_id = TraceId::parse(trace_id).context("the trace id")?;
    let records = archive.show(&trace_id)?;
    if records.is_empty() {
        printer.talk(
            "no entry has that trace id; good public reads are not written down, and of anonymous refusals only \
             the first sixty of a minute are",
        );
        return Ok(ExitCode::FAILURE);
    }
    for record in &records {
        printer.data(&if json { serde_json::to_string(record)? } else { story(record) });
    }
    Ok(ExitCode::SUCCESS)
}

/// An entry for somebody who wants to know what happened.
fn story(record: &AuditRecord) -> String {
    let list = |items: &[String], omitted: u64| match (items, omitted) {
        ([], 0) => "-".to_owned(),
        (items, 0) => items.join(", "),
        (items, omitted) => format!("{} and {omitted} more", items.join(", ")),
    };
    [
        format!("entry          {}", record.seq),
        format!("time           {}", record.at),
        format!("trace id       {}", record.trace_id),
        format!("caller         {}", record.actor),
        format!("tool           {}", record.tool),
        format!("profile        {}", record.profile),
        format!("organization   {}", record.organization_id.as_deref().unwrap_or("-")),
        format!("rooftops       {}", list(&record.rooftop_ids, record.rooftops_omitted)),
        format!("policy         {} ({})", record.decision, record.policy_version),
        format!("outcome        {}", record.outcome.as_deref().unwrap_or("good")),
        format!("reason         {}", record.private_reason.as_deref().unwrap_or("-")),
        format!("shown          {}", list(&record.resource_ids, record.resources_omitted)),
    ]
    .join("\n")
}

fn check(arguments: &AuditArguments, verify: &AuditVerifyArguments, printer: &Printer) -> Result<ExitCode> {
    let noted = verify.tip.as_deref().map(str::parse::<Tip>).transpose().context("--tip")?;
    let found = match &verify.export {
        Some(file) => {
            let input = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
            verify_export(BufReader::new(input), noted.as_ref())?
        }
        None => archive(arguments)?.verify(noted.as_ref())?,
    };
    printer.data(&if verify.json { serde_json::to_string(&found)? } else { verdict(&found) });
    Ok(if found.is_intact() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verdict(found: &Verification) -> String {
    let checked = format!("{} entries and {} anchors verify", found.entries, found.anchors);
    match &found.broken {
        Some(broken) => format!("BROKEN: {broken}\n{checked} before that"),
        None => format!(
            "intact: {checked}\ntip: {}\nNote the tip down elsewhere: with it (--tip) a cut-off end shows too.",
            found.tip
        ),
    }
}

fn export(archive: &AuditArchive, file: Option<&std::path::Path>, printer: &Printer) -> Result<ExitCode> {
    let tip = match file {
        None => archive.export(io::stdout().lock())?,
        Some(file) => {
            // A new name first: a broken export must not replace a good one.
            let mut unfinished = file.as_os_str().to_owned();
            unfinished.push(".unfinished");
            let unfinished = PathBuf::from(unfinished);
            let create = || format!("cannot write {}", unfinished.display());
            let mut output = BufWriter::new(File::create(&unfinished).with_context(create)?);
            let tip = archive.export(&mut output)?;
            output.flush().with_context(create)?;
            std::fs::rename(&unfinished, file).with_context(|| format!("cannot write {}", file.display()))?;
            tip
        }
    };
    printer.talk(&format!("tip: {tip}"));
    Ok(ExitCode::SUCCESS)
}
