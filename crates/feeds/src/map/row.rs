//! A row with its binding, and what was noted on the way.

use std::fmt;

use dealeragent_protocol::values::Text;

use crate::{
    bind::Binding,
    decode::Encoding,
    profile::Field,
    read::Record,
    report::{Keyword, Note, Notice, Reject, escaped, shown},
    values::{says_nothing, text},
};

/// A row while it is mapped.
pub(super) struct Row<'r> {
    record: &'r Record<'r>,
    pub(super) binding: &'r Binding,
    pub(super) notes: Vec<Note>,
    /// What was done to values, for the provenance.
    pub(super) steps: Vec<String>,
}

impl<'r> Row<'r> {
    pub(super) fn new(record: &'r Record<'r>, binding: &'r Binding) -> Self {
        Self { record, binding, notes: Vec::new(), steps: Vec::new() }
    }

    /// The cell of a column by position.
    pub(super) fn at(&self, column: usize) -> &'r str {
        self.record.cell(column).unwrap_or_default()
    }

    /// The cell of a field; `None` where there is no column or it says
    /// nothing.
    pub(super) fn cell(&self, field: Field) -> Option<&'r str> {
        let cell = self.record.cell(self.binding.at(field)?)?;
        (!says_nothing(cell)).then_some(cell)
    }

    /// The code page that the row was read by, where it is no UTF-8.
    pub(super) fn recoded(&self) -> Option<Encoding> {
        self.record.recoded
    }

    /// The name of a field's column.
    pub(super) fn column(&self, field: Field) -> &'r str {
        self.binding.at(field).map_or("", |at| self.binding.name(at))
    }

    /// A note about a cell, which is shown as an example.
    pub(super) fn note(&mut self, kind: Notice, column: Option<usize>, cell: &str) {
        let example = (!cell.is_empty()).then(|| shown(cell));
        self.notes.push(Note { kind, column, count: 1, example });
    }

    pub(super) fn note_field(&mut self, kind: Notice, field: Field, cell: &str) {
        self.note(kind, self.binding.at(field), cell);
    }

    /// A note about a cell, with the parser's reason.
    pub(super) fn note_problem(&mut self, kind: Notice, column: Option<usize>, cell: &str, problem: &dyn fmt::Display) {
        let example = Some(format!("{} {problem}", shown(cell)));
        self.notes.push(Note { kind, column, count: 1, example });
    }

    pub(super) fn note_row(&mut self, kind: Notice) {
        self.notes.push(Note { kind, column: None, count: 1, example: None });
    }

    pub(super) fn note_count(&mut self, kind: Notice, field: Field, count: u64) {
        if count > 0 {
            self.notes.push(Note { kind, column: self.binding.at(field), count, example: None });
        }
    }

    /// Optional text.
    pub(super) fn text<const MIN: usize, const MAX: usize>(&mut self, field: Field) -> Option<Text<MIN, MAX>> {
        let cell = self.cell(field)?;
        let (text, cut) = text::bounded(cell);
        if cut {
            self.note_field(Notice::Cut, field, cell);
        }
        text
    }

    /// Text without which there is no listing.
    pub(super) fn required_text<const MAX: usize>(
        &mut self,
        field: Field,
        keyword: Keyword,
    ) -> Result<Text<1, MAX>, Reject> {
        match self.text(field) {
            Some(text) => Ok(text),
            None => Err(self.reject(field, keyword, &format!("there is no {field}"), "fill in the cell")),
        }
    }

    /// A reject for one cell; the cell is shown where it says something.
    pub(super) fn reject(&self, field: Field, keyword: Keyword, problem: &str, hint: &str) -> Reject {
        let at = self.binding.at(field);
        let cell = at.map(|at| self.at(at)).unwrap_or_default();
        let reason = if cell.is_empty() { problem.to_owned() } else { format!("{}: {problem}", shown(cell)) };
        Reject {
            line: self.record.line,
            column: at.map(|at| self.binding.name(at).to_owned()),
            keyword,
            reason,
            hint: hint.to_owned(),
            stock: self.stock(),
        }
    }

    fn stock(&self) -> Option<String> {
        self.cell(Field::Stock).map(escaped)
    }
}
