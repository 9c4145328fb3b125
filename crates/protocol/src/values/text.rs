//! Free text with a bounded length.

use std::{borrow::Cow, fmt, sync::Arc};

use super::InvalidText;

/// Text of `MIN` to `MAX` characters (Unicode scalar values, as JSON Schema
/// counts them). Dealers' text is data: it is never read as an instruction.
/// A clone shares its bytes: thousands of listings bear the same few sentences
/// about their source.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text<const MIN: usize, const MAX: usize>(Arc<str>);

impl<const MIN: usize, const MAX: usize> Text<MIN, MAX> {
    /// Checks the length of `text`.
    ///
    /// # Errors
    /// When it has fewer than `MIN` or more than `MAX` characters.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, InvalidText> {
        let text = text.into();
        // Bytes are an upper bound for characters, so most text is not counted.
        let long_enough = MIN == 0 || text.len() >= MIN && (MIN == 1 || text.chars().count() >= MIN);
        let short_enough = text.len() <= MAX || text.chars().count() <= MAX;
        if long_enough && short_enough {
            Ok(Self(text))
        } else {
            Err(InvalidText { wanted: "text of a bounded length" })
        }
    }

    /// Keeps what fits, cut at a word where one ends nearby, marked with an
    /// ellipsis. `None` when nothing is left but fewer than `MIN` characters.
    #[must_use]
    pub fn truncated(text: &str) -> Option<Self> {
        Self::parse(cut_at_word(text.trim(), MAX)).ok()
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> Text<1, MAX> {
    /// Keeps what fits, as [`Text::truncated`] does; a dash where nothing is
    /// left. For our own words, which are never empty.
    #[must_use]
    pub fn bounded(text: &str) -> Self {
        Self::truncated(text).unwrap_or_else(|| Self("-".into()))
    }
}

/// Cuts `text` to at most `max` characters, at the last word boundary of the
/// final fifth if there is one, and says so with an ellipsis.
fn cut_at_word(text: &str, max: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(max) else { return Cow::Borrowed(text) };
    let keep = text.char_indices().nth(max.saturating_sub(1)).map_or(end, |(at, _)| at);
    let head = text.get(..keep).unwrap_or_default();
    let cut = head.rfind(char::is_whitespace).filter(|at| *at >= head.len() / 5 * 4).unwrap_or(head.len());
    Cow::Owned(format!("{}…", head.get(..cut).unwrap_or(head).trim_end()))
}

impl<const MIN: usize, const MAX: usize> fmt::Display for Text<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const MIN: usize, const MAX: usize> fmt::Debug for Text<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<const MIN: usize, const MAX: usize> serde::Serialize for Text<MIN, MAX> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de, const MIN: usize, const MAX: usize> serde::Deserialize<'de> for Text<MIN, MAX> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(text.as_ref()).map_err(serde::de::Error::custom)
    }
}

impl<const MIN: usize, const MAX: usize> schemars::JsonSchema for Text<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Text{MIN}To{MAX}").into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = schemars::json_schema!({ "type": "string", "maxLength": MAX });
        if MIN > 0 {
            schema.insert("minLength".into(), MIN.into());
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_is_counted_in_characters() {
        assert!(Text::<1, 3>::parse("äöü").is_ok());
        assert!(Text::<1, 3>::parse("äöüß").is_err());
        assert!(Text::<1, 3>::parse("").is_err());
    }

    #[test]
    fn truncation_ends_at_a_word_and_keeps_the_limit() {
        let cut = Text::<1, 20>::truncated("a clean one-owner car with papers").unwrap();
        assert_eq!(cut.as_str(), "a clean one-owner…");
        let solid = Text::<1, 5>::truncated("ßßßßßßßß").unwrap();
        assert_eq!(solid.as_str(), "ßßßß…");
        assert!(Text::<1, 5>::truncated("   ").is_none());
    }
}
