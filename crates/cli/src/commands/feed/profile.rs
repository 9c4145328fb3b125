//! `dealeragent feed profile`: the built-in profiles, and proposals.

mod document;

use std::{path::Path, process::ExitCode};

use anyhow::{Context as _, Result, bail};
use dealeragent_feeds::{FileFault, Limits, Profile, Reading, Suggestion, sample, suggest};
use serde_json::{Value, json};

use super::input::Input;
use crate::{
    feed_arguments::{FeedProfileArguments, FeedProfileCommand, FeedSuggestArguments},
    output_file,
    printer::Printer,
    table::Table,
    usage::Usage,
};

pub(super) fn run(arguments: &FeedProfileArguments, printer: &Printer) -> Result<ExitCode> {
    match &arguments.command {
        FeedProfileCommand::List { json } => list(*json, printer),
        FeedProfileCommand::Show { name } => show(name, printer),
        FeedProfileCommand::Suggest(suggest) => propose(suggest, printer),
    }
}

fn list(as_json: bool, printer: &Printer) -> Result<ExitCode> {
    let mut table = Table::new(&["profile", "header", "usual price column", "unit", "currency", "for"]);
    let mut found: Vec<Value> = Vec::new();
    for id in Profile::built_in_ids() {
        let profile = Profile::built_in(id).context("a built-in profile is missing")??;
        let usual = profile.defaults();
        let header = if profile.is_document() {
            "document"
        } else if profile.layout().is_positional() {
            "none: by position"
        } else {
            "yes"
        };
        let or_asked = |text: Option<String>| text.unwrap_or_else(|| "asked".to_owned());
        let unit = usual.odometer_unit.map(|unit| unit.as_str().to_owned());
        let currency = usual.currency.map(|currency| currency.code().to_owned());
        found.push(json!({
            "id": id, "title": profile.title(), "header": header, "price_column": usual.price_column,
            "odometer_unit": unit, "currency": currency,
        }));
        table.push([
            (*id).to_owned(),
            header.to_owned(),
            or_asked(usual.price_column.clone()),
            or_asked(unit),
            or_asked(currency),
            profile.title().to_owned(),
        ]);
    }
    printer.data(&if as_json { Value::from(found).to_string() } else { table.to_string().trim_end().to_owned() });
    Ok(ExitCode::SUCCESS)
}

fn show(name: &str, printer: &Printer) -> Result<ExitCode> {
    let Some(source) = Profile::built_in_source(name) else {
        let known = Profile::built_in_ids().join(", ");
        return Err(Usage(format!("there is no built-in profile `{name}`; those are {known}")).into());
    };
    printer.data(source.trim_end());
    Ok(ExitCode::SUCCESS)
}

fn propose(arguments: &FeedSuggestArguments, printer: &Printer) -> Result<ExitCode> {
    let file = arguments.file.display();
    let input = Input::open(&arguments.file, Limits::default())?;
    let (found, shape) = match document::shape(arguments) {
        Some(shape) => (document::suggested(&input, &shape)?, shape),
        None => (of_rows(arguments, &input)?, String::new()),
    };
    let id = arguments.id.clone().unwrap_or_else(|| id_of(&arguments.file));
    let title = arguments.title.clone().unwrap_or_else(|| format!("Export like {file}"));
    // The keys of a shape stand in front of the first table.
    let toml = found.to_toml(&id, &title).replacen("\n\n", &format!("\n{shape}\n"), 1);
    match &arguments.out {
        None => printer.data(toml.trim_end()),
        Some(out) => {
            output_file::write(out, toml.as_bytes(), arguments.force)?;
            printer.data(&table(&found));
            printer.talk(&next(&found, out));
        }
    }
    Ok(if found.missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn of_rows(arguments: &FeedSuggestArguments, input: &Input<'_>) -> Result<Suggestion> {
    let file = arguments.file.display();
    let reading = Reading { encoding: arguments.encoding, delimiter: arguments.delimiter, strict: false };
    let start = match sample(input.reader()?, reading, Limits::default()) {
        Ok(start) => start,
        Err(fault @ FileFault::Document { .. }) => bail!(
            "{file}: {fault}; if it is an export as XML or JSON, --element NAME or --records POINTER says where its \
             units are"
        ),
        Err(fault) => bail!("{file}: {fault}"),
    };
    if !start.is_headed {
        bail!(
            "{file}: the first line is no header, so there are no names to go by; write a profile with `headerless = \
             true` and one word in `positions` for each of its {} columns (`dealeragent feed profile show autotrader-us` \
             is one)",
            start.header.len()
        );
    }
    Ok(suggest(&start.header, &start.rows))
}

fn table(found: &Suggestion) -> String {
    let mut table = Table::new(&["column", "verdict", "why", "examples"]);
    for column in &found.columns {
        let examples = column.examples.join(", ");
        table.push([column.name.clone(), column.verdict.to_string(), column.reason.to_owned(), examples]);
    }
    let base = found.base.as_deref().unwrap_or("none");
    let missing =
        found.missing.iter().map(|field| format!("\nno column for {field}, without which there is no listing"));
    format!("closest built-in profile: {base}\n{table}{}", missing.collect::<String>()).trim_end().to_owned()
}

fn next(found: &Suggestion, out: &Path) -> String {
    let out = out.display();
    let mut lines = vec![format!(
        "{out} is written. Look at each line that starts with \"#?\" and take the mark off if it is right."
    )];
    if found.missing.is_empty() {
        lines.push(format!("Then: dealeragent feed check FILE --profile {out}"));
    }
    lines.join("\n")
}

/// An id from a file's name: small letters, digits and hyphens.
pub(crate) fn id_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    let words: Vec<&str> =
        stem.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let id: String = words.join("-").chars().take(40).collect();
    if id.is_empty() { "export".to_owned() } else { id.trim_matches('-').to_owned() }
}
