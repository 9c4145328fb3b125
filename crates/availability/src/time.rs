//! When a system says that it saw the unit.

use dealeragent_protocol::values::{TimeZoneName, Timestamp};
use jiff::{
    civil::DateTime,
    fmt::strtime,
    tz::{AmbiguousOffset, TimeZone},
};

use crate::Nonsense;

/// How far a time may lie ahead and still be a quick clock's, in seconds.
const CLOCK_SKEW_SECONDS: i64 = 60;

/// How a system writes times.
#[derive(Debug, Clone)]
pub enum TimeFormat {
    /// RFC 3339 with an offset.
    Rfc3339,
    /// Seconds since 1970.
    UnixSeconds,
    /// Milliseconds since 1970.
    UnixMilliseconds,
    /// A `strftime` pattern without a zone, read in this one. A time that the clocks
    /// skipped or showed twice is refused: this is about minutes.
    Local {
        /// Such as `%Y-%m-%d %H:%M:%S`.
        pattern: String,
        /// The zone.
        zone: TimeZone,
    },
}

/// Refusal of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a pattern with date and time, such as %Y-%m-%d %H:%M:%S, and a zone such as America/Denver")]
pub struct InvalidTimeFormat;

impl TimeFormat {
    /// A pattern of local times.
    ///
    /// # Errors
    /// [`InvalidTimeFormat`].
    pub fn local(pattern: &str, zone: &TimeZoneName) -> Result<Self, InvalidTimeFormat> {
        let zone = TimeZone::get(zone.as_str()).map_err(|_| InvalidTimeFormat)?;
        // What it writes it must be able to read: a pattern without a day cannot.
        let probe = DateTime::constant(2026, 2, 3, 4, 5, 6, 0);
        let written = strtime::format(pattern, probe).map_err(|_| InvalidTimeFormat)?;
        let read = strtime::parse(pattern, &written).and_then(|broken| broken.to_datetime());
        match read {
            Ok(read) if read.date() == probe.date() && read.hour() == probe.hour() => {
                Ok(Self::Local { pattern: pattern.to_owned(), zone })
            }
            _ => Err(InvalidTimeFormat),
        }
    }

    /// Reads a time.
    ///
    /// # Errors
    /// [`Nonsense`]: in another format, in the future, or no clear instant.
    pub fn read(&self, text: &str, now: Timestamp) -> Result<Timestamp, Nonsense> {
        let text = text.trim();
        let time = match self {
            Self::Rfc3339 => Timestamp::parse(text).map_err(|_| Nonsense::UnreadableTime)?,
            Self::UnixSeconds => since_1970(text, jiff::Timestamp::from_second)?,
            Self::UnixMilliseconds => since_1970(text, jiff::Timestamp::from_millisecond)?,
            Self::Local { pattern, zone } => {
                let broken = strtime::parse(pattern, text).map_err(|_| Nonsense::UnreadableTime)?;
                let local = broken.to_datetime().map_err(|_| Nonsense::UnreadableTime)?;
                let found = zone.to_ambiguous_timestamp(local);
                if !matches!(found.offset(), AmbiguousOffset::Unambiguous { .. }) {
                    return Err(Nonsense::UnclearTime);
                }
                found.unambiguous().map_err(|_| Nonsense::UnclearTime)?.into()
            }
        };
        not_in_the_future(time, now)
    }
}

/// A clock that is a little ahead has seen the unit now at the latest.
pub(crate) fn not_in_the_future(time: Timestamp, now: Timestamp) -> Result<Timestamp, Nonsense> {
    if time.seconds_since(now) > CLOCK_SKEW_SECONDS { Err(Nonsense::FutureTime) } else { Ok(time.min(now)) }
}

fn since_1970(text: &str, of: fn(i64) -> Result<jiff::Timestamp, jiff::Error>) -> Result<Timestamp, Nonsense> {
    let number = text.parse().map_err(|_| Nonsense::UnreadableTime)?;
    of(number).map(Timestamp::from).map_err(|_| Nonsense::UnreadableTime)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        Timestamp::parse("2026-11-30T12:00:00Z").unwrap()
    }

    fn denver() -> TimeZoneName {
        TimeZoneName::parse("America/Denver").unwrap()
    }

    #[test]
    fn each_format_reads_its_own_and_no_other() {
        let at = Ok(Timestamp::parse("2026-11-30T11:59:00Z").unwrap());
        let local = TimeFormat::local("%Y-%m-%d %H:%M:%S", &denver()).unwrap();
        for (format, text) in [
            (TimeFormat::Rfc3339, "2026-11-30T04:59:00-07:00"),
            (TimeFormat::UnixSeconds, "1796039940"),
            (TimeFormat::UnixMilliseconds, "1796039940000"),
            (local.clone(), "2026-11-30 04:59:00"),
        ] {
            assert_eq!(format.read(text, now()), at, "{text}");
            assert_eq!(format.read("yesterday", now()), Err(Nonsense::UnreadableTime), "{format:?}");
            assert_eq!(format.read("", now()), Err(Nonsense::UnreadableTime), "{format:?}");
        }
        assert_eq!(TimeFormat::Rfc3339.read("2026-11-30T04:59:00", now()), Err(Nonsense::UnreadableTime));
        assert_eq!(local.read("2026-03-08 02:30:00", now()), Err(Nonsense::UnclearTime));
        assert_eq!(local.read("2026-11-01 01:30:00", now()), Err(Nonsense::UnclearTime));
    }

    #[test]
    fn a_quick_clock_is_now_and_the_future_is_nonsense() {
        let read = |text: &str| TimeFormat::Rfc3339.read(text, now());
        assert_eq!(read("2026-11-30T12:00:59Z"), Ok(now()));
        assert_eq!(read("2026-11-30T12:01:01Z"), Err(Nonsense::FutureTime));
    }

    #[test]
    fn a_pattern_that_loses_the_day_is_refused() {
        for pattern in ["%H:%M", "%Y-%m-%d", "", "%Q!", "now"] {
            assert!(TimeFormat::local(pattern, &denver()).is_err(), "{pattern}");
        }
    }
}
