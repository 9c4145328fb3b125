//! A cell as an operator may see it.

/// Characters of a cell that are shown.
const SHOWN: usize = 40;

/// The cell in quotation marks, shortened, with control characters and
/// direction marks escaped: a report is read on a terminal. Never given a cell
/// of a private column, since those are not read.
#[must_use]
pub fn shown(cell: &str) -> String {
    format!("\"{}\"", escaped(cell))
}

/// The same without quotation marks.
pub(crate) fn escaped(cell: &str) -> String {
    let mut out = String::new();
    for (at, char) in cell.chars().enumerate() {
        if at == SHOWN {
            out.push('…');
            break;
        }
        if char.is_control() || crate::values::text::is_invisible(char) {
            out.extend(char.escape_unicode());
        } else {
            out.push(char);
        }
    }
    out
}
