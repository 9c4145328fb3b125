//! Proposes a profile for an unknown export. It only ever proposes: what it
//! found by a known name stands in the profile, what it guessed from the cells
//! stands there as a comment until a person has looked at it.

mod content;
mod display;
mod fit;
mod private;
mod sample;

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{
    profile::{Field, Profile, fold},
    report::shown,
    shape::Shape,
};
pub use fit::fitting;
pub use sample::{Sample, sample};

/// Rows that are looked at.
const MAX_ROWS: usize = 200;
/// Examples of one column.
const MAX_EXAMPLES: usize = 3;

/// What a column probably is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Known under this name.
    Matched(Field),
    /// Looks like this field; a person has to confirm it.
    Suggested(Field),
    /// Could be the advertised price; the settings name the one that is.
    Price,
    /// Internal: never read, and none of its cells is shown.
    Private,
    /// Nothing known.
    Unmapped,
}

/// A column and what it probably is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnGuess {
    /// Its name in the file.
    pub name: String,
    /// What it probably is.
    pub verdict: Verdict,
    /// Why, in words.
    pub reason: &'static str,
    /// Some of its cells, fit to be shown; none of a private column.
    pub examples: Vec<String>,
}

/// A proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The built-in profile that fits best, where one fits at all.
    pub base: Option<String>,
    /// Every column, in the order of the file.
    pub columns: Vec<ColumnGuess>,
    /// Fields without which there is no listing and for which no column was
    /// found, not even a guess.
    pub missing: Vec<Field>,
}

/// Looks at a header and some rows below it.
#[must_use]
pub fn suggest(header: &[String], rows: &[Vec<String>]) -> Suggestion {
    let rows = rows.get(..rows.len().min(MAX_ROWS)).unwrap_or(rows);
    let known = KNOWN.as_slice();
    let base = best_fit(header, known);
    let names = base.map(|base| aliases(&[base])).unwrap_or_default();
    let all: Vec<&Profile> = known.iter().collect();
    let elsewhere = aliases(&all);
    let mut taken: Vec<Field> = Vec::new();
    let mut columns: Vec<ColumnGuess> = Vec::with_capacity(header.len());
    for (at, name) in header.iter().enumerate() {
        let folded = fold(name);
        let cells =
            || rows.iter().filter_map(move |row| row.get(at)).map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
        let (verdict, reason) = if private::is_private(&folded, known) {
            (Verdict::Private, "internal by its name")
        } else if let Some(field) = names.get(&folded).filter(|field| !taken.contains(field)) {
            (Verdict::Matched(*field), "a name that the profile knows")
        } else {
            (Verdict::Unmapped, "nothing known")
        };
        if let Verdict::Matched(field) = verdict {
            taken.push(field);
        }
        let examples = if verdict == Verdict::Private { Vec::new() } else { examples(cells()) };
        columns.push(ColumnGuess { name: crate::bind::clean_name(name), verdict, reason, examples });
    }
    // Guesses come after everything that is known, so that none takes its place.
    for (at, column) in columns.iter_mut().enumerate().filter(|(_, column)| column.verdict == Verdict::Unmapped) {
        let cells: Vec<&str> = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.trim()).collect();
        let guess = match elsewhere.get(&fold(&column.name)).filter(|field| !taken.contains(field)) {
            Some(field) => Some((Verdict::Suggested(*field), "a name that another profile knows")),
            None => content::guess(&column.name, &cells),
        };
        let Some((verdict, reason)) = guess else { continue };
        if let Verdict::Suggested(field) = verdict {
            if taken.contains(&field) {
                continue;
            }
            taken.push(field);
        }
        (column.verdict, column.reason) = (verdict, reason);
    }
    let missing = Field::REQUIRED.into_iter().filter(|field| !taken.contains(field)).collect();
    Suggestion { base: base.map(|base| base.id().to_owned()), columns, missing }
}

/// Built-in profiles for delimited text, read once.
static KNOWN: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let profiles = Profile::built_in_ids().iter().filter_map(|id| Profile::built_in(id)?.ok());
    profiles.filter(|profile| profile.shape == Shape::Delimited).collect()
});

/// The profile that knows most of the columns, one of them the VIN's.
fn best_fit<'k>(header: &[String], known: &'k [Profile]) -> Option<&'k Profile> {
    let folded: Vec<String> = header.iter().map(|name| fold(name)).collect();
    let score = |profile: &Profile| {
        let names = aliases(&[profile]);
        let mut fields: Vec<Field> = folded.iter().filter_map(|name| names.get(name)).copied().collect();
        fields.sort_unstable();
        fields.dedup();
        let required = Field::REQUIRED.iter().filter(|field| fields.contains(field)).count();
        if required < Field::REQUIRED.len() - 1 || !fields.contains(&Field::Vin) { 0 } else { fields.len() }
    };
    let mut best: Option<(usize, &Profile)> = None;
    // A profile for files without a header would refuse this one.
    for profile in known.iter().filter(|profile| !profile.layout.is_positional()) {
        let score = score(profile);
        if score > best.map_or(0, |(most, _)| most) {
            best = Some((score, profile));
        }
    }
    best.map(|(_, profile)| profile)
}

/// Every name that these profiles know, with its field; the first one counts.
fn aliases(profiles: &[&Profile]) -> BTreeMap<String, Field> {
    let mut names = BTreeMap::new();
    for profile in profiles {
        for (field, aliases) in &profile.columns {
            for alias in aliases {
                names.entry(fold(alias)).or_insert(*field);
            }
        }
    }
    names
}

fn examples<'c>(cells: impl Iterator<Item = &'c str>) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    for cell in cells {
        let example = shown(cell);
        if !examples.contains(&example) {
            examples.push(example);
        }
        if examples.len() == MAX_EXAMPLES {
            break;
        }
    }
    examples
}
