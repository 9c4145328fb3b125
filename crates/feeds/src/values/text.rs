//! Dealers' text, made safe to publish (A21, B26). It stays data.

use std::borrow::Cow;

use dealeragent_protocol::values::Text;

/// Text without control, direction and zero-width characters and without
/// U+FFFD, with every run of white space made one space.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if is_clean(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for char in text.chars() {
        if char.is_whitespace() {
            gap = true;
        } else if !is_stripped(char) {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            out.push(char);
        }
    }
    Cow::Owned(out)
}

/// A cleaned text of bounded length, and whether it had to be cut.
#[must_use]
pub fn bounded<const MIN: usize, const MAX: usize>(text: &str) -> (Option<Text<MIN, MAX>>, bool) {
    let text = clean(text);
    if text.is_empty() {
        return (None, false);
    }
    match Text::parse(text.as_ref()) {
        Ok(text) => (Some(text), false),
        Err(_) => (Text::truncated(&text), true),
    }
}

/// Most cells need no work.
fn is_clean(text: &str) -> bool {
    let mut space = false;
    text.chars().all(|char| {
        let double = space && char == ' ';
        space = char == ' ';
        !double && !is_stripped(char) && (char == ' ' || !char.is_whitespace())
    })
}

fn is_stripped(char: char) -> bool {
    char.is_control() || is_invisible(char) || char == '\u{fffd}'
}

/// Zero-width and direction characters, tags and the like: they change what a
/// reader sees, or hide what a program reads.
#[must_use]
pub fn is_invisible(char: char) -> bool {
    matches!(
        char,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}
