//! The names of a file's columns.

use crate::{
    FileFault, SourceSettings,
    profile::{Field, Profile, fold},
    read::Record,
    values::vin,
};

/// Most columns that a message names.
const MOST_NAMED: usize = 60;

/// Column names, as written and folded.
pub(super) struct Header {
    pub(super) line: u64,
    pub(super) names: Vec<String>,
    pub(super) folded: Vec<String>,
}

impl Header {
    pub(super) fn new(line: u64, names: Vec<String>) -> Self {
        Self { line, folded: names.iter().map(|name| fold(name)).collect(), names }
    }

    /// The column of the first of these names that the file has. The order is
    /// the profile's; a name that stands there twice is a fault, unless it says
    /// which one is meant: `Price[2]` is the second (A15). A column that is
    /// known to be private is never found (B27).
    pub(super) fn find(&self, field: &str, aliases: &[String], profile: &Profile) -> Result<Option<usize>, FileFault> {
        for alias in aliases {
            let wanted = fold(alias);
            let mut places = self.places(&wanted);
            match (places.next(), places.next()) {
                (Some(first), Some(second)) => return Err(self.duplicate(field, first, second)),
                (Some(first), None) if !profile.private.contains(&wanted) => return Ok(Some(first)),
                (Some(_) | None, _) => {}
            }
            if let Some((name, nth)) = picked(&wanted)
                && !profile.private.contains(name)
                && let Some(at) = self.places(name).nth(nth)
            {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    fn places(&self, wanted: &str) -> impl Iterator<Item = usize> {
        self.folded.iter().enumerate().filter(move |(_, name)| *name == wanted).map(|(at, _)| at)
    }

    fn duplicate(&self, field: &str, first: usize, second: usize) -> FileFault {
        let name = self.names.get(second).cloned().unwrap_or_default();
        FileFault::DuplicateColumn {
            line: self.line,
            field: field.to_owned(),
            name,
            first: first + 1,
            second: second + 1,
        }
    }

    pub(super) fn missing(&self, field: Field, profile: &Profile, hint: &'static str) -> FileFault {
        let accepted = profile.columns.get(&field).map(|names| names.join(", ")).unwrap_or_default();
        let accepted = if accepted.is_empty() { "none in this profile".to_owned() } else { accepted };
        self.lacking(field.to_string(), accepted, hint)
    }

    fn lacking(&self, field: String, accepted: String, hint: &'static str) -> FileFault {
        FileFault::MissingColumn { line: self.line, field, accepted, hint, present: present(&self.names) }
    }

    /// The one column with the advertised price: the settings name it, and no
    /// other stands in (B02).
    pub(super) fn price(
        &self,
        profile: &Profile,
        settings: &SourceSettings,
        fields: &[Option<usize>],
    ) -> Result<usize, FileFault> {
        let name = &settings.price_column;
        let folded = fold(name);
        let bare = picked(&folded).map_or(folded.as_str(), |(bare, _)| bare);
        let is_in = |names: &std::collections::BTreeSet<String>| names.contains(&folded) || names.contains(bare);
        let refuse = |why| FileFault::NotAPriceColumn { name: name.clone(), why };
        if folded.is_empty() {
            return Err(refuse("has no letter or digit to compare by"));
        }
        if is_in(&profile.private) {
            return Err(refuse("is a private column and is never read"));
        }
        if is_in(&profile.not_prices) {
            return Err(refuse("is no offer to the public (a sticker or book value)"));
        }
        let column = self.find("advertised_price", std::slice::from_ref(name), profile)?;
        if column.is_some_and(|at| fields.contains(&Some(at))) {
            return Err(refuse("is read as another field by the profile"));
        }
        column.ok_or_else(|| {
            let accepted = format!("{name} (the settings' price_column)");
            self.lacking("advertised_price".to_owned(), accepted, "; no other column stands in")
        })
    }
}

/// Column names for a message.
pub(super) fn present(names: &[String]) -> String {
    let named = names.iter().filter(|name| !name.is_empty()).take(MOST_NAMED);
    named.map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// A name that says which of several columns is meant: the name, and the place
/// from 0.
fn picked(folded: &str) -> Option<(&str, usize)> {
    let (name, place) = folded.strip_suffix(']')?.rsplit_once('[')?;
    Some((name, place.parse::<usize>().ok()?.checked_sub(1)?))
}

/// Whether a record is a unit and no header (A07): it holds a VIN, an address,
/// or mostly numbers. No column is called like that.
pub(crate) fn looks_like_a_unit(record: &Record<'_>) -> bool {
    let is_number = |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_address = |cell: &str| cell.starts_with("http://") || cell.starts_with("https://");
    let filled = || record.cells().map(str::trim).filter(|cell| !cell.is_empty());
    let numbers = filled().filter(|cell| is_number(cell)).count();
    // A VIN has digits; "Fahrgestellnummer" has 17 letters, and is a name.
    let is_vin = |cell: &str| cell.contains(|char: char| char.is_ascii_digit()) && vin::parse(cell).is_ok();
    numbers * 2 > filled().count() || filled().any(|cell| is_address(cell) || is_vin(cell))
}

/// Whether a record of a file that should have no header is one: several of its
/// cells are the names of fields.
pub(super) fn looks_like_a_header(record: &Record<'_>) -> bool {
    const ENOUGH: usize = 3;
    let is_name = |cell: &str| {
        let folded = fold(cell);
        folded == "price" || Field::ALL.iter().any(|field| fold(field.as_str()) == folded)
    };
    record.cells().filter(|cell| is_name(cell)).count() >= ENOUGH
}
