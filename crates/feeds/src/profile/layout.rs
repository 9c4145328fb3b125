//! Whether a file names its columns or has them in a fixed order (A04, A07).

use std::collections::BTreeMap;

use super::{Field, ProfileFault, fold};

/// How a record's cells are told apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Layout {
    /// The first record names the columns; their order does not matter.
    #[default]
    Headed,
    /// There is no header: a column is known by its place alone, so a file
    /// with another number of columns is refused as a whole.
    Positional {
        /// The field that each column fills; `None` for one that fills none.
        fields: Vec<Option<Field>>,
        /// The word of each column: what `price_column` and a drop rule name
        /// it by, and what a report calls it.
        names: Vec<String>,
        /// How many columns every record has.
        count: usize,
    },
}

/// Columns that one `-N` may pass over.
const MOST_SKIPPED: usize = 1_024;

impl Layout {
    /// Whether the file has no header.
    #[must_use]
    pub fn is_positional(&self) -> bool {
        matches!(self, Self::Positional { .. })
    }

    /// Reads `headerless` and `positions`. A position is the name of a column,
    /// which fills the field that `[columns]` has it for; the word of a field,
    /// which fills that one unless `[columns]` says otherwise; any other word
    /// for a column that fills none; `-` for a column that is passed over, or
    /// `-12` for twelve of them.
    pub(super) fn read(
        headerless: bool,
        positions: &[String],
        columns: &mut BTreeMap<Field, Vec<String>>,
        required: &[Field],
    ) -> Result<Self, ProfileFault> {
        match (headerless, positions.is_empty()) {
            (false, true) => return Ok(Self::Headed),
            (false, false) => return refuse("are only for files without a header; set `headerless = true`"),
            (true, true) => return refuse("are needed for files without a header: one word for each column"),
            (true, false) => {}
        }
        let names = names(positions)?;
        name_fields(&names, columns);
        let mut fields = vec![None; names.len()];
        for (field, aliases) in &*columns {
            let at = |alias: &String| names.iter().position(|name| fold(name) == fold(alias));
            if let Some(place) = aliases.iter().find_map(at).and_then(|at| fields.get_mut(at)) {
                *place = Some(*field);
            }
        }
        if let Some(field) = required.iter().find(|field| !fields.contains(&Some(**field))) {
            return refuse(&format!("lack `{field}`, without which there is no listing"));
        }
        let count = fields.len();
        Ok(Self::Positional { fields, names, count })
    }
}

fn refuse<T>(problem: &str) -> Result<T, ProfileFault> {
    Err(ProfileFault::Positions { problem: problem.to_owned() })
}

/// One name for each column.
fn names(positions: &[String]) -> Result<Vec<String>, ProfileFault> {
    let mut names = Vec::<String>::new();
    for word in positions {
        if let Some(skipped) = skipped(word) {
            if !(1..=MOST_SKIPPED).contains(&skipped) {
                return refuse(&format!("hold \"{word}\"; pass over 1 to {MOST_SKIPPED} columns at a time"));
            }
            for _ in 0..skipped {
                names.push(format!("column {}", names.len() + 1));
            }
            continue;
        }
        let folded = fold(word);
        if folded.is_empty() {
            return refuse(&format!("hold \"{word}\", which has no letter or digit; write - to pass over a column"));
        }
        if names.iter().any(|name| fold(name) == folded) {
            return refuse(&format!("hold \"{word}\" twice"));
        }
        names.push(word.clone());
    }
    Ok(names)
}

/// A column that is called by a field's word is one more name of that field,
/// after those of `[columns]`.
fn name_fields(names: &[String], columns: &mut BTreeMap<Field, Vec<String>>) {
    for name in names {
        let has_owner = columns.values().flatten().any(|alias| fold(alias) == fold(name));
        if let Some(field) = Field::ALL.iter().find(|field| field.as_str() == name && !has_owner) {
            columns.entry(*field).or_default().push(name.clone());
        }
    }
}

/// How many columns `-` or `-12` passes over.
fn skipped(word: &str) -> Option<usize> {
    let digits = word.strip_prefix('-')?;
    if digits.is_empty() { Some(1) } else { digits.parse().ok() }
}
