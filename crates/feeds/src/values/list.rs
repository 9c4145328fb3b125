//! Lists inside one cell.

/// The items of a list, without blank ones. Without a separator the cell is
/// one item.
pub fn split<'c>(cell: &'c str, separators: &'c [char]) -> impl Iterator<Item = &'c str> {
    cell.split(|char| separators.contains(&char)).map(str::trim).filter(|item| !item.is_empty())
}

/// Addresses in a list. A mark that an address may hold itself (`,`, `;`, `~`)
/// separates only in front of a scheme, so that `w_400,h_300/a.jpg` stays
/// whole (B24).
#[must_use]
pub fn split_addresses<'c>(cell: &'c str, separators: &[char]) -> Vec<&'c str> {
    let mut items = Vec::new();
    let mut from = 0;
    for (at, char) in cell.char_indices().filter(|(_, char)| separators.contains(char)) {
        let behind = at + char.len_utf8();
        let cuts = !may_stand_in_address(char) || starts_with_scheme(cell.get(behind..).unwrap_or_default());
        if cuts {
            items.push(cell.get(from..at).unwrap_or_default());
            from = behind;
        }
    }
    items.push(cell.get(from..).unwrap_or_default());
    items.into_iter().map(str::trim).filter(|item| !item.is_empty()).collect()
}

fn may_stand_in_address(char: char) -> bool {
    matches!(char, ',' | ';' | '~')
}

fn starts_with_scheme(text: &str) -> bool {
    let text = text.trim_start();
    let starts = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    starts("http://") || starts("https://")
}
