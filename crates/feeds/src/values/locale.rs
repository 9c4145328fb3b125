//! How a source writes numbers (B03). Said by its profile, never guessed.

use serde::{Deserialize, Serialize};

/// A way to write numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Locale {
    /// `1,234.56`
    Us,
    /// `1.234,56`
    De,
    /// `1 234,56`, with a plain, no-break or thin space.
    Fr,
    /// `1'234.56`, with a straight or a typographic apostrophe.
    Ch,
}

impl Locale {
    /// The mark before decimals.
    pub(super) fn decimal_mark(self) -> char {
        match self {
            Self::Us | Self::Ch => '.',
            Self::De | Self::Fr => ',',
        }
    }

    /// Whether a mark groups digits in threes.
    pub(super) fn groups(self, mark: char) -> bool {
        match self {
            Self::Us => mark == ',',
            Self::De => mark == '.',
            Self::Fr => is_space(mark),
            Self::Ch => matches!(mark, '\'' | '’'),
        }
    }
}

/// Spaces that group digits: plain, no-break, thin, narrow.
pub(super) fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}
