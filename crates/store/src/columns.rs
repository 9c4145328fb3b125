//! Values to columns and back.

use std::collections::BTreeSet;

use dealeragent_protocol::values::{Text, Timestamp};
use rusqlite::{Row, types::Type};
use serde::{Serialize, de::DeserializeOwned};

/// Times are kept as microseconds since the Unix epoch.
pub(crate) fn microseconds(at: Timestamp) -> i64 {
    at.as_jiff().as_microsecond()
}

/// Reads what [`microseconds`] gave.
pub(crate) fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    time_of(row.get(column)?, column)
}

/// The same where there may be none.
pub(crate) fn optional_time(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    row.get::<_, Option<i64>>(column)?.map(|at| time_of(at, column)).transpose()
}

fn time_of(at: i64, column: usize) -> rusqlite::Result<Timestamp> {
    let at = jiff::Timestamp::from_microsecond(at);
    at.map(Timestamp::from).map_err(|_| unreadable(column, Type::Integer, "the time is out of range"))
}

/// Reads a text by its type's own parser.
pub(crate) fn text<T, E>(
    row: &Row<'_>,
    column: usize,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    parse(&text).map_err(|_| unreadable(column, Type::Text, "a text is not what it must be"))
}

/// Reads a text of a bounded length.
pub(crate) fn bounded<const MIN: usize, const MAX: usize>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Text<MIN, MAX>> {
    text(row, column, |text| Text::parse(text))
}

/// A set as it is kept: a JSON list in the set's order.
pub(crate) fn set_text<T: Serialize>(set: &BTreeSet<T>) -> rusqlite::Result<String> {
    serde_json::to_string(set).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// Reads what [`set_text`] gave.
pub(crate) fn set<T: DeserializeOwned + Ord>(row: &Row<'_>, column: usize) -> rusqlite::Result<BTreeSet<T>> {
    let text: String = row.get(column)?;
    set_of(&text, column)
}

/// The same where there may be none.
pub(crate) fn optional_set<T: DeserializeOwned + Ord>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<BTreeSet<T>>> {
    row.get::<_, Option<String>>(column)?.map(|text| set_of(&text, column)).transpose()
}

fn set_of<T: DeserializeOwned + Ord>(text: &str, column: usize) -> rusqlite::Result<BTreeSet<T>> {
    serde_json::from_str(text).map_err(|_| unreadable(column, Type::Text, "a list holds what it must not"))
}

/// Whether reading failed because of what stands in the row, not because the
/// database could not be read.
pub(crate) fn is_content(error: &rusqlite::Error) -> bool {
    use rusqlite::Error as E;
    matches!(
        error,
        E::FromSqlConversionFailure(..) | E::IntegralValueOutOfRange(..) | E::InvalidColumnType(..) | E::Utf8Error(..)
    )
}

pub(crate) fn unreadable(column: usize, found: Type, problem: &'static str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, found, problem.into())
}
