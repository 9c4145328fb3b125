//! Gets an answer: as given, by asking, or as proposed.

use std::{
    collections::BTreeSet,
    fmt,
    io::{self, BufRead as _, Write as _},
    path::Path,
};

use super::{answers::Answers, question::Question};

/// How an answer is read.
pub(super) type Reads<'r, T> = &'r dyn Fn(&str) -> Result<T, String>;

/// Asks, and remembers what nobody answered.
pub(super) struct Asker {
    answers: Answers,
    mode: Mode,
    /// What is missing or wrong, each with the flag that mends it.
    problems: Vec<String>,
    told: BTreeSet<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A person, or a script that writes to standard input.
    Ask,
    /// Proposals are taken.
    Yes,
    /// Standard input has ended: nothing is answered any more, and a proposal
    /// that nobody agreed to is not taken.
    Ended,
}

/// What a question is about, and what may be the answer.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Hints<'h> {
    /// The export.
    pub(super) file: Option<&'h Path>,
    /// Taken where the answer is empty.
    pub(super) proposal: Option<&'h str>,
    /// Shown above the question.
    pub(super) notes: &'h [String],
}

impl Asker {
    pub(super) fn new(answers: Answers, yes: bool) -> Self {
        let mode = if yes { Mode::Yes } else { Mode::Ask };
        Self { answers, mode, problems: Vec::new(), told: BTreeSet::new() }
    }

    /// What is missing or wrong.
    pub(super) fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Notes that something is missing or wrong.
    pub(super) fn problem(&mut self, problem: String) {
        self.problems.push(problem);
    }

    /// Whether an answer was given beforehand.
    pub(super) fn has(&self, question: Question, file: &Path) -> bool {
        self.answers.get(question, Some(file)).is_some()
    }

    /// The answer; `None` where there is none, which is a problem unless the
    /// question is optional.
    pub(super) fn ask<T>(&mut self, question: Question, hints: Hints<'_>, read: Reads<'_, T>) -> Option<T> {
        if let Some(given) = self.answers.get(question, hints.file) {
            return match read(given.trim()) {
                Ok(value) => Some(value),
                Err(problem) => {
                    self.problems.push(format!("{} \"{given}\"{}: {problem}", question.flag(), of(hints.file)));
                    None
                }
            };
        }
        if self.mode == Mode::Ask {
            self.show(hints);
        }
        while self.mode == Mode::Ask {
            let Some(line) = prompt(question, hints.proposal) else {
                self.mode = Mode::Ended;
                break;
            };
            let answer = if line.is_empty() { hints.proposal.unwrap_or_default() } else { line.as_str() };
            if answer.is_empty() && question.is_optional() {
                return None;
            }
            match read(answer) {
                Ok(value) => return Some(value),
                Err(problem) => say(format_args!("  {problem}\n")),
            }
        }
        if let (Mode::Yes, Some(proposal)) = (self.mode, hints.proposal)
            && let Ok(value) = read(proposal)
        {
            return Some(value);
        }
        if !question.is_optional() {
            let notes = if hints.notes.is_empty() { String::new() } else { format!(" ({})", hints.notes.join("; ")) };
            let missing = format!("{}{}: {}{notes}", question.flag(), of(hints.file), question.words());
            self.problems.push(missing);
        }
        None
    }

    /// What is known about an export, once.
    fn show(&mut self, hints: Hints<'_>) {
        for note in hints.notes {
            if self.told.insert(note.clone()) {
                say(format_args!("  {note}\n"));
            }
        }
    }
}

fn of(file: Option<&Path>) -> String {
    file.map(|file| format!(" for {}", file.display())).unwrap_or_default()
}

/// Asks once; `None` where standard input has ended.
fn prompt(question: Question, proposal: Option<&str>) -> Option<String> {
    let proposal = match proposal {
        Some(proposal) => format!(" [{proposal}]"),
        None if question.is_optional() => " [none]".to_owned(),
        None => String::new(),
    };
    say(format_args!("{}{proposal}: ", question.words()));
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line).unwrap_or_default();
    (read > 0).then(|| line.trim().to_owned())
}

/// Talks on standard error. A closed pipe is no failure of ours.
fn say(text: fmt::Arguments<'_>) {
    let mut out = io::stderr().lock();
    let _ = out.write_fmt(text);
    let _ = out.flush();
}
