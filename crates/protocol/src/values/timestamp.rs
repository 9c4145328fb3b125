//! Moments in time, RFC 3339 with an explicit offset.

use std::{borrow::Cow, fmt};

use jiff::SignedDuration;

/// A moment. Written in UTC (`2026-09-01T14:00:00Z`); read with any offset,
/// never without one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(jiff::Timestamp);

/// Refusal of a text that is no RFC 3339 date-time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an RFC 3339 date and time with an offset, such as 2026-09-01T14:00:00Z")]
pub struct InvalidTimestamp;

impl Timestamp {
    /// The start of Unix time.
    pub const UNIX_EPOCH: Self = Self(jiff::Timestamp::UNIX_EPOCH);

    /// Reads RFC 3339.
    ///
    /// # Errors
    /// [`InvalidTimestamp`]: a wrong shape, a missing offset, or a day or
    /// time that does not exist.
    pub fn parse(text: &str) -> Result<Self, InvalidTimestamp> {
        if !has_rfc3339_shape(text.as_bytes()) {
            return Err(InvalidTimestamp);
        }
        text.parse().map(Self).map_err(|_| InvalidTimestamp)
    }

    /// Whole seconds since the epoch.
    #[must_use]
    pub fn as_second(self) -> i64 {
        self.0.as_second()
    }

    /// Whole milliseconds since the epoch.
    #[must_use]
    pub fn as_millisecond(self) -> i64 {
        self.0.as_millisecond()
    }

    /// The moment `seconds` after the epoch; the ends of time where it would
    /// lie beyond them.
    #[must_use]
    pub fn from_second(seconds: i64) -> Self {
        Self::UNIX_EPOCH.plus_seconds(seconds)
    }

    /// This moment moved by `seconds`, held at the ends of time.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Self {
        let bound = if seconds < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        Self(self.0.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(bound))
    }

    /// Whole seconds from `earlier` to this moment; negative when it is later.
    #[must_use]
    pub fn seconds_since(self, earlier: Self) -> i64 {
        self.0.duration_since(earlier.0).as_secs()
    }

    /// This moment without its fraction of a second.
    #[must_use]
    pub fn to_whole_second(self) -> Self {
        Self::from_second(self.0.as_second())
    }

    /// The underlying time, for zone arithmetic.
    #[must_use]
    pub fn as_jiff(self) -> jiff::Timestamp {
        self.0
    }

    /// `14:05 UTC`, or with its date when it is not the day of `now`:
    /// `2026-09-01 14:05 UTC`.
    #[must_use]
    pub fn to_speech(self, now: Self) -> String {
        let then = self.0.to_zoned_datetime(jiff::tz::TimeZone::UTC);
        let today = now.0.to_zoned_datetime(jiff::tz::TimeZone::UTC);
        let format = if then.date() == today.date() { "%H:%M UTC" } else { "%Y-%m-%d %H:%M UTC" };
        then.strftime(format).to_string()
    }
}

/// `YYYY-MM-DDThh:mm:ss[.fraction](Z|+hh:mm)`: jiff alone would also take
/// spaces, missing seconds and zone annotations.
fn has_rfc3339_shape(text: &[u8]) -> bool {
    let digits = |from: usize, to: usize| text.get(from..to).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    let is = |at: usize, wanted: &[u8]| text.get(at).is_some_and(|byte| wanted.contains(byte));
    let date = digits(0, 4) && is(4, b"-") && digits(5, 7) && is(7, b"-") && digits(8, 10);
    let time = is(10, b"Tt") && digits(11, 13) && is(13, b":") && digits(14, 16) && is(16, b":") && digits(17, 19);
    if !(date && time) {
        return false;
    }
    let mut at = 19;
    if is(at, b".") {
        let fraction = text.iter().skip(20).take_while(|byte| byte.is_ascii_digit()).count();
        if fraction == 0 || fraction > 9 {
            return false;
        }
        at = 20 + fraction;
    }
    if is(at, b"Zz") {
        return text.len() == at + 1;
    }
    // An offset is a time of day: jiff alone would also take 24:00 and 25:59.
    let hour_ok = is(at + 1, b"01") && digits(at + 2, at + 3) || is(at + 1, b"2") && is(at + 2, b"0123");
    is(at, b"+-") && hour_ok && is(at + 3, b":") && digits(at + 4, at + 6) && text.len() == at + 6
}

impl From<jiff::Timestamp> for Timestamp {
    fn from(time: jiff::Timestamp) -> Self {
        Self(time)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_an_offset() {
        assert_eq!(Timestamp::parse("2026-09-01T14:00:00Z").unwrap().to_string(), "2026-09-01T14:00:00Z");
        assert_eq!(Timestamp::parse("2026-09-01T16:00:00.25+02:00").unwrap().to_string(), "2026-09-01T14:00:00.25Z");
        for bad in [
            "2026-09-01T14:00:00",
            "2026-09-01 14:00:00Z",
            "2026-09-01T14:00Z",
            "2026-09-01",
            "2026-02-30T00:00:00Z",
            "2026-09-01T25:00:00Z",
            "2026-09-01T14:00:00Z[UTC]",
            "2026-09-01T14:00:00-08:0",
            "",
        ] {
            assert_eq!(Timestamp::parse(bad), Err(InvalidTimestamp), "{bad}");
        }
    }

    #[test]
    fn arithmetic_stops_at_the_ends_of_time() {
        let far = Timestamp::from_second(i64::MAX);
        assert_eq!(far.plus_seconds(1), far);
        assert!(Timestamp::from_second(i64::MIN) < Timestamp::UNIX_EPOCH);
    }
}
