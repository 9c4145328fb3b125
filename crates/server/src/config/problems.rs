//! Problems of a configuration, for people.

use std::fmt;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
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
    /// The problems, in the order of their lines.
    pub problems: Vec<Problem>,
}

impl ConfigErrors {
    pub(super) fn new(name: &str, mut problems: Vec<Problem>) -> Self {
        problems.sort_by_key(|problem| problem.line);
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
            writeln!(f, "  {}{line}: {key}{}", self.name, problem.message)?;
        }
        Ok(())
    }
}
