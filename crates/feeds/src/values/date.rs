//! Dates and times (B31 to B33). A time without a zone is read in the
//! rooftop's; nothing ever becomes today.

use dealeragent_protocol::values::Timestamp;
use jiff::{
    Span,
    civil::{Date, DateTime, Time},
    fmt::strtime,
    tz::{AmbiguousOffset, TimeZone},
};

use crate::{CLOCK_SKEW_SECONDS, profile::ProfileFault};

/// One way to write a date: a `strftime` pattern or `rfc3339`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateFormat(String);

/// Why a date cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DateProblem {
    /// In none of the profile's formats.
    #[error("is in none of the profile's date formats")]
    Format,
    /// Skipped when the clocks went forward (B32).
    #[error("is a time that the clocks skipped that day")]
    Gap,
    /// Ahead of now.
    #[error("lies in the future")]
    Future,
    /// Beyond what time can hold.
    #[error("is out of range")]
    Range,
}

/// Where and when dates are read.
#[derive(Debug, Clone)]
pub struct DateContext<'s> {
    /// Formats, in the order of trying.
    pub formats: &'s [DateFormat],
    /// The zone of what names none.
    pub zone: &'s TimeZone,
    /// Whole days that every date is moved by.
    pub shift_days: i64,
    /// The time of this run.
    pub now: Timestamp,
}

/// Reads a date cell; `None` for one that says nothing. A bare date is the
/// first instant of that day in the zone. In the autumn overlap the earlier
/// instant is taken: the older claim.
///
/// # Errors
/// [`DateProblem`].
pub fn parse(cell: &str, context: &DateContext<'_>) -> Result<Option<Timestamp>, DateProblem> {
    Ok(parse_noting(cell, context)?.map(|(instant, _)| instant))
}

/// [`parse`], and whether the time was one that the clocks showed twice that
/// day (B32), which whoever runs the source should know.
///
/// # Errors
/// [`DateProblem`].
pub fn parse_noting(cell: &str, context: &DateContext<'_>) -> Result<Option<(Timestamp, bool)>, DateProblem> {
    let text = cell.trim();
    if super::says_nothing(text) {
        return Ok(None);
    }
    let written = context.formats.iter().find_map(|format| format.read(text)).ok_or(DateProblem::Format)?;
    if written.year() < OLDEST_YEAR {
        return Err(DateProblem::Format);
    }
    let (instant, doubled) = written.instant(context)?;
    if instant.seconds_since(context.now) > CLOCK_SKEW_SECONDS {
        return Err(DateProblem::Future);
    }
    Ok(Some((instant, doubled)))
}

/// A date as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Day(Date),
    Local(DateTime),
    Instant(Timestamp),
}

/// A pattern's `%Y` also takes `26`; that is no year of our time.
const OLDEST_YEAR: i16 = 1900;

impl Written {
    fn year(self) -> i16 {
        match self {
            Self::Day(day) => day.year(),
            Self::Local(local) => local.year(),
            Self::Instant(instant) => instant.as_jiff().to_zoned_datetime(TimeZone::UTC).year(),
        }
    }

    /// The instant, and whether it is the earlier of two.
    fn instant(self, context: &DateContext<'_>) -> Result<(Timestamp, bool), DateProblem> {
        let shift = Span::new().try_days(context.shift_days).map_err(|_| DateProblem::Range)?;
        match self {
            Self::Instant(instant) => Ok((instant.plus_seconds(context.shift_days.saturating_mul(86_400)), false)),
            Self::Day(day) => {
                let day = day.checked_add(shift).map_err(|_| DateProblem::Range)?;
                let midnight = day.to_zoned_datetime(context.zone.clone()).map_err(|_| DateProblem::Range)?;
                let start = midnight.start_of_day().map_err(|_| DateProblem::Range)?;
                Ok((start.timestamp().into(), false))
            }
            Self::Local(local) => {
                let local = local.checked_add(shift).map_err(|_| DateProblem::Range)?;
                let found = context.zone.to_ambiguous_timestamp(local);
                if matches!(found.offset(), AmbiguousOffset::Gap { .. }) {
                    return Err(DateProblem::Gap);
                }
                let doubled = matches!(found.offset(), AmbiguousOffset::Fold { .. });
                found.earlier().map(|time| (Timestamp::from(time), doubled)).map_err(|_| DateProblem::Range)
            }
        }
    }
}

