//! Where a listing comes from and what was done to it.
//!
//! Every value remembers its column. Fields that were taken as they are
//! written share one line; each that was read as something else has a line of
//! its own. Units of one file share the lines that are the same.

use std::{cell::RefCell, collections::HashMap};

use dealeragent_protocol::{
    facts::{Authority, AuthorityStatus, Provenance, Source},
    values::{List, Text, Timestamp},
};

use super::{
    Mapper,
    row::{Row, origin},
};
use crate::{bind::Binding, decode::Encoding, profile::Field};

/// A line of a provenance.
type Step = Text<1, 160>;

/// Lines that units share; further ones are each unit's own.
const MAX_SHARED: usize = 16_384;

/// Lines that were written once for one file.
#[derive(Debug, Default)]
pub(super) struct Lines {
    said: RefCell<HashMap<String, Step>>,
    /// By the set of fields.
    as_written: RefCell<HashMap<u64, Vec<Step>>>,
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

    fn as_written(&self, fields: u64, binding: &Binding) -> Vec<Step> {
        let mut known = self.as_written.borrow_mut();
        known.entry(fields).or_insert_with(|| lines(fields, binding)).clone()
    }
}

/// `as written: vin, trim 'Series'`, on as many lines as it takes.
fn lines(fields: u64, binding: &Binding) -> Vec<Step> {
    const START: &str = "as written:";
    const MAX: usize = 160;
    let mut lines = Vec::new();
    let mut line = START.to_owned();
    for field in Field::ALL.iter().filter(|field| fields & (1 << field.index()) != 0) {
        let name = binding.at(*field).map_or("", |at| binding.name(at));
        let part = format!(" {},", origin(field.wire(), name));
        // A part is short: names are cut to 80 characters.
        if line.chars().count() + part.chars().count() > MAX && line != START {
            lines.push(std::mem::replace(&mut line, START.to_owned()));
        }
        line.push_str(&part);
    }
    if line != START {
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
            content_digest: Some(self.digest.clone()),
        };
        let recoded = (self.encoding == Encoding::Windows1252).then(|| "text read as Windows-1252".to_owned());
        let mut steps: Vec<Step> = recoded.into_iter().filter_map(|line| self.lines.share(line)).collect();
        steps.extend(self.lines.as_written(row.as_written, row.binding));
        steps.extend(row.steps.drain(..).filter_map(|line| self.lines.share(line)));
        Some(Provenance {
            sources: List::new(vec![source]).ok()?,
            authority_status: AuthorityStatus::Asserted,
            transformed_at: Some(self.settings.now),
            transformations: List::first(steps).ok(),
        })
    }
}
