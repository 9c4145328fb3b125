//! Problems of a configuration, for people.

use std::fmt;

use dealeragent_protocol::intake::Violations;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file, where it is not the configuration itself but one that it names.
    pub file: Option<String>,
    /// The line, from 1; `None` where a key is missing altogether.
    pub line: Option<usize>,
    /// The key, such as `organizations[0].rooftops[1].timezone`.
    pub key: String,
    /// What is wrong and what to write instead.
    pub message: String,
}

/// Every problem of one file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigErrors {
    /// The file's name.
    pub name: String,
    /// The problems: the configuration's own in the order of their lines, then
    /// those of the files that it names.
    pub problems: Vec<Problem>,
}

impl ConfigErrors {
    pub(super) fn new(name: &str, mut problems: Vec<Problem>) -> Self {
        problems.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
        Self { name: name.to_owned(), problems }
    }
}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.problems.len();
        writeln!(f, "{} has {count} problem{}:", self.name, if count == 1 { "" } else { "s" })?;
        for problem in &self.problems {
            let line = problem.line.map_or_else(String::new, |line| format!(":{line}"));
            let key = if problem.key.is_empty() { String::new() } else { format!("{}: ", problem.key) };
            let file = problem.file.as_ref().unwrap_or(&self.name);
            writeln!(f, "  {file}{line}: {key}{}", problem.message)?;
        }
        Ok(())
    }
}

/// What was found beyond the shape of the keys.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// In the configuration itself.
    pub(super) violations: Violations,
    /// In the files that it names.
    pub(super) elsewhere: Vec<Problem>,
}

impl Findings {
    pub(super) fn is_empty(&self) -> bool {
        self.violations.is_empty() && self.elsewhere.is_empty()
    }
}
