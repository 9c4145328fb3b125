//! What one source says of one fact.

use dealeragent_protocol::{
    facts::{Discrepancy, DiscrepancyStatus},
    values::{Set, Text},
};

/// A source and its words.
pub(super) struct Statement {
    source: String,
    says: String,
}

impl Statement {
    pub(super) fn new(source: &str, says: &str) -> Self {
        Self { source: source.to_owned(), says: says.to_owned() }
    }
}

/// A discrepancy where not all statements are the same.
pub(super) fn differ(field: &str, statements: &[Statement]) -> Option<Discrepancy> {
    let first = statements.first()?;
    if statements.iter().all(|statement| statement.says == first.says) {
        return None;
    }
    discrepancy(field, statements)
}

/// Names every source and repeats its words, in the order given.
pub(super) fn discrepancy(field: &str, statements: &[Statement]) -> Option<Discrepancy> {
    let names = distinct_names(statements);
    Some(Discrepancy {
        field: Text::bounded(field),
        description: description(field, &names, statements),
        source_names: Set::new(names).ok()?,
        status: DiscrepancyStatus::Unresolved,
    })
}

/// Who says what. Where that would not fit, what is said alone: cut short, it
/// could show one side only.
fn description(field: &str, names: &[Text<1, 200>], statements: &[Statement]) -> Text<1, 1000> {
    let write = |parts: Vec<String>| format!("Sources differ on {field}: {}.", parts.join("; "));
    let said = names.iter().zip(statements).map(|(name, statement)| format!("{name} states {}", statement.says));
    Text::parse(write(said.collect())).unwrap_or_else(|_| {
        let mut words: Vec<String> = statements.iter().map(|statement| statement.says.clone()).collect();
        words.sort_unstable();
        words.dedup();
        Text::bounded(&write(words))
    })
}

/// The wire wants each name once: a source that speaks twice is numbered.
fn distinct_names(statements: &[Statement]) -> Vec<Text<1, 200>> {
    let mut names: Vec<Text<1, 200>> = Vec::with_capacity(statements.len());
    for statement in statements {
        let mut name = Text::bounded(&statement.source);
        let mut number = 2;
        while names.contains(&name) {
            // The number stands in front, where a long name cannot push it out.
            name = Text::bounded(&format!("({number}) {}", statement.source));
            number += 1;
        }
        names.push(name);
    }
    names
}
