//! `dealeragent feed convert`: an export as inventory CSV 0.1.

use std::{
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use anyhow::{Context as _, Result, bail};
use dealeragent_feeds::{FeedReport, import_reader, inventory_csv};
use dealeragent_gateway::{Clock as _, SystemClock};
use serde_json::json;

use super::{
    check::told,
    input::Input,
    shown,
    source::{self, Purpose},
};
use crate::{feed_arguments::FeedConvertArguments, output_file, printer::Printer, table::Table, usage::Usage};

pub(super) fn run(arguments: &FeedConvertArguments, printer: &Printer) -> Result<ExitCode> {
    let to_stdout = arguments.out == Path::new("-");
    if to_stdout && arguments.json {
        return Err(Usage("--json and --out - both want standard output; write the file to a name".to_owned()).into());
    }
    let now = SystemClock.now();
    let (configured, limits) = source::caps(&arguments.source, now)?;
    let input = Input::open(&arguments.source.file, limits)?;
    let source = source::settled(configured, &arguments.source, &input, Purpose::Publish, now)?;
    let file = arguments.source.file.display().to_string();
    let import = match import_reader(input.watched()?, &source.profile, &source.settings, source.limits) {
        Ok(import) => import,
        Err(fault) => bail!("{file}: {}; nothing is written", told(&fault)),
    };
    let mut report = import.report;
    shown::note_unknown_charges(&mut report, &source);
    let csv = inventory_csv::write(&import.listings);
    if csv.rows == 0 {
        printer.talk(&shown::report(&report));
        bail!("{file}: no row can be written, and an empty file would be taken for an empty lot; nothing is written");
    }
    if to_stdout {
        io::stdout().lock().write_all(csv.text.as_bytes()).context("cannot write to standard output")?;
    } else {
        output_file::write(&arguments.out, csv.text.as_bytes(), arguments.force)?;
    }
    if arguments.json {
        let left_out: Vec<_> = csv
            .left_out
            .iter()
            .map(|unit| {
                let (vehicle, rooftop) = (&unit.vehicle_id, &unit.rooftop_id);
                json!({ "vehicle_id": vehicle, "rooftop_id": rooftop, "reason": unit.reason.to_string() })
            })
            .collect();
        let out = arguments.out.display().to_string();
        printer.data(
            &json!({ "file": file, "out": out, "rows": csv.rows, "left_out": left_out, "report": report }).to_string(),
        );
    } else {
        printer.talk(&said(&source, &file, &report, &csv));
    }
    let whole = report.rejected == 0 && csv.left_out.is_empty();
    Ok(if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn said(source: &source::Source, file: &str, report: &FeedReport, csv: &inventory_csv::InventoryCsv) -> String {
    let mut out = format!("{}\n{}\n", shown::head(file, source), shown::report(report));
    let mut table = Table::new(&["vehicle", "rooftop", "why it is not written"]);
    for unit in &csv.left_out {
        table.push([unit.vehicle_id.to_string(), unit.rooftop_id.to_string(), unit.reason.to_string()]);
    }
    if !table.is_empty() {
        out += &format!("\nNot written: {}\n{table}", csv.left_out.len());
    }
    out += &format!("\n{} rows written as inventory CSV 0.1", csv.rows);
    out
}
