//! `dealeragent feed check`: what would come of a file. Nothing is changed.

use std::process::ExitCode;

use anyhow::Result;
use dealeragent_feeds::{FeedReport, FileFault, import_reader};
use dealeragent_gateway::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    input::Input,
    shown,
    source::{self, Purpose, Source},
};
use crate::{feed_arguments::FeedCheckArguments, output_file, printer::Printer};

/// Rows are held back, or a warning counts as much.
const HELD_BACK: u8 = 1;
/// The file as a whole cannot be used.
const UNUSABLE: u8 = 2;

pub(super) fn run(arguments: &FeedCheckArguments, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    let (configured, limits) = source::caps(&arguments.source, now)?;
    let input = Input::open(&arguments.source.file, limits)?;
    let source = source::settled(configured, &arguments.source, &input, Purpose::Look, now)?;
    let file = arguments.source.file.display().to_string();
    let read = import_reader(input.watched()?, &source.profile, &source.settings, source.limits);
    let code = match &read {
        Err(_) => UNUSABLE,
        Ok(import) if import.report.rejected > 0 => HELD_BACK,
        Ok(import) => {
            let warned = !import.report.warnings.is_empty() || charges_warned(&source, &import.report);
            if arguments.deny_warnings && warned { HELD_BACK } else { 0 }
        }
    };
    let read = read.map(|import| {
        let mut report = import.report;
        shown::note_unknown_charges(&mut report, &source);
        report
    });
    if let (Some(path), Ok(report)) = (&arguments.rejects_csv, &read) {
        let mut sheet = Vec::new();
        report.write_rejects(&mut sheet)?;
        output_file::write(path, &sheet, arguments.force)?;
    }
    if arguments.json {
        printer.data(&as_json(&file, &source, &read, code).to_string());
    } else {
        printer.data(&shown::head(&file, &source));
        match &read {
            Ok(report) => printer.data(&shown::report(report)),
            Err(fault) => printer.talk(&format!("error: {file}: {}", told(fault))),
        }
    }
    Ok(ExitCode::from(code))
}

fn charges_warned(source: &Source, report: &FeedReport) -> bool {
    source.charges_unknown && report.published > report.unknown_price
}

/// A fault of a file, with the flag that mends it.
pub(super) fn told(fault: &FileFault) -> String {
    let flag = match fault {
        FileFault::MissingColumn { field, .. } if field == "listing_url" => "--url-template",
        FileFault::MissingColumn { field, .. } if field == "advertised_price" => "--price-column",
        FileFault::NotAPriceColumn { .. } => "--price-column",
        FileFault::NoDelimiter { .. } | FileFault::OtherDelimiter { .. } | FileFault::DelimiterTie { .. } => {
            "--delimiter"
        }
        FileFault::BadTemplate { .. } => "--url-template",
        _ => return fault.to_string(),
    };
    format!("{fault} (on the command line: {flag})")
}

fn as_json(file: &str, source: &Source, read: &Result<FeedReport, FileFault>, code: u8) -> Value {
    let fault = read.as_ref().err().map(|fault| json!({ "kind": fault.kind(), "message": told(fault) }));
    let settings = &source.settings;
    json!({
        "file": file,
        "profile": source.profile.id(),
        "settings": {
            "currency": settings.currency.code(),
            "time_zone": settings.time_zone,
            "odometer_unit": settings.odometer_unit,
            "price_column": settings.price_column,
            "price_includes_required_charges":
                (!source.charges_unknown).then_some(settings.price_includes_required_charges),
        },
        "notes": source.notes,
        "report": read.as_ref().ok(),
        "fault": fault,
        "exit_code": code,
    })
}
