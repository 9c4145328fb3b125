//! Columns to fields: by the header's names, or by the places that a profile
//! for files without one gives. Never by both (A04, A07, A13 to A16).

mod header;

use crate::{
    FileFault, SourceSettings,
    profile::{Field, Layout, Profile},
    read::Record,
    report::{Columns, MatchedColumn},
    shape::Shape,
};
use header::Header;
pub(crate) use header::looks_like_a_unit;

/// Which column fills which field.
#[derive(Debug, Clone)]
pub struct Binding {
    /// The file's column names, as written; those of the profile's positions
    /// where the file has none.
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

    /// The names of the columns that are there, for a message about one that
    /// is not.
    pub(crate) fn present(&self) -> String {
        header::present(&self.names)
    }

    /// Whether anything of this column is read, and so may be shown.
    #[must_use]
    pub fn is_read(&self, at: usize) -> bool {
        at == self.price || self.fields.contains(&Some(at)) || self.drops.contains(&Some(at))
    }

    /// Binds the columns of a file by its first record: the header, or, where
    /// the profile is positional, the first row.
    ///
    /// # Errors
    /// [`FileFault`]: no header or one too many, another number of columns than
    /// positions, a field with two columns, a required field with none, or a
    /// price column that cannot be one.
    pub fn new(first: &Record<'_>, profile: &Profile, settings: &SourceSettings) -> Result<Self, FileFault> {
        match &profile.layout {
            Layout::Headed => Self::headed(first, profile, settings),
            Layout::Positional { fields, names, count } => {
                let (line, cells) = (first.line, first.count());
                if header::looks_like_a_header(first) {
                    return Err(FileFault::UnexpectedHeader { line });
                }
                if cells != *count {
                    return Err(FileFault::FieldCount { line, cells, columns: *count });
                }
                let mut places = [None; Field::COUNT];
                for (at, field) in fields.iter().enumerate() {
                    if let Some(place) = field.and_then(|field| places.get_mut(field.index())) {
                        *place = Some(at);
                    }
                }
                Self::complete(Header::new(line, names.clone()), places, profile, settings)
            }
        }
    }

    fn headed(first: &Record<'_>, profile: &Profile, settings: &SourceSettings) -> Result<Self, FileFault> {
        // The paths of a document are its columns; no unit stands in their place.
        if profile.shape == Shape::Delimited && looks_like_a_unit(first) {
            return Err(FileFault::NoHeader { line: first.line });
        }
        let header = Header::new(first.line, first.cells().map(clean_name).collect());
        let mut fields = [None; Field::COUNT];
        for (field, aliases) in &profile.columns {
            if let Some(place) = fields.get_mut(field.index()) {
                *place = header.find(field.as_str(), aliases, profile)?;
            }
        }
        Self::complete(header, fields, profile, settings)
    }

    fn complete(
        header: Header,
        fields: [Option<usize>; Field::COUNT],
        profile: &Profile,
        settings: &SourceSettings,
    ) -> Result<Self, FileFault> {
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
            let field = format!("the drop rule for {}", rule.reason);
            header.find(&field, std::slice::from_ref(&rule.column), profile)
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
            let field = Field::ALL.iter().copied().find(|field| self.at(*field) == Some(at));
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

/// A column name that is safe on a terminal.
pub(crate) fn clean_name(cell: &str) -> String {
    crate::values::text::clean(cell).chars().take(80).collect()
}
