//! Rules of the side file that no schema of one field can state.

use std::collections::BTreeSet;

use dealeragent_protocol::intake::Violations;
use serde_json::Value;

/// Checks the file as a whole; adds every breach.
pub(super) fn between_fields(file: &Value, violations: &mut Violations) {
    let mut seen = BTreeSet::new();
    for (at, entry) in items(file, "vehicles") {
        let text = |name: &str| entry.get(name).and_then(Value::as_str);
        if let Some(vin) = text("vin")
            && !seen.insert((vin, text("rooftop_id")))
        {
            violations.add(&format!("/vehicles/{at}"), "uniqueItems", "must not speak of the same unit twice");
        }
        check_reports(entry, at, violations);
        check_certification(entry, at, violations);
    }
}

fn check_reports(entry: &Value, at: usize, violations: &mut Violations) {
    for (report_at, report) in items(entry, "history_reports") {
        let Some(summary) = report.get("summary").filter(|summary| summary.is_object()) else { continue };
        let known = summary.get("owner_count_status").and_then(Value::as_str) == Some("known");
        if known && summary.get("owner_count").is_none_or(Value::is_null) {
            let place = format!("/vehicles/{at}/history_reports/{report_at}/summary");
            violations.add(&place, "required", "`owner_count` is required when `owner_count_status` is known");
        }
    }
}

/// A maker's programme has a name; a dealer's own is not passed off as one.
fn check_certification(entry: &Value, at: usize, violations: &mut Violations) {
    let Some(certification) = entry.get("certification").filter(|block| block.is_object()) else { return };
    let by_maker = certification.get("type").and_then(Value::as_str) == Some("manufacturer_cpo");
    if by_maker && certification.get("program_name").is_none_or(Value::is_null) {
        let place = format!("/vehicles/{at}/certification");
        violations.add(&place, "required", "`program_name` is required for manufacturer_cpo");
    }
}

fn items<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = (usize, &'v Value)> {
    value.get(name).and_then(Value::as_array).into_iter().flatten().enumerate()
}
