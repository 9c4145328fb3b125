//! How long a server asks to be left alone.

use std::time::Duration;

use http::{HeaderMap, HeaderValue, header};
use jiff::fmt::rfc2822::DateTimeParser;

/// No server may ask for more than a day.
const LONGEST: Duration = Duration::from_secs(86_400);

/// `Retry-After`: seconds, or a date, which is held against the server's own
/// `Date`, so that no clock of ours has to agree with it.
pub(crate) fn asked_for(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let until = date(headers.get(header::RETRY_AFTER))?;
            let seconds = until.as_second().saturating_sub(date(headers.get(header::DATE))?.as_second());
            Duration::from_secs(u64::try_from(seconds).unwrap_or(0))
        }
    };
    Some(wait.min(LONGEST))
}

fn date(value: Option<&HeaderValue>) -> Option<jiff::Timestamp> {
    static PARSER: DateTimeParser = DateTimeParser::new();
    PARSER.parse_timestamp(value?.to_str().ok()?.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(lines: &[(&'static str, &'static str)]) -> Option<Duration> {
        asked_for(&lines.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect())
    }

    #[test]
    fn seconds_and_dates() {
        assert_eq!(wait(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(wait(&[("retry-after", "99999999999")]), Some(LONGEST));
        let now = ("date", "Tue, 01 Sep 2026 14:00:00 GMT");
        assert_eq!(wait(&[now, ("retry-after", "Tue, 01 Sep 2026 14:00:30 GMT")]), Some(Duration::from_secs(30)));
        assert_eq!(wait(&[now, ("retry-after", "Tue, 01 Sep 2026 13:00:00 GMT")]), Some(Duration::ZERO));
        assert_eq!(wait(&[("retry-after", "Tue, 01 Sep 2026 14:00:30 GMT")]), None, "no clock to hold it against");
        assert_eq!(wait(&[("retry-after", "-1")]), None);
        assert_eq!(wait(&[]), None);
    }
}
