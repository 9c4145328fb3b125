//! A growing list of violations.

use std::collections::HashSet;

use crate::error::{FieldError, FieldErrors, Pointer};

/// Violations found so far, in the order of finding.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Violations {
    found: Vec<FieldError>,
    /// The same once more: thousands of findings must not be compared in pairs.
    known: HashSet<FieldError>,
}

impl Violations {
    /// Adds one; `pointer` is empty for the whole.
    pub fn add(&mut self, pointer: &str, keyword: &str, explanation: &str) {
        self.add_at(Pointer::new(pointer), keyword, explanation);
    }

    /// Adds one at a known place. The same finding is kept once.
    pub fn add_at(&mut self, location: Pointer, keyword: &str, explanation: &str) {
        if let Some(error) = FieldError::new(location, keyword, explanation) {
            self.keep(error);
        }
    }

    fn keep(&mut self, error: FieldError) {
        if self.known.insert(error.clone()) {
            self.found.push(error);
        }
    }

    /// Adds what was found elsewhere.
    pub fn append(&mut self, other: &Self) {
        for error in &other.found {
            self.keep(error.clone());
        }
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What was found.
    #[must_use]
    pub fn as_slice(&self) -> &[FieldError] {
        &self.found
    }

    /// The first 100 for the wire, and how many more there were.
    #[must_use]
    pub fn into_field_errors(self) -> (FieldErrors, usize) {
        let total = self.found.len();
        let kept = FieldErrors::first(self.found).unwrap_or_default();
        let more = total - kept.len();
        (kept, more)
    }
}
