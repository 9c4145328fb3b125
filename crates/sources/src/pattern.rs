//! Patterns for names of files.

use std::fmt;

/// Endings of uploads that are under way.
const UNDER_WAY: [&str; 4] = [".part", ".tmp", ".filepart", ".uploading"];

/// A pattern for one file name: `*` stands for any characters, `?` for one,
/// everything else for itself, upper and lower case being different.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePattern(Vec<char>);

/// Refusal of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be a pattern for one file name such as inventory-*.csv, with * and ? only, without folders, [ ] or {{ }}"
)]
pub struct InvalidPattern;

impl NamePattern {
    /// Reads a pattern of 1 to 200 characters.
    ///
    /// # Errors
    /// [`InvalidPattern`]: empty, long, with folders, or with sets, which are
    /// not understood here and would match nothing.
    pub fn parse(text: &str) -> Result<Self, InvalidPattern> {
        let is_fine = |c: char| !c.is_control() && !matches!(c, '/' | '\\' | '[' | ']' | '{' | '}');
        let pattern: Vec<char> = text.chars().collect();
        let is_right = (1..=200).contains(&pattern.len()) && pattern.iter().copied().all(is_fine);
        if is_right { Ok(Self(pattern)) } else { Err(InvalidPattern) }
    }

    /// Whether `name` is one of those. A hidden file (`.name`) is only matched
    /// by a pattern that begins with its dot.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        if name.starts_with('.') && self.0.first() != Some(&'.') {
            return false;
        }
        let name: Vec<char> = name.chars().collect();
        let (mut at, mut place) = (0, 0);
        // Where the last star stands, and where in the name it began to give way.
        let mut star: Option<(usize, usize)> = None;
        while let Some(c) = name.get(at) {
            match self.0.get(place) {
                Some('*') => {
                    star = Some((place, at));
                    place += 1;
                }
                Some(wanted) if *wanted == '?' || wanted == c => {
                    at += 1;
                    place += 1;
                }
                _ => match star.as_mut() {
                    Some((stands, taken)) => {
                        *taken += 1;
                        (place, at) = (*stands + 1, *taken);
                    }
                    None => return false,
                },
            }
        }
        self.0.iter().skip(place).all(|rest| *rest == '*')
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|c| fmt::Write::write_char(f, *c))
    }
}

/// Whether the name is that of an upload under way, whose end is still to come.
#[must_use]
pub(crate) fn is_under_way(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    UNDER_WAY.iter().any(|ending| name.ends_with(ending))
}
