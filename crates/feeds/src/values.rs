//! Cells to values, one file per kind. Each parser is pure: text in, a value
//! or the reason why there is none out. None of them repairs or guesses.

pub mod certified;
pub mod claims;
pub mod date;
pub mod html;
pub mod images;
pub mod json_cell;
pub mod list;
pub mod listing_url;
pub mod locale;
mod number;
pub mod odometer;
pub mod price;
pub mod text;
pub mod vin;
pub mod year;

/// Whether a cell says in words that there is no value.
pub(crate) fn says_nothing(cell: &str) -> bool {
    const WORDS: [&str; 9] = ["", "n/a", "na", "null", "none", "nil", "-", "--", "tbd"];
    WORDS.iter().any(|word| cell.trim().eq_ignore_ascii_case(word))
}
