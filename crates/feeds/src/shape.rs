//! Files that are no delimited text.

/// What a file looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Delimited text.
    Delimited,
    /// A JSON document with an array of objects.
    Json {
        /// A JSON Pointer to the array.
        records: String,
    },
    /// An XML document.
    Xml {
        /// The name of the element that is a unit.
        record: String,
    },
    /// Web pages with schema.org data.
    JsonLd,
}
