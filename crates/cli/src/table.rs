//! A table for eyes: columns as wide as their widest cell.

use std::fmt;

/// Rows below a head. The last column is as long as it is.
#[derive(Debug)]
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(|name| (*name).to_owned()).collect(), rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn width(&self, column: usize) -> usize {
        let all = std::iter::once(&self.head).chain(&self.rows);
        all.filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or_default()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.head.len()).map(|column| self.width(column)).collect();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            let mut line = String::from(" ");
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(&format!(" {cell:<width$} "));
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
