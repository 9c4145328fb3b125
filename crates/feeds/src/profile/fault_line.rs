//! Where in a profile's file a fault stands.
//!
//! A profile is checked after its bases were put under it, when lines are no
//! longer known; so the words of the fault are looked for in the text.

use super::ProfileFault;

impl ProfileFault {
    /// What the TOML reader says, with the line and what stands there.
    pub(super) fn syntax(error: &toml::de::Error, text: &str) -> Self {
        let line = error.span().map(|span| text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1);
        let written = line.and_then(|line| text.lines().nth(line - 1)).unwrap_or_default().trim();
        let place = line.map(|line| format!("line {line}, `{}`: ", crate::report::escaped(written)));
        Self::Syntax { message: format!("{}{}", place.unwrap_or_default(), error.message()), line }
    }

    /// The line of the profile's own text that the fault is about, from 1.
    /// `None` where it is about something that is not there, or that stands in
    /// the profile that this one extends.
    #[must_use]
    pub fn line(&self, text: &str) -> Option<usize> {
        match self {
            Self::Syntax { line, .. } => *line,
            Self::Id => key(text, "id"),
            Self::BlankName { name, .. } => quoted(text, name),
            Self::NoAlias { field } => key(text, field).or_else(|| header(text, "columns")),
            // The second of two is the one too many.
            Self::SharedAlias { name, .. } | Self::SharedCode { code: name, .. } => last_quoted(text, name),
            Self::PrivateAlias { name, .. } => quoted(text, name),
            Self::UnknownWord { word, .. } => key(text, word),
            Self::DateFormat { format, .. } => quoted(text, format),
            Self::AmbiguousDates { second, .. } => quoted(text, second),
            Self::Separator { field, .. } => key(text, field),
            Self::Positions { .. } => key(text, "positions").or_else(|| key(text, "headerless")),
            Self::EmptyDrop { column } => quoted(text, column),
            Self::UnknownBase { .. } => key(text, "extends"),
            Self::Rooftops { .. } => header(text, "rooftops"),
            Self::RooftopId { id } => quoted(text, id),
            Self::Shape { .. } => key(text, "shape"),
            Self::PriceLabel { column } => quoted(text, column).or_else(|| key(text, column)),
        }
    }
}

/// Lines with their numbers, without those that are comments.
fn lines(text: &str) -> impl DoubleEndedIterator<Item = (usize, &str)> {
    let numbered: Vec<(usize, &str)> = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim())).collect();
    numbered.into_iter().filter(|(_, line)| !line.starts_with('#'))
}

fn key(text: &str, name: &str) -> Option<usize> {
    let is_key = |line: &str| {
        let Some((key, _)) = line.split_once('=') else { return false };
        key.trim().trim_matches(['"', '\'']) == name
    };
    lines(text).find(|(_, line)| is_key(line)).map(|(number, _)| number)
}

fn header(text: &str, name: &str) -> Option<usize> {
    let is_header = |line: &str| line.strip_prefix('[').and_then(|rest| rest.split(']').next()) == Some(name);
    lines(text).find(|(_, line)| is_header(line)).map(|(number, _)| number)
}

fn quoted(text: &str, name: &str) -> Option<usize> {
    lines(text).find(|(_, line)| holds(line, name)).map(|(number, _)| number)
}

fn last_quoted(text: &str, name: &str) -> Option<usize> {
    lines(text).rfind(|(_, line)| holds(line, name)).map(|(number, _)| number)
}

fn holds(line: &str, name: &str) -> bool {
    let written = toml::Value::String(name.to_owned()).to_string();
    line.contains(&written) || line.contains(&format!("\"{name}\"")) || line.contains(&format!("'{name}'"))
}
