//! How long something is to last.

use std::{fmt, str::FromStr};

/// A span of time as people write it: a whole number and `s`, `m`, `h` or `d`
/// (`90s`, `15m`, `8h`, `30d`). At least a second, at most a thousand years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(i64);

/// A token's lifetime: a [`Span`] of at most a day.
///
/// A token is a bearer token: whoever copies it, has it. The shorter it lives,
/// the less a copy is worth; and a retired key has to verify, and a revocation
/// to be remembered, only for as long as the longest-lived token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lifetime(Span);

/// Refusal of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSpan {
    /// It has another shape.
    #[error("must be a whole number and s, m, h or d, such as 15m or 8h")]
    Shape,
    /// It is longer than a token may live.
    #[error("must be at most 24h: whoever copies a token can use it until it ends; issue a new one every day")]
    TooLong,
}

/// A thousand years, so that sums stay within time.
const MOST_SECONDS: i64 = 1000 * 366 * 86_400;

impl Span {
    /// Reads a span.
    ///
    /// # Errors
    /// [`InvalidSpan::Shape`].
    pub fn parse(text: &str) -> Result<Self, InvalidSpan> {
        let mut unit = text.chars();
        let seconds = match unit.next_back() {
            Some('s') => 1,
            Some('m') => 60,
            Some('h') => 3600,
            Some('d') => 86_400,
            _ => return Err(InvalidSpan::Shape),
        };
        let number = unit.as_str();
        if number.is_empty() || number.len() > 12 || !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(InvalidSpan::Shape);
        }
        let number: i64 = number.parse().map_err(|_| InvalidSpan::Shape)?;
        let total = number.checked_mul(seconds).filter(|total| (1..=MOST_SECONDS).contains(total));
        total.map(Self).ok_or(InvalidSpan::Shape)
    }

    /// In seconds.
    #[must_use]
    pub fn as_seconds(self) -> i64 {
        self.0
    }
}

impl Lifetime {
    /// The longest: a day.
    pub const LONGEST: Self = Self(Span(86_400));

    /// What a token gets when nothing is said: an hour.
    pub const USUAL: Self = Self(Span(3600));

    /// Takes a span that is short enough.
    ///
    /// # Errors
    /// [`InvalidSpan::TooLong`].
    pub fn new(span: Span) -> Result<Self, InvalidSpan> {
        if span <= Self::LONGEST.0 { Ok(Self(span)) } else { Err(InvalidSpan::TooLong) }
    }

    /// In seconds.
    #[must_use]
    pub fn as_seconds(self) -> i64 {
        self.0.as_seconds()
    }
}

impl FromStr for Span {
    type Err = InvalidSpan;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl FromStr for Lifetime {
    type Err = InvalidSpan;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Span::parse(text).and_then(Self::new)
    }
}

/// In the largest unit that fits without a rest.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(86_400, 'd'), (3600, 'h'), (60, 'm')];
        let (seconds, unit) = units.into_iter().find(|(unit, _)| self.0 % unit == 0).unwrap_or((1, 's'));
        write!(f, "{}{unit}", self.0 / seconds)
    }
}

impl fmt::Display for Lifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_one_unit() {
        for (text, seconds) in [("1s", 1), ("90s", 90), ("15m", 900), ("8h", 28_800), ("30d", 2_592_000)] {
            assert_eq!(Span::parse(text).unwrap().as_seconds(), seconds);
        }
        for bad in ["", "h", "15", "1.5h", "-1h", "+1h", " 1h", "1h ", "1H", "1h30m", "0s", "١h", "9999999999999d", "∞"]
        {
            assert_eq!(Span::parse(bad), Err(InvalidSpan::Shape), "{bad}");
        }
    }

    #[test]
    fn a_token_lives_a_day_at_most() {
        for good in ["24h", "1d", "86400s", "15m"] {
            assert!(good.parse::<Lifetime>().is_ok(), "{good}");
        }
        for long in ["25h", "2d", "86401s", "1441m"] {
            assert_eq!(long.parse::<Lifetime>(), Err(InvalidSpan::TooLong), "{long}");
        }
    }

    #[test]
    fn a_span_is_written_as_it_is_read() {
        for text in ["1s", "90s", "15m", "8h", "30d"] {
            assert_eq!(Span::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Lifetime::USUAL.to_string(), "1h");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            if let Ok(span) = Span::parse(&text) {
                proptest::prop_assert_eq!(Span::parse(&span.to_string()), Ok(span));
            }
        }
    }
}
