//! What a system's own words mean.

use std::collections::BTreeMap;

use dealeragent_protocol::facts::AvailabilityStatus;

use crate::Nonsense;

/// A system's words and what they mean here. Case and blanks around do not matter;
/// anything else does. A word that is not in it means nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusTable(BTreeMap<String, AvailabilityStatus>);

/// Refusal of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidStatusTable {
    /// It has no word.
    #[error("must have at least one word, such as {{ \"in stock\" = \"available\" }}")]
    Empty,
    /// Two words differ in case or blanks alone and mean different things.
    #[error("has the word \"{0}\" twice, with different meanings; case and blanks around it do not count")]
    Twice(String),
}

impl StatusTable {
    /// A table of a system's words.
    ///
    /// # Errors
    /// [`InvalidStatusTable`].
    pub fn new<'w>(words: impl IntoIterator<Item = (&'w str, AvailabilityStatus)>) -> Result<Self, InvalidStatusTable> {
        let mut table = BTreeMap::new();
        for (word, status) in words {
            let word = folded(word);
            if table.insert(word.clone(), status).is_some_and(|before| before != status) {
                return Err(InvalidStatusTable::Twice(word));
            }
        }
        if table.is_empty() { Err(InvalidStatusTable::Empty) } else { Ok(Self(table)) }
    }

    /// What a word means.
    ///
    /// # Errors
    /// [`Nonsense::UnknownStatus`].
    pub fn meaning(&self, word: &str) -> Result<AvailabilityStatus, Nonsense> {
        self.0.get(&folded(word)).copied().ok_or(Nonsense::UnknownStatus)
    }
}

fn folded(word: &str) -> String {
    word.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_words_mean_something() {
        let table = StatusTable::new([("In Stock", AvailabilityStatus::Available), ("S", AvailabilityStatus::Sold)]);
        let table = table.unwrap();
        assert_eq!(table.meaning(" in stock "), Ok(AvailabilityStatus::Available));
        assert_eq!(table.meaning("s"), Ok(AvailabilityStatus::Sold));
        for unknown in ["", "instock", "available", "null", "0"] {
            assert_eq!(table.meaning(unknown), Err(Nonsense::UnknownStatus), "{unknown}");
        }
        let twice = [("A", AvailabilityStatus::Available), ("a ", AvailabilityStatus::Sold)];
        assert_eq!(StatusTable::new(twice), Err(InvalidStatusTable::Twice("a".to_owned())));
        assert_eq!(StatusTable::new([]), Err(InvalidStatusTable::Empty));
    }
}
