//! Mapping profiles: what a kind of export calls things. Data, not code.
//!
//! Seam for the feed engine: inheritance, positional columns and locales are
//! resolved in [`Profile::parse`], so that everything behind it sees a whole
//! profile.

mod built_in;
mod check;
mod document;
mod fault;
mod field;
mod fold;
mod layout;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use dealeragent_protocol::facts::{AvailabilityStatus, Condition, Drivetrain, FuelType, VehicleType};

pub use fault::ProfileFault;
pub use field::Field;
pub(crate) use fold::{fold, fold_code};
pub use layout::Layout;
pub(crate) use table::{BodyWords, Table};

use crate::{
    read::Delimiter,
    values::{certified::CertifiedFlag, date::DateFormat},
};

/// A checked profile.
#[derive(Debug, Clone)]
pub struct Profile {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) delimiter: Option<Delimiter>,
    /// Whether its files name their columns.
    pub(crate) layout: Layout,
    /// Accepted column names of each field, as written.
    pub(crate) columns: BTreeMap<Field, Vec<String>>,
    pub(crate) date_formats: Vec<DateFormat>,
    pub(crate) image_separators: Vec<char>,
    pub(crate) feature_separators: Vec<char>,
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
        let document: document::Document =
            toml::from_str(toml).map_err(|error| ProfileFault::Syntax { message: error.to_string() })?;
        check::checked(document)
    }

    /// A built-in profile; `None` for an id that is not built in.
    #[must_use]
    pub fn built_in(id: &str) -> Option<Result<Self, ProfileFault>> {
        built_in::source(id).map(Self::parse)
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

    /// Whether its files name their columns.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}
