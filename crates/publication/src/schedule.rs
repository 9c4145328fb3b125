//! When exports come, as an operator writes it.

use std::{collections::BTreeSet, fmt, str::FromStr};

const MINUTES_PER_DAY: u32 = 24 * 60;
const MINUTES_PER_WEEK: u32 = 7 * MINUTES_PER_DAY;
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// When a dealer's exports come: `every 6h`, `daily 02:00, 14:00`,
/// `weekdays 02:00`, `mon-sat 02:00` or `mon, thu 02:00`. Times are the
/// dealer's clock; the hour that the clock is put back is not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportSchedule {
    text: String,
    gap_seconds: u32,
}

/// Refusal of a text that is no schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be like `every 6h`, `daily 02:00, 14:00`, `weekdays 02:00` or `mon-sat 02:00`")]
pub struct InvalidSchedule;

impl ExportSchedule {
    /// Reads a schedule.
    ///
    /// # Errors
    /// [`InvalidSchedule`].
    pub fn parse(text: &str) -> Result<Self, InvalidSchedule> {
        let lower = text.trim().to_ascii_lowercase();
        let gap_seconds = match lower.strip_prefix("every ") {
            Some(span) => seconds(span.trim()).filter(|seconds| *seconds > 0),
            None => weekly_gap(&lower).map(|minutes| minutes * 60),
        };
        let gap_seconds = gap_seconds.ok_or(InvalidSchedule)?;
        Ok(Self { text: lower, gap_seconds })
    }

    /// The longest time between two exports, in seconds.
    #[must_use]
    pub fn longest_gap_seconds(&self) -> u32 {
        self.gap_seconds
    }
}

impl FromStr for ExportSchedule {
    type Err = InvalidSchedule;
    fn from_str(text: &str) -> Result<Self, InvalidSchedule> {
        Self::parse(text)
    }
}

impl fmt::Display for ExportSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// `90s`, `15m`, `6h`, `1d`.
fn seconds(span: &str) -> Option<u32> {
    let unit = match span.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return None,
    };
    let count = span.get(..span.len().checked_sub(1)?)?;
    count.bytes().all(|byte| byte.is_ascii_digit()).then(|| count.parse::<u32>().ok()?.checked_mul(unit))?
}

/// Minutes of the longest gap in a week that repeats itself.
fn weekly_gap(text: &str) -> Option<u32> {
    let first_time = text.find(|c: char| c.is_ascii_digit())?;
    let (days, times) = text.split_at_checked(first_time)?;
    let days = days_of(days.trim())?;
    let times = times.split(',').map(|time| minute_of_day(time.trim())).collect::<Option<Vec<_>>>()?;
    let moments: BTreeSet<u32> =
        days.iter().flat_map(|day| times.iter().map(move |time| day * MINUTES_PER_DAY + time)).collect();
    let first = *moments.first()?;
    let next = moments.iter().copied().skip(1).chain([first + MINUTES_PER_WEEK]);
    moments.iter().zip(next).map(|(moment, next)| next - moment).max()
}

fn days_of(text: &str) -> Option<BTreeSet<u32>> {
    match text {
        "daily" => return Some((0..7).collect()),
        "weekdays" => return Some((0..5).collect()),
        _ => {}
    }
    let day = |name: &str| DAYS.iter().position(|known| *known == name.trim()).and_then(|at| u32::try_from(at).ok());
    let mut days = BTreeSet::new();
    for part in text.split(',').map(str::trim) {
        match part.split_once('-') {
            Some((from, to)) => {
                let (from, to) = (day(from)?, day(to)?);
                // `fri-mon` goes over the end of the week.
                let to = if to < from { to + 7 } else { to };
                days.extend((from..=to).map(|day| day % 7));
            }
            None => {
                days.insert(day(part)?);
            }
        }
    }
    Some(days)
}

fn minute_of_day(time: &str) -> Option<u32> {
    let two = |part: &str| (part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse::<u32>());
    let (hour, minute) = time.split_once(':')?;
    let (hour, minute) = (two(hour)?.ok()?, two(minute)?.ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

/// A length for people: `15 minutes`, `72 hours`.
pub(crate) fn length(seconds: u32) -> String {
    let (count, unit) = match seconds {
        s if s % 3_600 == 0 && s > 0 => (s / 3_600, "hour"),
        s if s % 60 == 0 && s > 0 => (s / 60, "minute"),
        s => (s, "second"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}
