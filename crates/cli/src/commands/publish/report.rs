//! What a run says: to people on standard error, to programs as JSON.

use std::{
    io::{self, IsTerminal as _, Write as _},
    path::PathBuf,
};

use serde_json::{Map, Value, json};

use super::output::Change;
use crate::printer::Printer;

/// Units that are named for people; JSON has all of them.
const NAMED: usize = 5;

/// What became of one dealer.
pub(super) struct DealerResult {
    organization: String,
    outcome: Outcome,
    notes: Vec<String>,
}

enum Outcome {
    /// No export changed since the last run, so nothing was made.
    Untouched,
    Published(Published),
    Failed(String),
}

/// Files that are in place.
pub(super) struct Published {
    pub(super) changed: bool,
    pub(super) files: Vec<FileResult>,
    pub(super) rows: u64,
    /// Units without a row, and why.
    pub(super) left_out: Vec<(String, String)>,
    pub(super) freshness_sla_seconds: u32,
}

/// One file.
pub(super) struct FileResult {
    pub(super) path: PathBuf,
    pub(super) change: Change,
    pub(super) bytes: usize,
}

impl DealerResult {
    pub(super) fn of(organization: &str, made: Result<Published, String>, notes: Vec<String>) -> Self {
        let outcome = match made {
            Ok(published) => Outcome::Published(published),
            Err(reason) => Outcome::Failed(reason),
        };
        Self { organization: organization.to_owned(), outcome, notes }
    }

    pub(super) fn untouched(organization: &str) -> Self {
        Self { organization: organization.to_owned(), outcome: Outcome::Untouched, notes: Vec::new() }
    }

    pub(super) fn is_failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_))
    }

    fn is_news(&self) -> bool {
        match &self.outcome {
            Outcome::Untouched => false,
            Outcome::Published(published) => published.changed,
            Outcome::Failed(_) => true,
        }
    }

    fn word(&self) -> &'static str {
        match &self.outcome {
            Outcome::Published(published) if published.changed => "published",
            Outcome::Published(_) | Outcome::Untouched => "unchanged",
            Outcome::Failed(_) => "failed",
        }
    }

    fn json(&self) -> Value {
        let mut value = Map::new();
        let mut say = |name: &str, member: Value| value.insert(name.to_owned(), member);
        say("organization", self.organization.as_str().into());
        say("result", self.word().into());
        say("notes", json!(self.notes));
        match &self.outcome {
            Outcome::Untouched => {}
            Outcome::Failed(reason) => {
                say("error", reason.as_str().into());
            }
            Outcome::Published(published) => {
                let file = |file: &FileResult| {
                    let path = file.path.display().to_string();
                    json!({ "path": path, "change": file.change.as_str(), "bytes": file.bytes })
                };
                let unit = |(id, reason): &(String, String)| json!({ "vehicle_id": id, "reason": reason });
                say("files", published.files.iter().map(file).collect());
                say("rows", published.rows.into());
                say("left_out", published.left_out.iter().map(unit).collect());
                say("freshness_sla_seconds", published.freshness_sla_seconds.into());
            }
        }
        Value::Object(value)
    }

    fn lines(&self, dry_run: bool) -> Vec<String> {
        let name = &self.organization;
        let mut lines = match &self.outcome {
            Outcome::Untouched => vec![format!("{name}: unchanged")],
            Outcome::Failed(reason) => {
                vec![format!("{name}: NOT published: {reason}"), "  what was published before stays".to_owned()]
            }
            Outcome::Published(published) => {
                let what = match (published.changed, dry_run) {
                    (false, _) => "unchanged",
                    (true, false) => "published",
                    (true, true) => "would be published",
                };
                let mut lines = vec![format!("{name}: {what}, {} row(s)", published.rows)];
                let changed = published.files.iter().filter(|file| file.change != Change::None);
                lines.extend(changed.map(|file| format!("  {}: {}", file.change.as_str(), file.path.display())));
                let named = published.left_out.iter().take(NAMED);
                lines.extend(named.map(|(id, reason)| format!("  left out: {id} {reason}")));
                if published.left_out.len() > NAMED {
                    lines.push(format!("  left out: {} more; see --json", published.left_out.len() - NAMED));
                }
                lines
            }
        };
        lines.extend(self.notes.iter().map(|note| format!("  note: {note}")));
        lines
    }
}

/// One run.
pub(super) struct Report {
    pub(super) results: Vec<DealerResult>,
    pub(super) dry_run: bool,
    /// Not the first of several: then only news is said to people.
    pub(super) again: bool,
}

impl Report {
    pub(super) fn say(&self, as_json: bool, printer: &Printer) {
        if as_json {
            let results: Vec<Value> = self.results.iter().map(DealerResult::json).collect();
            printer.data(&json!({ "dry_run": self.dry_run, "organizations": results }).to_string());
        }
        let said = self.results.iter().filter(|result| !self.again || result.is_news());
        for line in said.flat_map(|result| result.lines(self.dry_run)) {
            printer.talk(&line);
        }
        if self.results.len() > 1 && !self.again {
            let count = |word| self.results.iter().filter(|result| result.word() == word).count();
            let (published, unchanged, failed) = (count("published"), count("unchanged"), count("failed"));
            printer.talk(&format!(
                "{} dealers: {published} {}, {unchanged} unchanged, {failed} failed",
                self.results.len(),
                if self.dry_run { "would be published" } else { "published" }
            ));
        }
    }
}

/// One line on a terminal that says where a long run is.
pub(super) struct Progress {
    total: usize,
    done: usize,
    shown: bool,
}

impl Progress {
    pub(super) fn new(total: usize) -> Self {
        Self { total, done: 0, shown: total > 1 && io::stderr().is_terminal() }
    }

    pub(super) fn at(&mut self, organization: &str) {
        self.done += 1;
        if self.shown {
            let _ = write!(io::stderr().lock(), "\r\x1b[K{} of {}: {organization}", self.done, self.total);
        }
    }

    pub(super) fn end(&self) {
        if self.shown {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }
}
