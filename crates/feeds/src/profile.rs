//! Mapping profiles: what a kind of export calls things. Data, not code.
//!
//! Inheritance is resolved in [`Profile::parse`], so that everything behind it
//! sees a whole profile.

mod built_in;
mod check;
mod document;
mod fault;
mod fault_line;
mod field;
mod fold;
mod image_rules;
mod inherit;
mod layout;
mod rooftops;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use dealeragent_protocol::{
    facts::{AvailabilityStatus, Condition, Drivetrain, FuelType, VehicleType},
    values::Text,
};

pub use document::Defaults;
pub use fault::ProfileFault;
pub use field::Field;
pub(crate) use fold::{fold, fold_code};
pub use image_rules::ImageRules;
pub use layout::Layout;
pub use rooftops::RooftopRule;
pub(crate) use rooftops::Rooftops;
pub(crate) use table::{BodyWords, Table};

use crate::{
    read::Delimiter,
    shape::Shape,
    values::{certified::CertifiedFlag, date::DateFormat, locale::Locale, price::Amounts},
};

/// A checked profile.
#[derive(Debug, Clone)]
pub struct Profile {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) shape: Shape,
    pub(crate) delimiter: Option<Delimiter>,
    /// Whether its files name their columns.
    pub(crate) layout: Layout,
    /// Accepted column names of each field, as written.
    pub(crate) columns: BTreeMap<Field, Vec<String>>,
    pub(crate) date_formats: Vec<DateFormat>,
    /// How the source writes numbers, where it says so.
    pub(crate) locale: Option<Locale>,
    /// How the price column holds its amounts.
    pub(crate) amounts: Amounts,
    /// Whether a value that cannot be read holds its row back.
    pub(crate) strict: bool,
    /// Whether lists are JSON arrays.
    pub(crate) json_lists: bool,
    pub(crate) defaults: Defaults,
    /// Labels of prices, by the folded name of their column.
    pub(crate) price_labels: BTreeMap<String, Text<1, 120>>,
    /// Which rooftop a row belongs to; the settings' where there is no rule.
    pub(crate) rooftops: Option<Rooftops>,
    pub(crate) image_separators: Vec<char>,
    pub(crate) feature_separators: Vec<char>,
    pub(crate) image_rules: ImageRules,
    /// Words of the page address that tell the condition.
    pub(crate) url_condition: Table<Condition>,
    /// The condition of every row, where the profile says so.
    pub(crate) constant_condition: Option<Condition>,
    pub(crate) condition: Table<Condition>,
    pub(crate) status: Table<AvailabilityStatus>,
    pub(crate) certified: Table<CertifiedFlag>,
    pub(crate) fuel: Table<FuelType>,
    pub(crate) drivetrain: Table<Drivetrain>,
    pub(crate) body: BodyWords<VehicleType>,
    pub(crate) drop_rules: Vec<DropRule>,
    /// Folded names of columns that are never read.
    pub(crate) private: BTreeSet<String>,
    /// Folded names of columns that are never an advertised price.
    pub(crate) not_prices: BTreeSet<String>,
}

/// Rows that are no offer to the public (B29).
#[derive(Debug, Clone)]
pub(crate) struct DropRule {
    /// The column, as written.
    pub(crate) column: String,
    /// Cells that say so, folded.
    pub(crate) values: BTreeSet<String>,
    /// The word in the report.
    pub(crate) reason: String,
}

impl Profile {
    /// Reads and checks a profile.
    ///
    /// # Errors
    /// [`ProfileFault`], which names what is wrong and where.
    pub fn parse(toml: &str) -> Result<Self, ProfileFault> {
        let document: document::Document = toml::from_str(toml).map_err(|error| ProfileFault::syntax(&error, toml))?;
        check::checked(inherit::resolved(document)?)
    }

    /// A built-in profile; `None` for an id that is not built in.
    #[must_use]
    pub fn built_in(id: &str) -> Option<Result<Self, ProfileFault>> {
        built_in::source(id).map(Self::parse)
    }

    /// The file of a built-in profile, to read or to copy from.
    #[must_use]
    pub fn built_in_source(id: &str) -> Option<&'static str> {
        built_in::source(id)
    }

    /// The ids of the built-in profiles.
    #[must_use]
    pub fn built_in_ids() -> &'static [&'static str] {
        built_in::IDS
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its name for people.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What is usual for this kind of export. The settings have the last word.
    #[must_use]
    pub fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    /// Whether a file without a column for a required field is refused. The
    /// condition may be told by the page address or by the profile itself.
    pub(crate) fn needs_column(&self, field: Field) -> bool {
        field != Field::Condition || (self.constant_condition.is_none() && self.url_condition.is_empty())
    }

    /// Rooftops that a file of this profile may fill beside, or instead of, the
    /// settings' one; empty where there is no rule.
    #[must_use]
    pub fn rooftop_ids(&self) -> BTreeSet<&str> {
        match &self.rooftops {
            Some(Rooftops::Cells(known) | Rooftops::Hosts(known)) => known.values().map(|id| id.as_str()).collect(),
            Some(Rooftops::Ids) | None => BTreeSet::new(),
        }
    }

    /// Whether it reads a field from a column, if its files have one.
    #[must_use]
    pub fn reads(&self, field: Field) -> bool {
        self.columns.get(&field).is_some_and(|names| !names.is_empty())
    }

    /// Whether its files may hold a date or a time that names no zone, so that
    /// the settings have to say which one is meant (B31).
    #[must_use]
    pub fn needs_zone(&self) -> bool {
        let has_date = [Field::StockedAt, Field::FirstListedAt, Field::ObservedAt].into_iter().any(|f| self.reads(f));
        has_date && self.date_formats.iter().any(|format| !format.names_zone())
    }

    /// Whether every row has to name the settings' own organization or rooftop:
    /// then the two are part of reading, and cannot be left open.
    #[must_use]
    pub fn checks_owner(&self) -> bool {
        self.reads(Field::Organization) || matches!(self.rooftops, Some(Rooftops::Ids))
    }

    /// Whether its files are a document (JSON, XML, a web page) and no
    /// delimited text.
    #[must_use]
    pub fn is_document(&self) -> bool {
        self.shape != Shape::Delimited
    }

    /// The same profile with another rule of which rooftop a row belongs to.
    ///
    /// # Errors
    /// [`ProfileFault`]: a rule that knows no rooftop, or a column that cannot
    /// tell them apart.
    pub fn with_rooftops(self, rule: RooftopRule) -> Result<Self, ProfileFault> {
        rooftops::replaced(self, rule)
    }

    /// Whether its files name their columns.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}
