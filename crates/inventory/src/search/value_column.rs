//! A column of values as small numbers: for facets and for equality.

use std::collections::{BTreeMap, HashMap};

use dealeragent_protocol::tools::search::FacetKey;

use super::{Row, fold::equality_key};

/// No value.
const NONE: u32 = u32::MAX;

/// Values of one field by row. Codes stand in the order of their values.
#[derive(Debug)]
pub(super) struct ValueColumn {
    codes: Vec<u32>,
    values: Vec<FacetKey>,
    /// For text: the code of a folded value.
    by_key: HashMap<String, u32>,
}

impl ValueColumn {
    /// Text as dealers write it. Spellings that fold to the same are one value,
    /// shown in the most frequent spelling (of equals, the first in the order
    /// of code points); blank text is no value.
    pub(super) fn of_text<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Self {
        let keys: Vec<Option<(String, &str)>> = texts
            .map(|text| text.map(str::trim).filter(|text| !text.is_empty()))
            .map(|text| text.map(|text| (equality_key(text), text)))
            .collect();
        let mut spellings: HashMap<&str, BTreeMap<&str, usize>> = HashMap::new();
        for (key, text) in keys.iter().flatten() {
            *spellings.entry(key).or_default().entry(text).or_default() += 1;
        }
        let shown = |counts: BTreeMap<&str, usize>| {
            let mut best = ("", 0);
            for (text, count) in counts {
                if count > best.1 {
                    best = (text, count);
                }
            }
            best.0.to_owned()
        };
        let mut groups: Vec<(String, String)> =
            spellings.into_iter().map(|(key, counts)| (shown(counts), key.to_owned())).collect();
        groups.sort_unstable();
        let by_key: HashMap<String, u32> = groups.iter().map(|(_, key)| key.clone()).zip(0..).collect();
        let code = |key: Option<(String, &str)>| key.and_then(|(key, _)| by_key.get(&key).copied()).unwrap_or(NONE);
        let codes = keys.into_iter().map(code).collect();
        Self { codes, values: groups.into_iter().map(|(shown, _)| FacetKey::Text(shown)).collect(), by_key }
    }

    /// Words of the wire, ids and numbers: each is its own value.
    pub(super) fn of_exact(keys: impl Iterator<Item = Option<FacetKey>>) -> Self {
        let keys: Vec<Option<FacetKey>> = keys.collect();
        let mut values: Vec<FacetKey> = keys.iter().flatten().cloned().collect();
        values.sort_unstable();
        values.dedup();
        let code = |key: Option<FacetKey>| key.and_then(|key| values.binary_search(&key).ok());
        let codes = keys.into_iter().map(|key| code(key).and_then(|at| u32::try_from(at).ok()).unwrap_or(NONE));
        let codes = codes.collect();
        Self { codes, values, by_key: HashMap::new() }
    }

    /// The code of a row's value.
    pub(super) fn code(&self, row: Row) -> Option<u32> {
        self.codes.get(row as usize).copied().filter(|code| *code != NONE)
    }

    /// The code of a text that folds to the same as a value.
    pub(super) fn code_of_text(&self, text: &str) -> Option<u32> {
        self.by_key.get(&equality_key(text)).copied()
    }

    /// The values, by code.
    pub(super) fn values(&self) -> &[FacetKey] {
        &self.values
    }
}
