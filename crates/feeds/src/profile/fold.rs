//! Names compared the way people mean them (A13).

/// Folds a column name or a code: case, spaces and `_ # . - /` do not matter,
/// nor does an invisible mark that a spreadsheet left in.
pub(crate) fn fold(name: &str) -> String {
    name.chars()
        .filter(|char| {
            !char.is_whitespace()
                && !matches!(char, '_' | '#' | '.' | '-' | '/')
                && !crate::values::text::is_invisible(*char)
                && !char.is_control()
        })
        .flat_map(char::to_lowercase)
        .collect()
}
