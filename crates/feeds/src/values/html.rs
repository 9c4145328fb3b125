//! Comments and equipment that dealers paste from web pages, as plain text
//! (B25). Not a browser: whatever is not plainly text is left out.

use std::borrow::Cow;

/// Bytes of the longest text that is looked at.
pub const MAX_BYTES: usize = 64 << 10;

/// Elements whose content is no text.
const DROPPED: [&str; 6] = ["script", "style", "template", "noscript", "iframe", "svg"];
/// Elements that run on inside a line; every other tag separates words.
const INLINE: [&str; 12] = ["b", "i", "u", "em", "strong", "span", "font", "a", "small", "sub", "sup", "mark"];

/// The text of a cell that may hold markup: tags out, the content of scripts
/// and styles out, character references decoded once. A cell without `<` and
/// `&` comes back as it is. What is cut at [`MAX_BYTES`] is lost.
#[must_use]
pub fn to_text(cell: &str) -> Cow<'_, str> {
    let cell = cut(cell, MAX_BYTES);
    if !cell.contains(['<', '&']) {
        return Cow::Borrowed(cell);
    }
    let mut out = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(at) = rest.find(['<', '&']) {
        let (text, marked) = rest.split_at(at);
        out.push_str(text);
        rest = if marked.starts_with('&') { reference(marked, &mut out) } else { tag(marked, &mut out) };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn cut(text: &str, max: usize) -> &str {
    let mut end = text.len().min(max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Passes over what starts with `<`; gives back what stands behind it.
fn tag<'t>(text: &'t str, out: &mut String) -> &'t str {
    if let Some(comment) = text.strip_prefix("<!--") {
        return comment.split_once("-->").map_or("", |(_, behind)| behind);
    }
    let inner = text.get(1..).unwrap_or_default();
    let starts = inner.chars().next().is_some_and(|char| char.is_ascii_alphabetic() || matches!(char, '/' | '!' | '?'));
    if !starts {
        // `< 5 miles` is text.
        out.push('<');
        return inner;
    }
    // A tag that never ends is cut short: none of it is text.
    let Some((inside, behind)) = inner.split_once('>') else { return "" };
    let name: String = inside
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .map(|char| char.to_ascii_lowercase())
        .collect();
    if !INLINE.contains(&name.as_str()) {
        out.push(' ');
    }
    if DROPPED.contains(&name.as_str()) && !inside.starts_with('/') && !inside.ends_with('/') {
        return behind_end_of(behind, &name);
    }
    behind
}

/// Behind `</name ...>`; nothing where it never ends.
fn behind_end_of<'t>(text: &'t str, name: &str) -> &'t str {
    let mut rest = text;
    while let Some((_, end)) = rest.split_once("</") {
        if end.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return end.split_once('>').map_or("", |(_, behind)| behind);
        }
        rest = end;
    }
    ""
}

/// Decodes a character reference; an unknown one stays as it is written. What
/// comes out is not looked at again, so `&amp;lt;` becomes `&lt;` (decoded
/// once).
fn reference<'t>(text: &'t str, out: &mut String) -> &'t str {
    let body = text.get(1..).unwrap_or_default();
    let end = body.find(|char: char| !char.is_ascii_alphanumeric() && char != '#').unwrap_or(body.len());
    let (name, behind) = body.split_at(end);
    match behind.strip_prefix(';').and_then(|behind| Some((decoded(name)?, behind))) {
        Some((char, behind)) => {
            out.push(char);
            behind
        }
        None => {
            out.push('&');
            body
        }
    }
}

fn decoded(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, char)| *char)
}

/// References that dealers' texts hold.
const NAMED: &[(&str, char)] = &[
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("bull", '•'),
    ("middot", '·'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("trade", '™'),
    ("reg", '®'),
    ("copy", '©'),
    ("deg", '°'),
    ("frac12", '½'),
    ("frac14", '¼'),
    ("times", '×'),
    ("euro", '€'),
    ("pound", '£'),
    ("yen", '¥'),
    ("cent", '¢'),
    ("sup2", '²'),
    ("sup3", '³'),
    ("agrave", 'à'),
    ("acirc", 'â'),
    ("auml", 'ä'),
    ("aring", 'å'),
    ("aelig", 'æ'),
    ("ccedil", 'ç'),
    ("egrave", 'è'),
    ("eacute", 'é'),
    ("ecirc", 'ê'),
    ("euml", 'ë'),
    ("icirc", 'î'),
    ("iuml", 'ï'),
    ("ntilde", 'ñ'),
    ("ocirc", 'ô'),
    ("ouml", 'ö'),
    ("oslash", 'ø'),
    ("ugrave", 'ù'),
    ("ucirc", 'û'),
    ("uuml", 'ü'),
    ("szlig", 'ß'),
    ("Agrave", 'À'),
    ("Auml", 'Ä'),
    ("Eacute", 'É'),
    ("Egrave", 'È'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
];
