//! Keeps what is written down short and printable.

/// The most characters of a private reason.
pub(crate) const REASON: usize = 500;
/// The most characters of a name: an actor, a policy.
pub(crate) const NAME: usize = 200;
/// The most ids of one kind in an entry.
const IDS: usize = 100;

/// Cuts the text and replaces what could steer a terminal or turn the order of
/// a line around.
pub(crate) fn text(text: &str, max: usize) -> String {
    let kept = text.chars().take(max);
    kept.map(|c| if steers(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The first ids, and how many more there were.
pub(crate) fn ids<T: AsRef<str>>(ids: &[T]) -> (Vec<String>, u64) {
    let kept = ids.iter().take(IDS).map(|id| id.as_ref().to_owned()).collect();
    (kept, ids.len().saturating_sub(IDS) as u64)
}

/// Control characters, line separators, and the marks that change direction.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
