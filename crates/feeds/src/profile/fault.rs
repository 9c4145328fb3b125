//! Why a profile was refused.

/// A profile that cannot be used. Every message names the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileFault {
    /// Not TOML, or not a profile's keys.
    #[error("not a valid profile: {message}")]
    Syntax {
        /// The reader's words.
        message: String,
        /// The line at which it gave up, where it said one.
        line: Option<usize>,
    },
    /// An id that cannot stand in a configuration.
    #[error("`id` must be 1 to 64 lower-case letters, digits or `-`")]
    Id,
    /// A name that folds to nothing.
    #[error("{place}: \"{name}\" has no letter or digit to compare by")]
    BlankName {
        /// Where it stands.
        place: String,
        /// The name.
        name: String,
    },
    /// A required field without a column name.
    #[error("[columns]: `{field}` needs at least one column name")]
    NoAlias {
        /// The field.
        field: &'static str,
    },
    /// One column name, two fields.
    #[error("[columns]: \"{name}\" stands for both `{first}` and `{second}`")]
    SharedAlias {
        /// The name.
        name: String,
        /// One field.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// A column that is both read and private.
    #[error("[columns] `{field}`: \"{name}\" is a private column and is never read")]
    PrivateAlias {
        /// The field.
        field: &'static str,
        /// The name.
        name: String,
    },
    /// A word of a value table that the contract does not know.
    #[error("[values.{table}]: `{word}` is unknown; known are {known}")]
    UnknownWord {
        /// The table.
        table: &'static str,
        /// The word.
        word: String,
        /// What would be accepted.
        known: String,
    },
    /// One code, two meanings.
    #[error("[values.{table}]: \"{code}\" stands for both `{first}` and `{second}`")]
    SharedCode {
        /// The table.
        table: &'static str,
        /// The code.
        code: String,
        /// One meaning.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// A date format that cannot be used.
    #[error("date_formats: \"{format}\" {problem}")]
    DateFormat {
        /// The format.
        format: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Two formats that read one date differently.
    #[error("date_formats: \"{first}\" and \"{second}\" read the same text as different days")]
    AmbiguousDates {
        /// One format.
        first: String,
        /// The other.
        second: String,
    },
    /// A list separator that is no punctuation mark.
    #[error("[separators] `{field}`: \"{separator}\" cannot separate a list; use one of | , ; ~ ^")]
    Separator {
        /// The field.
        field: &'static str,
        /// The separator.
        separator: char,
    },
    /// Positions that cannot tell the columns of a file without a header.
    #[error("`positions` {problem}")]
    Positions {
        /// What is wrong with them.
        problem: String,
    },
    /// A drop rule without a use.
    #[error("[[drop]] for \"{column}\" needs at least one value and a reason")]
    EmptyDrop {
        /// The column.
        column: String,
    },
    /// A profile that is not built in.
    #[error("`extends`: \"{name}\" is no built-in profile; those are {known}")]
    UnknownBase {
        /// The name.
        name: String,
        /// The built-in ones.
        known: String,
    },
    /// A rooftop rule that cannot be used.
    #[error("[rooftops] {problem}")]
    Rooftops {
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A rooftop id that is none.
    #[error("[rooftops]: \"{id}\" is no rooftop id")]
    RooftopId {
        /// The id.
        id: String,
    },
    /// A shape without what it needs.
    #[error("`shape`: {problem}")]
    Shape {
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A label that is empty or too long.
    #[error("[price_labels]: the label of \"{column}\" must have 1 to 120 characters")]
    PriceLabel {
        /// The column.
        column: String,
    },
}
