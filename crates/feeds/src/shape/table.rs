//! Header and rows of a document.

use std::collections::HashMap;

use crate::{FileFault, Limits};

/// A document as a table: its paths are the column names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Paths, in the order in which they were first met.
    pub names: Vec<String>,
    /// Units.
    pub rows: Vec<TableRow>,
}

/// One unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableRow {
    /// The physical line on which the unit starts, from 1.
    pub line: u64,
    /// Cells by the place of their column; a path that is not there is blank.
    cells: Vec<(usize, String)>,
}

impl Table {
    /// The cells of a row, one for every column.
    pub fn cells<'t>(&'t self, row: &'t TableRow) -> impl Iterator<Item = &'t str> {
        let mut cells = vec![""; self.names.len()];
        for (at, cell) in &row.cells {
            if let Some(place) = cells.get_mut(*at) {
                *place = cell;
            }
        }
        cells.into_iter()
    }
}

/// A table in the making, within limits.
pub(super) struct Builder {
    table: Table,
    places: HashMap<String, usize>,
    limits: Limits,
    row: TableRow,
    bytes: usize,
}

impl Builder {
    pub(super) fn new(limits: Limits) -> Self {
        Self { table: Table::default(), places: HashMap::new(), limits, row: TableRow::default(), bytes: 0 }
    }

    pub(super) fn start(&mut self, line: u64) {
        self.row = TableRow { line, cells: Vec::new() };
        self.bytes = 0;
    }

    /// Adds a cell; the last one of a path counts.
    pub(super) fn cell(&mut self, path: &str, cell: String) -> Result<(), FileFault> {
        let line = self.row.line;
        let too_large = |what, cap, limit: usize| FileFault::too_large(what, Some(line), cap, limit as u64);
        self.bytes += cell.len();
        if cell.len() > self.limits.cell_bytes {
            return Err(too_large("a value", "cell_bytes", self.limits.cell_bytes));
        }
        if self.bytes > self.limits.record_bytes {
            return Err(too_large("a unit", "record_bytes", self.limits.record_bytes));
        }
        let at = match self.places.get(path) {
            Some(at) => *at,
            None => {
                let at = self.table.names.len();
                if at >= self.limits.columns {
                    return Err(too_large("the set of paths", "columns", self.limits.columns));
                }
                self.table.names.push(path.to_owned());
                self.places.insert(path.to_owned(), at);
                at
            }
        };
        self.row.cells.push((at, cell));
        Ok(())
    }

    pub(super) fn end(&mut self) -> Result<(), FileFault> {
        if self.table.rows.len() as u64 >= self.limits.rows {
            let (line, limit) = (self.row.line, self.limits.rows);
            return Err(FileFault::too_large("the lot", Some(line), "rows", limit));
        }
        self.table.rows.push(std::mem::take(&mut self.row));
        Ok(())
    }

    pub(super) fn finish(self) -> Table {
        self.table
    }
}

/// Lines by offset, for offsets that only grow.
pub(super) struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: u64,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line of an offset, from 1.
    pub(super) fn of(&mut self, offset: usize) -> u64 {
        let passed = self.text.as_bytes().get(self.at..offset).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at = self.at.max(offset);
        self.line
    }
}
