//! How fresh a rooftop's inventory is, in words, at one moment.

use dealeragent_gateway::DealerRooftop;
use dealeragent_inventory::RooftopFacts;
use dealeragent_protocol::{
    facts::{Freshness, FreshnessState},
    values::Timestamp,
};

/// A rooftop's newest source, and whether it still holds.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::http::pages) struct FreshnessView {
    /// `current`, `stale` or `unknown`, as in answers.
    pub(in crate::http::pages) state: FreshnessState,
    /// When the source saw the lot; `None` before the first file.
    pub(in crate::http::pages) seen: Option<Seen>,
    /// From which age on it is called stale: `24 hours`.
    pub(in crate::http::pages) limit: String,
    /// How many cars a search can show.
    pub(in crate::http::pages) cars: usize,
}

/// One observation.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::http::pages) struct Seen {
    /// RFC 3339, for machines.
    pub(in crate::http::pages) at: String,
    /// At the rooftop: `30 November 2026, 17:00`.
    pub(in crate::http::pages) local: String,
    /// `12 minutes ago`.
    pub(in crate::http::pages) age: String,
}

impl FreshnessView {
    pub(super) fn of(rooftop: &DealerRooftop, facts: Option<&RooftopFacts>, now: Timestamp) -> Self {
        let target = rooftop.targets.inventory;
        let observed_at = facts.and_then(|facts| facts.observed_at);
        let state = match observed_at {
            Some(at) => Freshness::at(now, at, target.as_max_age()).state,
            None => FreshnessState::Unknown,
        };
        let seen = observed_at.map(|at| Seen {
            at: at.to_whole_second().to_string(),
            local: at
                .as_jiff()
                .to_zoned_datetime(rooftop.record.timezone.rules())
                .strftime("%-d %B %Y, %H:%M")
                .to_string(),
            age: age(now.seconds_since(at)),
        });
        let cars = facts.map_or(0, |facts| facts.searchable);
        Self { state, seen, limit: length(i64::from(target.as_seconds())), cars }
    }
}

/// A source whose clock runs ahead of ours is new, not from the future.
fn age(seconds: i64) -> String {
    if seconds < 60 { "just now".to_owned() } else { format!("{} ago", length(seconds)) }
}

/// The length in its largest whole unit; days only from two on, since a limit of
/// a day reads better in hours.
fn length(seconds: i64) -> String {
    let (count, unit) = match seconds {
        ..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_their_largest_whole_unit() {
        for (seconds, expected) in [
            (-5, "just now"),
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (3600, "1 hour ago"),
            (86_400, "24 hours ago"),
            (172_799, "47 hours ago"),
            (172_800, "2 days ago"),
            (2_592_000, "30 days ago"),
        ] {
            assert_eq!(age(seconds), expected, "{seconds}");
        }
        assert_eq!(length(30), "30 seconds");
    }
}
