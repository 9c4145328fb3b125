//! Header to fields: by name only, never by position (A13 to A16).

use crate::{
    FileFault, SourceSettings,
    profile::{Field, Profile, fold},
    read::Record,
    report::{Columns, MatchedColumn},
    values::vin,
};

/// Which column fills which field.
#[derive(Debug, Clone)]
pub struct Binding {
    /// The file's column names, as written.
    pub names: Vec<String>,
    fields: [Option<usize>; Field::COUNT],
    /// The column with the advertised price.
    pub price: usize,
    /// For each of the profile's drop rules, its column where the file has it.
    pub(crate) drops: Vec<Option<usize>>,
    /// What became of each column.
    pub columns: Columns,
}

impl Binding {
    /// The position of a field's column.
    #[must_use]
    pub fn at(&self, field: Field) -> Option<usize> {
        self.fields.get(field.index()).copied().flatten()
    }

    /// The name of a column.
    #[must_use]
    pub fn name(&self, at: usize) -> &str {
        self.names.get(at).map_or("", String::as_str)
    }

    /// Binds the columns of a header.
    ///
    /// # Errors
    /// [`FileFault`]: no header, a field with two columns, a required field
    /// with none, or a price column that cannot be one.
    pub fn new(header: &Record<'_>, profile: &Profile, settings: &SourceSettings) -> Result<Self, FileFault> {
        let line = header.line;
        // A VIN has digits; "Fahrgestellnummer" has 17 letters, and is a name.
        let is_vin = |cell: &str| cell.contains(|char: char| char.is_ascii_digit()) && vin::parse(cell).is_ok();
        if header.cells.iter().any(|cell| is_vin(cell)) {
            return Err(FileFault::NoHeader { line });
        }
        let names: Vec<String> = header.cells.iter().map(|cell| clean_name(cell)).collect();
        let header = Header { line, folded: names.iter().map(|name| fold(name)).collect(), names };
        let mut fields = [None; Field::COUNT];
        for (field, aliases) in &profile.columns {
            if let Some(place) = fields.get_mut(field.index()) {
                *place = header.find(field.as_str(), aliases)?;
            }
        }
        let has = |field: Field| fields.get(field.index()).copied().flatten().is_some();
        for field in Field::REQUIRED {
            if !has(field) && profile.needs_column(field) {
                return Err(header.missing(field, profile, ""));
            }
        }
        if !has(Field::ListingUrl) && settings.listing_url_template.is_none() {
            return Err(header.missing(Field::ListingUrl, profile, "; or set `listing_url_template`"));
        }
        let price = header.price(profile, settings, &fields)?;
        let find_drop = |rule: &crate::profile::DropRule| {
            header.find(&format!("the drop rule for {}", rule.reason), std::slice::from_ref(&rule.column))
        };
        let drops = profile.drop_rules.iter().map(find_drop).collect::<Result<Vec<_>, _>>()?;
        let mut binding = Self { names: Vec::new(), fields, price, drops, columns: Columns::default() };
        binding.columns = binding.account(&header, profile);
        binding.names = header.names;
        Ok(binding)
    }

    /// Sorts every column into read, private and not used.
    fn account(&self, header: &Header, profile: &Profile) -> Columns {
        let mut columns = Columns::default();
        for (at, (name, folded)) in header.names.iter().zip(&header.folded).enumerate() {
            let field = profile.columns.keys().copied().find(|field| self.at(*field) == Some(at));
            let mut filled: Vec<&str> = field.map(Field::as_str).into_iter().collect();
            if at == self.price {
                filled.push("advertised_price");
            }
            if self.drops.contains(&Some(at)) {
                filled.push("drop rule");
            }
            if !filled.is_empty() {
                columns.matched.push(MatchedColumn { column: name.clone(), field: filled.join(", ") });
            } else if profile.private.contains(folded) {
                columns.private.push(name.clone());
            } else if !name.is_empty() {
                columns.unmapped.push(name.clone());
            }
        }
        columns
    }
}

/// A header with its names folded.
struct Header {
    line: u64,
    names: Vec<String>,
    folded: Vec<String>,
}

impl Header {
    /// The column of the first of these names that the file has. The order is
    /// the profile's; a name that stands there twice is a fault (A15).
    fn find(&self, field: &str, aliases: &[String]) -> Result<Option<usize>, FileFault> {
        for alias in aliases {
            let wanted = fold(alias);
            let mut places = self.folded.iter().enumerate().filter(|(_, name)| **name == wanted).map(|(at, _)| at);
            match (places.next(), places.next()) {
                (Some(first), Some(second)) => return Err(self.duplicate(field, first, second)),
                (Some(first), None) => return Ok(Some(first)),
                (None, _) => {}
            }
        }
        Ok(None)
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

    fn missing(&self, field: Field, profile: &Profile, hint: &'static str) -> FileFault {
        let accepted = profile.columns.get(&field).map(|names| names.join(", ")).unwrap_or_default();
        let accepted = if accepted.is_empty() { "none in this profile".to_owned() } else { accepted };
        FileFault::MissingColumn { line: self.line, field: field.to_string(), accepted, hint }
    }

    fn price(
        &self,
        profile: &Profile,
        settings: &SourceSettings,
        fields: &[Option<usize>],
    ) -> Result<usize, FileFault> {
        let name = &settings.price_column;
        let folded = fold(name);
        let refuse = |why| FileFault::NotAPriceColumn { name: name.clone(), why };
        if folded.is_empty() {
            return Err(refuse("has no letter or digit to compare by"));
        }
        if profile.private.contains(&folded) {
            return Err(refuse("is a private column and is never read"));
        }
        if profile.not_prices.contains(&folded) {
            return Err(refuse("is no offer to the public (a sticker or book value)"));
        }
        let column = self.find("advertised_price", std::slice::from_ref(name))?;
        if column.is_some_and(|at| fields.contains(&Some(at))) {
            return Err(refuse("is read as another field by the profile"));
        }
        column.ok_or_else(|| FileFault::MissingColumn {
            line: self.line,
            field: "advertised_price".to_owned(),
            accepted: format!("{name} (the settings' price_column)"),
            hint: "; no other column stands in",
        })
    }
}

/// A column name that is safe on a terminal.
pub(crate) fn clean_name(cell: &str) -> String {
    crate::values::text::clean(cell).chars().take(80).collect()
}
