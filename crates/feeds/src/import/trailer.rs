//! Records that close a file and may count its rows (A17).

use crate::read::Record;

/// Words of closing records.
const WORDS: [&str; 16] = [
    "trailer", "trl", "tlr", "footer", "total", "totals", "count", "record", "records", "row", "rows", "end", "eof",
    "of", "file", "vehicles",
];

/// Whether a record closes the file, and how many rows it counts if it does:
/// `TRL|1200`, `Total records: 1,200`, `EOF`. Nothing but such words and one
/// number stands in it, so no unit reads like this.
pub(super) fn read(record: &Record<'_>) -> Option<Option<u64>> {
    let mut count = None;
    let mut has_word = false;
    for cell in record.cells().map(str::trim).filter(|cell| !cell.is_empty()) {
        for word in cell.split(|char: char| char.is_whitespace() || matches!(char, ':' | '=' | '#' | '*')) {
            if word.is_empty() {
                continue;
            }
            if WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)) {
                has_word = true;
            } else if has_word && count.is_none() {
                count = Some(number(word)?);
            } else {
                return None;
            }
        }
    }
    has_word.then_some(count)
}

fn number(word: &str) -> Option<u64> {
    let is_grouped = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    if is_grouped { word.replace(',', "").parse().ok() } else { None }
}
