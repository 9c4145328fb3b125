//! A row with its binding, and what was noted on the way.

use std::{borrow::Cow, fmt};

use dealeragent_protocol::values::Text;

use crate::{
    bind::Binding,
    decode::Encoding,
    profile::{Field, fold, fold_code},
    read::Record,
    report::{Keyword, Note, Notice, Reject, escaped, shown},
    values::{html, says_nothing, text},
};

/// Fields by what was done to them, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Groups {
    /// Taken as they are written.
    pub(super) as_written: u64,
    /// Looked up in a table of the profile.
    pub(super) by_table: u64,
    /// Lists that were taken apart.
    pub(super) split: u64,
}

/// A row while it is mapped.
pub(super) struct Row<'r> {
    record: &'r Record<'r>,
    pub(super) binding: &'r Binding,
    pub(super) notes: Vec<Note>,
    /// What was done to values, for the provenance.
    pub(super) steps: Vec<String>,
    /// Fields of which the same was done, one bit each.
    pub(super) groups: Groups,
    /// Whether cells may hold markup. Those of inventory CSV 0.1 are plain
    /// text, in which `&lt;` means just that.
    markup: bool,
}

impl<'r> Row<'r> {
    pub(super) fn new(record: &'r Record<'r>, binding: &'r Binding, markup: bool) -> Self {
        Self { record, binding, notes: Vec::new(), steps: Vec::new(), groups: Groups::default(), markup }
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

    /// A field was taken as it is written.
    pub(super) fn taken(&mut self, field: Field) {
        self.groups.as_written |= 1 << field.index();
    }

    /// A code was looked up in the profile's table for the field. A cell that
    /// says the meaning in other letters counts as written: `Used` is `used`.
    pub(super) fn looked_up(&mut self, field: Field, cell: &str, meaning: &str) {
        if fold_code(cell) == fold_code(meaning) {
            self.taken(field);
        } else {
            self.groups.by_table |= 1 << field.index();
        }
    }

    /// A list was taken apart.
    pub(super) fn split(&mut self, field: Field) {
        self.groups.split |= 1 << field.index();
    }

    /// A field was read as something else than its cell's text. Columns that
    /// are private are never read, so no cell of one gets here.
    pub(super) fn read_as(&mut self, field: Field, cell: &str, meaning: &dyn fmt::Display) {
        self.step(field, &format!("'{}' -> {meaning}", escaped(cell)));
    }

    /// What was done to a field, behind its name and its column's.
    pub(super) fn step(&mut self, field: Field, what: &str) {
        let origin = self
            .binding
            .at(field)
            .map_or_else(|| field.wire().to_owned(), |at| origin(field.wire(), self.binding.name(at)));
        self.steps.push(format!("{origin}: {what}"));
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

    /// A text without the markup that its source may put there (B25).
    pub(super) fn plain<'c>(&self, cell: &'c str) -> Cow<'c, str> {
        if self.markup { html::to_text(cell) } else { Cow::Borrowed(cell) }
    }

    /// Optional text. Markup is taken out (B25).
    pub(super) fn text<const MIN: usize, const MAX: usize>(&mut self, field: Field) -> Option<Text<MIN, MAX>> {
        let cell = self.cell(field)?;
        let plain = self.plain(cell);
        let (text, cut) = text::bounded(&plain);
        // What says nothing behind its hidden characters says nothing.
        let text = text.filter(|text: &Text<MIN, MAX>| !says_nothing(text.as_str()));
        if cut {
            self.note_field(Notice::Cut, field, cell);
        }
        match &text {
            Some(_) if matches!(plain, Cow::Borrowed(_)) => self.taken(field),
            Some(_) => self.step(field, "markup taken out"),
            None => {}
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
        self.reject_at(self.binding.at(field), keyword, problem, hint)
    }

    /// As [`Row::reject`], for a column by position.
    pub(super) fn reject_at(&self, at: Option<usize>, keyword: Keyword, problem: &str, hint: &str) -> Reject {
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

/// A value and its column; the column's name only where it is another one.
pub(super) fn origin(wire: &str, column: &str) -> String {
    if fold(wire) == fold(column) { wire.to_owned() } else { format!("{wire} '{column}'") }
}
