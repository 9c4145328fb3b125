//! A report on a terminal: totals, columns, what is held back, warnings.

use dealeragent_feeds::{
    FeedReport,
    report::{Notice, Reject, Warning},
};

use super::source::Source;
use crate::table::Table;

/// Rejects shown before the rest is only counted.
const SHOWN: usize = 50;

/// Notes that nobody said whether the price holds the required charges.
pub(super) fn note_unknown_charges(report: &mut FeedReport, source: &Source) {
    let priced = report.published.saturating_sub(report.unknown_price);
    if source.charges_unknown && priced > 0 {
        report.warnings.push(Warning {
            kind: Notice::FeesUnknown,
            column: Some(source.settings.price_column.clone()),
            count: priced,
            lines: Vec::new(),
            example: None,
            meaning: Notice::FeesUnknown.meaning(),
        });
    }
}

/// How the file was read.
pub(super) fn head(file: &str, source: &Source) -> String {
    let settings = &source.settings;
    let charges = match (source.charges_unknown, settings.price_includes_required_charges) {
        (true, _) => "unknown",
        (false, true) => "included",
        (false, false) => "not included",
    };
    let unit = settings.odometer_unit.map_or_else(|| "as each cell says".to_owned(), |unit| unit.as_str().to_owned());
    let mut lines = vec![
        format!("File      {file}"),
        format!("Profile   {} ({})", source.profile.id(), source.profile.title()),
        format!(
            "Price     column \"{}\", {}, required charges: {charges}",
            settings.price_column,
            settings.currency.code()
        ),
        format!("Odometer  {unit}"),
        format!("Zone      {}", settings.time_zone),
    ];
    lines.extend(source.notes.iter().map(|note| format!("Note      {note}")));
    lines.join("\n")
}

/// What came of it.
pub(super) fn report(report: &FeedReport) -> String {
    let mut out = totals(report);
    out += "\nColumns\n";
    out += &columns(report);
    if !report.rejects.is_empty() {
        out += &format!("\nHeld back: {}\n", report.rejected);
        out += &rejects(report);
    }
    if !report.warnings.is_empty() {
        out += "\nWarnings\n";
        out += &warnings(report);
    }
    out.trim_end().to_owned()
}

fn totals(report: &FeedReport) -> String {
    let packed = report.container.map(|container| format!(", unpacked from {container}")).unwrap_or_default();
    let separated = report.delimiter.map(|delimiter| format!(", columns separated by {delimiter}")).unwrap_or_default();
    let mut out = format!("Read as   {}{separated}{packed}\n\n", report.encoding);
    let mut table = Table::new(&["rows", &report.rows.to_string(), ""]);
    let priceless = match report.unknown_price {
        0 => String::new(),
        count => format!("{count} without a usable price: listed, but in no search"),
    };
    table.push(["published".to_owned(), report.published.to_string(), priceless]);
    table.push(["held back".to_owned(), report.rejected.to_string(), String::new()]);
    let dropped: u64 = report.dropped.values().sum();
    let reasons: Vec<String> = report.dropped.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    table.push(["left out".to_owned(), dropped.to_string(), reasons.join(", ")]);
    table.push(["repeated".to_owned(), report.collapsed.to_string(), String::new()]);
    out += &table.to_string();
    out
}

fn columns(report: &FeedReport) -> String {
    let mut table = Table::new(&["column", "use"]);
    for column in &report.columns.matched {
        table.push([column.column.clone(), column.field.clone()]);
    }
    for name in &report.columns.private {
        table.push([name.clone(), "SENSITIVE: never read; better not exported at all".to_owned()]);
    }
    for name in &report.columns.unmapped {
        table.push([name.clone(), "not used".to_owned()]);
    }
    table.to_string()
}

fn rejects(report: &FeedReport) -> String {
    let mut table = Table::new(&["line", "stock", "column", "rule", "reason; hint"]);
    for reject in report.rejects.iter().take(SHOWN) {
        let Reject { line, column, keyword, reason, hint, stock } = reject;
        table.push([
            line.to_string(),
            stock.clone().unwrap_or_default(),
            column.clone().unwrap_or_default(),
            keyword.as_str().to_owned(),
            format!("{reason}; {hint}"),
        ]);
    }
    let more = report.rejected.saturating_sub(report.rejects.len().min(SHOWN) as u64);
    let rest = if more > 0 {
        format!("  and {more} more; --json and --rejects-csv list up to 1,000\n")
    } else {
        String::new()
    };
    format!("{table}{rest}")
}

fn warnings(report: &FeedReport) -> String {
    let mut table = Table::new(&["count", "column", "lines", "what; example"]);
    for warning in &report.warnings {
        let lines: Vec<String> = warning.lines.iter().take(5).map(u64::to_string).collect();
        let more = if warning.lines.len() > 5 { ", …" } else { "" };
        let example = warning.example.as_ref().map(|example| format!("; such as {example}")).unwrap_or_default();
        table.push([
            warning.count.to_string(),
            warning.column.clone().unwrap_or_default(),
            format!("{}{more}", lines.join(", ")),
            format!("{}{example}", warning.meaning),
        ]);
    }
    table.to_string()
}
