//! Names that others chose, in sentences of ours.

/// Most characters of a name that are shown.
const LONGEST: usize = 120;

/// A name without characters that would change the line that it stands in.
pub(crate) fn shown(name: &str) -> String {
    let is_strange = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let mut text: String = name.chars().take(LONGEST).map(|c| if is_strange(c) { '\u{fffd}' } else { c }).collect();
    if name.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}
