//! Where a listing comes from and what was done to it.
//!
//! Every value remembers its column; the column's name is left out where it is
//! the field's own. Fields of which the same was done share a line, since a
//! page of answers has a budget; amounts and readings have one of their own,
//! with the cell. Units of one file share the lines that are the same.

use std::{cell::RefCell, collections::HashMap};

use dealeragent_protocol::{
    facts::{Authority, AuthorityStatus, Provenance, Source},
    values::{List, Text, Timestamp},
};

use super::{
    Mapper,
    row::{Groups, Row, origin},
};
use crate::{bind::Binding, profile::Field};

/// A line of a provenance.
type Step = Text<1, 160>;

/// Lines that units share; further ones are each unit's own.
const MAX_SHARED: usize = 16_384;

/// Lines that were written once for one file.
#[derive(Debug, Default)]
pub(super) struct Lines {
    said: RefCell<HashMap<String, Step>>,
    /// By what was done to which fields.
    grouped: RefCell<HashMap<Groups, Vec<Step>>>,
}

impl Lines {
    fn share(&self, line: String) -> Option<Step> {
        let mut said = self.said.borrow_mut();
        if let Some(step) = said.get(&line) {
            return Some(step.clone());
        }
        let step = Text::truncated(&line)?;
        if said.len() < MAX_SHARED {
            said.insert(line, step.clone());
        }
        Some(step)
    }

    fn grouped(&self, groups: Groups, binding: &Binding) -> Vec<Step> {
        let mut known = self.grouped.borrow_mut();
        let write = || {
            let Groups { as_written, by_table, split } = groups;
            let kinds = [("as written", as_written), ("by the profile's tables", by_table), ("list split", split)];
            kinds.into_iter().flat_map(|(what, fields)| lines(what, fields, binding)).collect()
        };
        if let Some(lines) = known.get(&groups) {
            return lines.clone();
        }
        let lines: Vec<Step> = write();
        if known.len() < MAX_SHARED {
            known.insert(groups, lines.clone());
        }
        lines
    }
}

/// `as written: vin, trim 'Series'`, on as many lines as it takes.
fn lines(what: &str, fields: u64, binding: &Binding) -> Vec<Step> {
    const MAX: usize = 160;
    let start = format!("{what}:");
    let mut lines = Vec::new();
    let mut line = start.clone();
    for field in Field::ALL.iter().filter(|field| fields & (1 << field.index()) != 0) {
        let name = binding.at(*field).map_or("", |at| binding.name(at));
        let part = format!(" {},", origin(field.wire(), name));
        // A part is short: names are cut to 80 characters.
        if line.chars().count() + part.chars().count() > MAX && line != start {
            lines.push(std::mem::replace(&mut line, start.clone()));
        }
        line.push_str(&part);
    }
    if line != start {
        lines.push(line);
    }
    lines.iter().filter_map(|line| Text::truncated(line.trim_end_matches(','))).collect()
}

impl Mapper<'_> {
    /// The provenance of a row that was mapped. The record's id within the
    /// source is the stock number: it outlives the order of the file. Never
    /// `None`: one source is enough for the list.
    pub(super) fn provenance(
        &self,
        row: &mut Row<'_>,
        stock: Option<&Text<1, 80>>,
        observed_at: Timestamp,
    ) -> Option<Provenance> {
        let source = Source {
            source_name: self.settings.source_name.clone(),
            source_uri: None,
            source_record_id: stock.and_then(|stock| Text::parse(stock.as_str()).ok()),
            authority: Authority::DealerAsserted,
            observed_at,
            // Known once the file was read to its end.
            content_digest: None,
        };
        let recoded = row.recoded().map(|encoding| format!("text read as {encoding}"));
        let mut steps: Vec<Step> = recoded.into_iter().filter_map(|line| self.lines.share(line)).collect();
        steps.extend(self.lines.grouped(row.groups, row.binding));
        steps.extend(row.steps.drain(..).filter_map(|line| self.lines.share(line)));
        Some(Provenance {
            sources: List::new(vec![source]).ok()?,
            authority_status: AuthorityStatus::Asserted,
            transformed_at: Some(self.settings.now),
            transformations: List::first(steps).ok(),
        })
    }
}
