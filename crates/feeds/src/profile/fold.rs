//! Names and codes compared the way people mean them (A13).

/// Folds a column name: case, spaces and `_ # . - /` do not matter,
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

/// Folds a code: case, spaces and `_` do not matter, nor does a hyphen between
/// letters. Any other mark does: `-1` is not `1`.
pub(crate) fn fold_code(code: &str) -> String {
    let chars: Vec<char> = code
        .trim()
        .chars()
        .filter(|char| {
            !char.is_whitespace() && *char != '_' && !char.is_control() && !crate::values::text::is_invisible(*char)
        })
        .flat_map(char::to_lowercase)
        .collect();
    let is_letter = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(|char| char.is_alphabetic());
    let joins = |at: usize| is_letter(at.checked_sub(1)) && is_letter(at.checked_add(1));
    chars.iter().enumerate().filter(|(at, char)| **char != '-' || !joins(*at)).map(|(_, char)| *char).collect()
}
