//! Collects a report while the rows go by.

use std::collections::BTreeMap;

use super::{Columns, FeedReport, MAX_LINES, MAX_REJECTS, Notice, Reject, Warning};
use crate::{decode::Encoding, read::Delimiter};

/// A note about one row. It counts only when the row is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) kind: Notice,
    /// Position of the column among the file's columns.
    pub(crate) column: Option<usize>,
    pub(crate) count: u64,
    /// The cell, already fit to be shown.
    pub(crate) example: Option<String>,
}

/// A report in the making.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) rows: u64,
    pub(crate) published: u64,
    pub(crate) unknown_price: u64,
    pub(crate) collapsed: u64,
    dropped: BTreeMap<String, u64>,
    rejects: Vec<Reject>,
    rejected: u64,
    /// Column names, to name the column of a note.
    names: Vec<String>,
    warnings: BTreeMap<(Notice, Option<usize>), Warning>,
}

impl Ledger {
    pub(crate) fn new(names: Vec<String>) -> Self {
        Self { names, ..Self::default() }
    }

    pub(crate) fn drop_row(&mut self, reason: &str) {
        match self.dropped.get_mut(reason) {
            Some(count) => *count += 1,
            None => {
                self.dropped.insert(reason.to_owned(), 1);
            }
        }
    }

    pub(crate) fn reject(&mut self, reject: Reject) {
        self.rejected += 1;
        if self.rejects.len() < MAX_REJECTS {
            self.rejects.push(reject);
        }
    }

    /// `line` is `None` for a note about the whole file.
    pub(crate) fn note(&mut self, line: Option<u64>, note: &Note) {
        let column = note.column.and_then(|at| self.names.get(at)).cloned();
        let warning = self.warnings.entry((note.kind, note.column)).or_insert_with(|| Warning {
            kind: note.kind,
            column,
            count: 0,
            lines: Vec::new(),
            example: None,
            meaning: note.kind.meaning(),
        });
        warning.count += note.count;
        if warning.example.is_none() {
            warning.example.clone_from(&note.example);
        }
        if let Some(line) = line
            && warning.lines.len() < MAX_LINES
        {
            warning.lines.push(line);
        }
    }

    /// A note about the whole file.
    pub(crate) fn note_file(&mut self, kind: Notice, count: u64) {
        self.note(None, &Note { kind, column: None, count, example: None });
    }

    /// Lines of a note about the whole file.
    pub(crate) fn lines(&mut self, kind: Notice, lines: &[u64]) {
        if let Some(warning) = self.warnings.get_mut(&(kind, None)) {
            warning.lines.extend_from_slice(lines);
            warning.lines.truncate(MAX_LINES);
        }
    }

    /// Units are settled by VIN; people read by line.
    pub(crate) fn sort_lines(&mut self) {
        for warning in self.warnings.values_mut() {
            warning.lines.sort_unstable();
        }
    }

    pub(crate) fn close(mut self, encoding: Encoding, delimiter: Option<Delimiter>, columns: Columns) -> FeedReport {
        self.rejects.sort_by_key(|reject| reject.line);
        FeedReport {
            rows: self.rows,
            published: self.published,
            unknown_price: self.unknown_price,
            dropped: self.dropped,
            collapsed: self.collapsed,
            rejected: self.rejected,
            rejects: self.rejects,
            warnings: self.warnings.into_values().collect(),
            container: None,
            encoding,
            delimiter,
            columns,
        }
    }
}
