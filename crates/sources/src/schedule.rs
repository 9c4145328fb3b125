//! When a source is looked at.

use std::{borrow::Cow, time::Duration};

use dealeragent_protocol::values::{TimeOfDay, TimeZoneName, Timestamp};
use jiff::{
    Span,
    civil::{Date, DateTime, Time},
    tz::{AmbiguousOffset, TimeZone},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de};
use sha2::{Digest, Sha256};

const MINUTE: i64 = 60;
const DAY: i64 = 86_400;

/// A period of a minute to seven days: `15m`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Every(i64);

/// Refusal of a text that is no such period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole number with m, h or d, from 1m to 7d, such as 15m")]
pub struct InvalidPeriod;

impl Every {
    /// Reads a number with its unit: `m`, `h` or `d`.
    ///
    /// # Errors
    /// [`InvalidPeriod`].
    pub fn parse(text: &str) -> Result<Self, InvalidPeriod> {
        let unit = match text.bytes().last() {
            Some(b'm') => MINUTE,
            Some(b'h') => 60 * MINUTE,
            Some(b'd') => DAY,
            _ => return Err(InvalidPeriod),
        };
        let digits = text.get(..text.len() - 1).unwrap_or_default();
        let is_number = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        let seconds = if is_number { digits.parse::<i64>().unwrap_or(0) * unit } else { 0 };
        if (MINUTE..=7 * DAY).contains(&seconds) { Ok(Self(seconds)) } else { Err(InvalidPeriod) }
    }

    /// The period.
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::from_secs(self.0.unsigned_abs())
    }
}

impl<'de> Deserialize<'de> for Every {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&Cow::<'de, str>::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl JsonSchema for Every {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Every".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]{1,5}[mhd]$" })
    }
}

/// When one feed's source is looked at. Feeds with the same setting do not come
/// at once: each has a place of its own, worked out from its id, which stays the
/// same over restarts.
#[derive(Debug, Clone)]
pub struct Schedule {
    rhythm: Rhythm,
    /// Seconds after the round time. Under `every` anywhere in the period; under
    /// `daily_at` at most [`Schedule::LATEST`].
    offset: i64,
}

#[derive(Debug, Clone)]
enum Rhythm {
    Every(i64),
    /// In order, none twice, never empty.
    DailyAt(Vec<Time>, TimeZone),
}

impl Schedule {
    /// The longest that a feed comes after a time of `daily_at`.
    pub const LATEST: Duration = Duration::from_secs(300);

    /// A look in each period.
    #[must_use]
    pub fn every(period: Every, feed: &str) -> Self {
        Self { rhythm: Rhythm::Every(period.0), offset: place_of(feed, period.0) }
    }

    /// A look at each of these times of day in `zone`; `None` without any. Where
    /// the clocks go forward over a time it is the moment at which they do;
    /// where they go back over it, it is the first of the two.
    #[must_use]
    pub fn daily_at(times: &[TimeOfDay], zone: &TimeZoneName, feed: &str) -> Option<Self> {
        let mut times: Vec<Time> =
            times.iter().filter_map(|time| Time::strptime("%H:%M", time.as_str()).ok()).collect();
        times.sort_unstable();
        times.dedup();
        if times.is_empty() {
            return None;
        }
        let rhythm = Rhythm::DailyAt(times, zone.rules());
        let spread = (gaps(&rhythm).min().unwrap_or(DAY) / 2).min(i64::try_from(Self::LATEST.as_secs()).unwrap_or(0));
        Some(Self { rhythm, offset: place_of(feed, spread) })
    }

    /// The first time after `now`.
    #[must_use]
    pub fn next_after(&self, now: Timestamp) -> Timestamp {
        match &self.rhythm {
            Rhythm::Every(period) => {
                let periods = (now.as_second() - self.offset).div_euclid(*period) + 1;
                Timestamp::from_second(periods.saturating_mul(*period).saturating_add(self.offset))
            }
            Rhythm::DailyAt(times, zone) => {
                let today = now.as_jiff().to_zoned_datetime(zone.clone()).date();
                // From the day before, whose last time may come late, to two days
                // on, since a zone may skip a day.
                let days = (-1..=3).filter_map(|days| today.checked_add(Span::new().days(days)).ok());
                let moments = days.flat_map(|day| times.iter().filter_map(move |time| moment(day, *time, zone)));
                let moments = moments.map(|at| at.plus_seconds(self.offset));
                moments.filter(|at| *at > now).min().unwrap_or_else(|| now.plus_seconds(DAY))
            }
        }
    }

    /// The longest time between two looks in a row, including the day on which
    /// the zone's clocks go back.
    #[must_use]
    pub fn longest_gap(&self) -> Duration {
        let longest = gaps(&self.rhythm).max().unwrap_or(DAY);
        let back = match &self.rhythm {
            Rhythm::Every(_) => 0,
            Rhythm::DailyAt(_, zone) => furthest_back(zone),
        };
        Duration::from_secs((longest + back).unsigned_abs())
    }

    /// A number of 0 to `below` - 1 that belongs to the feed and to `of`.
    pub(crate) fn share(&self, of: u32, below: i64) -> i64 {
        place_of(&format!("{}/{of}", self.offset), below)
    }
}

/// Seconds between times that follow each other, by the clock on the wall.
fn gaps(rhythm: &Rhythm) -> Box<dyn Iterator<Item = i64> + '_> {
    let second = |time: &Time| i64::from(time.hour()) * 3600 + i64::from(time.minute()) * 60;
    match rhythm {
        Rhythm::Every(period) => Box::new(std::iter::once(*period)),
        Rhythm::DailyAt(times, _) => {
            let over_night = times.first().into_iter().zip(times.last()).map(move |(a, z)| second(a) + DAY - second(z));
            Box::new(times.iter().zip(times.iter().skip(1)).map(move |(a, b)| second(b) - second(a)).chain(over_night))
        }
    }
}

/// When the clock on the wall shows this.
fn moment(day: Date, time: Time, zone: &TimeZone) -> Option<Timestamp> {
    let wall = DateTime::from_parts(day, time);
    let ambiguous = zone.to_ambiguous_timestamp(wall);
    if let AmbiguousOffset::Gap { after, .. } = ambiguous.offset() {
        // Reckoned by the later offset, a time that never was lies before the
        // change; the change is the first moment that is valid.
        let before = after.to_timestamp(wall).ok()?;
        if let Some(change) = zone.following(before).next() {
            return Some(change.timestamp().into());
        }
    }
    ambiguous.compatible().ok().map(Timestamp::from)
}

/// By how many seconds the zone's clocks go back at most. Rules repeat each
/// year, so the changes of the years from 2026 stand for all.
fn furthest_back(zone: &TimeZone) -> i64 {
    let start = Timestamp::from_second(1_767_225_600).as_jiff();
    let mut offset = zone.to_offset(start).seconds();
    let mut furthest = 0;
    for change in zone.following(start).take(24) {
        furthest = furthest.max(offset - change.offset().seconds());
        offset = change.offset().seconds();
    }
    furthest.into()
}

/// A number of 0 to `below` - 1 that belongs to `text`.
fn place_of(text: &str, below: i64) -> i64 {
    let digest = Sha256::digest(text.as_bytes());
    let number = digest.iter().take(7).fold(0_i64, |number, byte| number << 8 | i64::from(*byte));
    if below > 0 { number % below } else { 0 }
}
