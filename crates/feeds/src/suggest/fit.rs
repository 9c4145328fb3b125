//! Which built-in profiles a header fits.

use std::collections::BTreeSet;

use super::{KNOWN, aliases};
use crate::profile::{Field, Profile, fold};

/// The built-in profiles that a header fits: each finds a column for every
/// field that a listing needs, and its usual price column where it has one. A
/// profile that knows only some of the columns that another one knows is left
/// out, so one id means that there is one answer.
#[must_use]
pub fn fitting(header: &[String]) -> Vec<&'static str> {
    let folded: Vec<String> = header.iter().map(|name| fold(name)).collect();
    let fits: Vec<(&Profile, BTreeSet<&str>)> = KNOWN
        .iter()
        .filter(|profile| !profile.layout.is_positional())
        .filter_map(|profile| Some((profile, known_columns(profile, &folded)?)))
        .collect();
    let is_beaten =
        |known: &BTreeSet<&str>| fits.iter().any(|(_, others)| known.len() < others.len() && known.is_subset(others));
    let best = fits.iter().filter(|(_, known)| !is_beaten(known));
    let ids = best.map(|(profile, _)| profile.id());
    Profile::built_in_ids().iter().copied().filter(|id| ids.clone().any(|fit| fit == *id)).collect()
}

/// The columns that a profile knows; `None` where it cannot read such a file.
fn known_columns<'h>(profile: &Profile, folded: &'h [String]) -> Option<BTreeSet<&'h str>> {
    let names = aliases(&[profile]);
    let known: BTreeSet<&str> = folded.iter().filter(|name| names.contains_key(*name)).map(String::as_str).collect();
    let has = |field: Field| known.iter().any(|name| names.get(*name) == Some(&field));
    let needed = Field::REQUIRED.into_iter().filter(|field| profile.needs_column(*field));
    if !needed.into_iter().all(has) {
        return None;
    }
    // It has to be there but proves little: price columns are called alike.
    let has_price = |price: &String| folded.iter().any(|name| *name == fold(price));
    profile.defaults.price_column.as_ref().is_none_or(has_price).then_some(known)
}
