//! Words to rows: a sorted list of words, each with its rows.

use std::collections::HashMap;

use dealeragent_protocol::values::Text;

use super::{
    Row,
    fold::{fold, for_each_word, tokens},
    row_set::RowSet,
    vocabulary,
};
use crate::Listing;

/// Rows by word. The words of a prefix stand side by side, and so do their
/// rows: a prefix is one slice.
#[derive(Debug)]
pub(super) struct TextIndex {
    words: Vec<Box<str>>,
    /// Where the rows of a word start; one more entry than there are words.
    starts: Vec<usize>,
    rows: Vec<Row>,
    len: usize,
}

impl TextIndex {
    pub(super) fn build<'a>(units: impl Iterator<Item = &'a Listing>) -> Self {
        let mut postings = Postings::default();
        let mut len = 0;
        for (unit, row) in units.zip(0..) {
            postings.add_unit(unit, row);
            len += 1;
        }
        let mut by_word: Vec<(Box<str>, Vec<Row>)> = postings.0.into_iter().collect();
        by_word.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut index = Self { words: Vec::with_capacity(by_word.len()), starts: vec![0], rows: Vec::new(), len };
        for (word, rows) in by_word {
            index.words.push(word);
            index.rows.extend(rows);
            index.starts.push(index.rows.len());
        }
        index
    }

    /// Keeps the rows in which every token of `query` begins a word.
    pub(super) fn narrow(&self, query: &str, candidates: &mut RowSet) {
        let folded = fold(query);
        for token in telling_tokens(&folded) {
            if candidates.is_empty() {
                break;
            }
            let mut found = RowSet::none(self.len);
            for row in self.rows_with_prefix(token) {
                found.insert(*row);
            }
            candidates.intersect(&found);
        }
    }

    /// Rows of every word that begins with `prefix`; a row may come twice.
    fn rows_with_prefix(&self, prefix: &str) -> &[Row] {
        let from = self.words.partition_point(|word| word.as_ref() < prefix);
        let matching = self.words.get(from..).unwrap_or_default();
        let to = from + matching.partition_point(|word| word.starts_with(prefix));
        let range = self.starts.get(from).zip(self.starts.get(to));
        range.and_then(|(start, end)| self.rows.get(*start..*end)).unwrap_or_default()
    }
}

/// The tokens without those that another one begins with: they ask for less.
/// Keeps a long query of short tokens cheap.
fn telling_tokens(folded: &str) -> Vec<&str> {
    let mut sorted: Vec<&str> = tokens(folded).collect();
    sorted.sort_unstable();
    // In this order, a token that others begin with stands right before one of them.
    let next = sorted.iter().skip(1).map(Some).chain([None]);
    let telling = sorted.iter().zip(next).filter(|(token, next)| !next.is_some_and(|next| next.starts_with(**token)));
    telling.map(|(token, _)| *token).collect()
}

#[derive(Default)]
struct Postings(HashMap<Box<str>, Vec<Row>>);

impl Postings {
    fn add_unit(&mut self, unit: &Listing, row: Row) {
        self.add_word(&unit.year.get().to_string(), row);
        self.add_short(unit.make.as_str(), row);
        self.add_short(unit.model.as_str(), row);
        let texts = [
            optional(unit.trim.as_ref()),
            optional(unit.body_style.as_ref()),
            optional(unit.exterior_color.as_ref()),
            optional(unit.interior_color.as_ref()),
            optional(unit.powertrain.transmission.as_ref()),
            optional(unit.stock_number.as_ref()),
        ];
        texts.into_iter().flatten().for_each(|text| self.add_short(text, row));
        unit.features.iter().for_each(|feature| self.add_text(feature.as_str(), row));
        self.add_text(unit.vin.as_str(), row);
        let powertrain = &unit.powertrain;
        let coded = [
            powertrain.fuel_type.map_or(&[][..], vocabulary::of_fuel),
            powertrain.drivetrain.map_or(&[][..], vocabulary::of_drivetrain),
            unit.vehicle_type.map_or(&[][..], vocabulary::of_vehicle_type),
            vocabulary::of_condition(unit.condition),
        ];
        coded.into_iter().flatten().for_each(|word| self.add_text(word, row));
    }

    /// A short value may be written as one word: "Model 3" as "model3".
    fn add_short(&mut self, text: &str, row: Row) {
        let folded = fold(text);
        let joined: String = tokens(&folded).collect();
        if !joined.is_empty() {
            self.add_word(&joined, row);
        }
        for_each_word(&folded, |word| self.add_word(word, row));
    }

    fn add_text(&mut self, text: &str, row: Row) {
        for_each_word(&fold(text), |word| self.add_word(word, row));
    }

    /// Units come in the order of their rows, so a repeated word is the last.
    fn add_word(&mut self, word: &str, row: Row) {
        match self.0.get_mut(word) {
            Some(rows) if rows.last() == Some(&row) => {}
            Some(rows) => rows.push(row),
            None => {
                self.0.insert(word.into(), vec![row]);
            }
        }
    }
}

fn optional<const MIN: usize, const MAX: usize>(text: Option<&Text<MIN, MAX>>) -> Option<&str> {
    text.map(Text::as_str)
}