/// Stands for RFC 3339 among the formats.
const RFC_3339: &str = "rfc3339";

impl DateFormat {
    /// The format as the profile writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks a pattern: it has to read back the day that it writes.
    ///
    /// # Errors
    /// [`ProfileFault::DateFormat`].
    pub fn parse(pattern: &str) -> Result<Self, ProfileFault> {
        let format = Self(pattern.to_owned());
        sample(&format).map(|_| format)
    }

    fn read(&self, text: &str) -> Option<Written> {
        if self.0 == RFC_3339 {
            return Timestamp::parse(text).ok().map(Written::Instant);
        }
        let parsed = strtime::parse(&self.0, text).ok()?;
        if let Ok(instant) = parsed.to_timestamp() {
            return Some(Written::Instant(instant.into()));
        }
        let date = parsed.to_date().ok()?;
        Some(match parsed.to_time() {
            Ok(time) if self.has_time() => Written::Local(DateTime::from_parts(date, time)),
            _ => Written::Day(date),
        })
    }

    /// Whether what is written in it says its own zone.
    pub(crate) fn names_zone(&self) -> bool {
        self.0 == RFC_3339 || ["%z", "%:z", "%Z", "%Q", "%:Q", "%s"].iter().any(|part| self.0.contains(part))
    }

    fn has_time(&self) -> bool {
        ["%H", "%I", "%k", "%l", "%T", "%R"].iter().any(|part| self.0.contains(part))
    }
}

/// Checks the formats of a profile: each reads back what it writes, and no two
/// read one text as different days.
pub(crate) fn formats(patterns: &[String]) -> Result<Vec<DateFormat>, ProfileFault> {
    let formats: Vec<DateFormat> = patterns.iter().map(|text| DateFormat::parse(text)).collect::<Result<_, _>>()?;
    let mut written = Vec::new();
    for format in &formats {
        written.push((format, sample(format)?));
    }
    for (first, text) in written.iter().filter_map(|(format, text)| text.as_ref().map(|text| (format, text))) {
        for second in &formats {
            if second.read(text).is_some_and(|read| Some(read) != first.read(text)) {
                let (first, second) = (first.0.clone(), second.0.clone());
                return Err(ProfileFault::AmbiguousDates { first, second });
            }
        }
    }
    Ok(formats)
}

/// 4 March 2026, 17:06:07, in this format: day and month differ and are both
/// below 13, so formats that swap them are found out.
fn sample(format: &DateFormat) -> Result<Option<String>, ProfileFault> {
    if format.0 == RFC_3339 {
        return Ok(None);
    }
    let fault = |problem| ProfileFault::DateFormat { format: format.0.clone(), problem };
    let date = Date::new(2026, 3, 4).map_err(|_| fault("cannot be tried"))?;
    let time = Time::new(17, 6, 7, 0).map_err(|_| fault("cannot be tried"))?;
    let when =
        DateTime::from_parts(date, time).to_zoned_datetime(TimeZone::UTC).map_err(|_| fault("cannot be tried"))?;
    let text = strtime::format(&format.0, &when).map_err(|_| fault("is not a strftime pattern"))?;
    let day = match format.read(&text) {
        Some(Written::Day(day)) => Some(day),
        Some(Written::Local(local)) => Some(local.date()),
        Some(Written::Instant(instant)) => Some(instant.as_jiff().to_zoned_datetime(TimeZone::UTC).date()),
        None => None,
    };
    if day == Some(date) { Ok(Some(text)) } else { Err(fault("does not name year, month and day")) }
}
