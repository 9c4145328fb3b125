//! Sources behind a match.

use std::collections::BTreeMap;

use dealeragent_protocol::{
    facts::{Authority, Source},
    values::{ContentDigest, Text, Timestamp, Uri},
};

use super::row_set::RowSet;
use crate::Listing;

/// Most sources that are named.
const MOST_SOURCES: usize = 10;

/// A source as of one observation, without its record number. Older first.
type SourceKey = (Timestamp, Text<1, 128>, Authority, Option<Uri>, Option<ContentDigest>);

/// The distinct sources of all rows.
#[derive(Debug)]
pub(super) struct SourceTable {
    /// Oldest first.
    sources: Vec<Source>,
    /// Where a row's sources start in `numbers`; one more entry than rows.
    starts: Vec<usize>,
    /// Places in `sources`.
    numbers: Vec<u32>,
}

impl SourceTable {
    pub(super) fn build<'a>(units: impl Iterator<Item = &'a Listing> + Clone) -> Self {
        let mut distinct: BTreeMap<SourceKey, u32> =
            units.clone().flat_map(|unit| unit.provenance.sources.iter()).map(|source| (key(source), 0)).collect();
        for (number, at) in distinct.values_mut().zip(0..) {
            *number = at;
        }
        let mut table = Self { sources: Vec::new(), starts: vec![0], numbers: Vec::new() };
        for unit in units {
            let numbers = unit.provenance.sources.iter().filter_map(|source| distinct.get(&key(source)));
            table.numbers.extend(numbers);
            table.starts.push(table.numbers.len());
        }
        table.sources = distinct.into_keys().map(source).collect();
        table
    }

    /// The sources of the matching rows, oldest first: one for each name,
    /// address and authority.
    pub(super) fn of(&self, matching: &RowSet) -> Vec<Source> {
        let mut seen = RowSet::none(self.sources.len());
        for row in matching.iter() {
            let (start, end) = (self.starts.get(row as usize), self.starts.get(row as usize + 1));
            let numbers = start.zip(end).and_then(|(start, end)| self.numbers.get(*start..*end));
            numbers.into_iter().flatten().for_each(|number| seen.insert(*number));
        }
        let mut named: Vec<Source> = Vec::new();
        for source in seen.iter().filter_map(|number| self.sources.get(number as usize)) {
            if named.len() == MOST_SOURCES {
                break;
            }
            if !named.iter().any(|other| is_same_source(other, source)) {
                named.push(source.clone());
            }
        }
        named
    }
}

fn is_same_source(one: &Source, other: &Source) -> bool {
    one.authority == other.authority && one.source_name == other.source_name && one.source_uri == other.source_uri
}

fn key(source: &Source) -> SourceKey {
    let Source { source_name, source_uri, source_record_id: _, authority, observed_at, content_digest } = source;
    (*observed_at, source_name.clone(), *authority, source_uri.clone(), content_digest.clone())
}

fn source((observed_at, source_name, authority, source_uri, content_digest): SourceKey) -> Source {
    Source { source_name, source_uri, source_record_id: None, authority, observed_at, content_digest }
}
