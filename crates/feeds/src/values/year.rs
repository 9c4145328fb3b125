//! Model years (B17): four digits as the feed has them, never from the VIN.

use dealeragent_protocol::{tools::search::ModelYear, values::Timestamp};

/// How many years ahead of the calendar a model year may be.
const AHEAD: i16 = 2;

/// Reads a year cell. `None` for anything but four digits, for a year before
/// cars, and for one more than two years ahead of `now`.
#[must_use]
pub fn parse(cell: &str, now: Timestamp) -> Option<ModelYear> {
    let text = cell.trim();
    // `2024.0` is how a spreadsheet writes the number 2024.
    let digits = text.strip_suffix(".0").unwrap_or(text);
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year: u16 = digits.parse().ok()?;
    let this_year = now.as_jiff().to_zoned_datetime(jiff::tz::TimeZone::UTC).date().year();
    let latest = u16::try_from(this_year.saturating_add(AHEAD)).ok()?;
    if year > latest { None } else { ModelYear::new(u64::from(year)) }
}
