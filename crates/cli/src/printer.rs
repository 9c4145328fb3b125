//! The terminal: data on standard output, talk on standard error.

use std::io::{self, Write as _};

/// Prints. A closed pipe is no failure of ours.
pub(crate) struct Printer;

impl Printer {
    /// Writes data.
    pub(crate) fn data(&self, text: &str) {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{text}");
    }

    /// Says something to the person.
    pub(crate) fn talk(&self, text: &str) {
        let mut out = io::stderr().lock();
        let _ = writeln!(out, "{text}");
    }
}
