//! How the records of a file were written (A23). ASCII records fit every
//! encoding and say nothing.

use crate::{
    decode::{Encoding, Opening},
    report::MAX_LINES,
};

/// Records with characters beyond ASCII, by how they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Encodings {
    /// UTF-8.
    pub utf8: Lines,
    /// No UTF-8, so read by the code page.
    pub recoded: Lines,
}

/// Records of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// How many.
    pub count: u64,
    /// Where the first [`MAX_LINES`] of them start.
    pub first: Vec<u64>,
}

impl Encodings {
    pub(super) fn count(&mut self, line: u64, recoded: bool) {
        let lines = if recoded { &mut self.recoded } else { &mut self.utf8 };
        lines.count += 1;
        if lines.first.len() < MAX_LINES {
            lines.first.push(line);
        }
    }

    /// The encoding of the file: its mark's, else that of most of its records.
    #[must_use]
    pub fn of_file(&self, opening: Opening) -> Encoding {
        if self.recoded.count > self.utf8.count {
            return opening.fallback.encoding();
        }
        opening.marked.unwrap_or(Encoding::Utf8)
    }

    /// The records that are not in the file's encoding, where there are any.
    #[must_use]
    pub fn others(&self) -> Option<&Lines> {
        let fewer = if self.recoded.count > self.utf8.count { &self.utf8 } else { &self.recoded };
        (fewer.count > 0).then_some(fewer)
    }
}
