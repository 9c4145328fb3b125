//! Codes of an export and what they mean.

use std::collections::BTreeMap;

use super::{fold, fold_code};

/// Codes, folded, each with its meaning.
#[derive(Debug, Clone)]
pub(crate) struct Table<T>(BTreeMap<String, T>);

impl<T: Copy> Table<T> {
    pub(super) fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// The meaning of a cell; `None` for a code that is not listed.
    pub(crate) fn get(&self, cell: &str) -> Option<T> {
        self.0.get(&fold_code(cell)).copied()
    }

    /// Whether it has no code.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a code; gives back the meaning that it already has.
    pub(super) fn insert(&mut self, code: String, meaning: T) -> Option<T> {
        self.0.insert(code, meaning)
    }

    pub(super) fn into_map(self) -> BTreeMap<String, T> {
        self.0
    }
}

/// Body words, such as `sport utility`, each with the kind of vehicle.
#[derive(Debug, Clone)]
pub(crate) struct BodyWords<T>(Vec<(Vec<String>, T)>);

impl<T: Copy + PartialEq> BodyWords<T> {
    pub(super) fn new(phrases: impl IntoIterator<Item = (String, T)>) -> Self {
        Self(phrases.into_iter().map(|(phrase, meaning)| (words(&phrase), meaning)).collect())
    }

    /// The kind that the words of a body name. Words of two kinds name none:
    /// a "sport utility truck" is not decided here.
    pub(crate) fn find(&self, body: &str) -> Option<T> {
        let body = words(body);
        let named = |phrase: &[String]| !phrase.is_empty() && body.windows(phrase.len()).any(|part| part == phrase);
        let mut kinds = self.0.iter().filter(|(phrase, _)| named(phrase)).map(|(_, kind)| *kind);
        let first = kinds.next()?;
        kinds.all(|kind| kind == first).then_some(first)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|char: char| !char.is_alphanumeric()).map(fold).filter(|word| !word.is_empty()).collect()
}
