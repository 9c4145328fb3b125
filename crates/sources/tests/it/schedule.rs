//! When a feed is looked at.

use dealeragent_protocol::values::{TimeOfDay, TimeZoneName, Timestamp};
use dealeragent_sources::{Every, Schedule};
use proptest::prelude::*;

fn zone(name: &str) -> TimeZoneName {
    TimeZoneName::parse(name).unwrap()
}

fn times(texts: &[&str]) -> Vec<TimeOfDay> {
    texts.iter().map(|text| TimeOfDay::parse(text).unwrap()).collect()
}

fn daily(texts: &[&str], name: &str) -> Schedule {
    Schedule::daily_at(&times(texts), &zone(name), "lot").unwrap()
}

/// The looks after `from`, without the feed's own delay.
fn looks(schedule: &Schedule, from: &str, count: usize) -> Vec<String> {
    let mut now = Timestamp::parse(from).unwrap();
    let delay = delay(schedule);
    let next = std::iter::from_fn(|| {
        now = schedule.next_after(now);
        Some(now.plus_seconds(-delay).to_string())
    });
    next.take(count).collect()
}

/// How late this feed comes: seen on a day without surprises.
fn delay(schedule: &Schedule) -> i64 {
    let noon = Timestamp::parse("2026-06-10T00:00:00Z").unwrap();
    schedule.next_after(noon).as_second().rem_euclid(600)
}

#[test]
fn a_time_that_never_was_is_the_next_that_is() {
    // At 02:00 on 8 March 2026 the clocks of Denver go to 03:00, which is 09:00 UTC.
    let schedule = daily(&["02:30"], "America/Denver");
    let wanted = ["2026-03-07T09:30:00Z", "2026-03-08T09:00:00Z", "2026-03-09T08:30:00Z"];
    assert_eq!(looks(&schedule, "2026-03-07T00:00:00Z", 3), wanted);
}

#[test]
fn a_time_that_comes_twice_is_the_first() {
    // At 02:00 on 1 November 2026 the clocks of Denver go back to 01:00.
    let schedule = daily(&["01:30"], "America/Denver");
    let wanted = ["2026-10-31T07:30:00Z", "2026-11-01T07:30:00Z", "2026-11-02T08:30:00Z"];
    assert_eq!(looks(&schedule, "2026-10-31T00:00:00Z", 3), wanted);
    assert_eq!(schedule.longest_gap().as_secs(), 25 * 3600);
}

#[test]
fn gaps_are_the_zones_own() {
    assert_eq!(daily(&["06:30"], "America/Phoenix").longest_gap().as_secs(), 24 * 3600, "no summer time");
    assert_eq!(daily(&["06:30"], "Australia/Lord_Howe").longest_gap().as_secs(), 24 * 3600 + 1800, "half an hour");
    assert_eq!(daily(&["06:00", "18:00"], "Asia/Tokyo").longest_gap().as_secs(), 12 * 3600);
    assert_eq!(daily(&["06:00", "06:00", "20:00"], "Asia/Tokyo").longest_gap().as_secs(), 14 * 3600);
}

#[test]
fn feeds_with_one_setting_are_spread() {
    let now = Timestamp::parse("2026-09-01T14:00:00Z").unwrap();
    let every = Every::parse("15m").unwrap();
    let ids: Vec<String> = (0..250).map(|n| format!("dealer-{n}")).collect();
    let spread: Vec<i64> = ids.iter().map(|id| Schedule::every(every, id).next_after(now).seconds_since(now)).collect();
    let most_in_a_minute = (0..15).map(|n| spread.iter().filter(|at| (*at - 1) / 60 == n).count()).max().unwrap();
    assert!(most_in_a_minute < 40, "{most_in_a_minute} of 250 in one of 15 minutes");
    let at = times(&["06:30"]);
    let late = ids.iter().map(|id| {
        let schedule = Schedule::daily_at(&at, &zone("UTC"), id).unwrap();
        schedule.next_after(Timestamp::parse("2026-09-01T06:00:00Z").unwrap())
    });
    let from = Timestamp::parse("2026-09-01T06:30:00Z").unwrap();
    let late: std::collections::BTreeSet<i64> = late.map(|at| at.seconds_since(from)).collect();
    assert!(late.iter().all(|late| (0..300).contains(late)) && late.len() > 100, "{late:?}");
    let again = Schedule::every(every, "dealer-7").next_after(now);
    assert_eq!(again, Schedule::every(every, "dealer-7").next_after(now), "the same after a restart");
}

const ZONES: [&str; 9] = [
    "UTC",
    "America/Denver",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/St_Johns",
    "Antarctica/Troll",
    "Africa/Casablanca",
    "Asia/Kathmandu",
];

fn schedule() -> impl Strategy<Value = Schedule> {
    let every = (1_u32..10_080, "[a-z]{1,8}")
        .prop_map(|(minutes, feed)| Schedule::every(Every::parse(&format!("{minutes}m")).unwrap(), &feed));
    let time = (0_u32..24, 0_u32..60).prop_map(|(hour, minute)| format!("{hour:02}:{minute:02}"));
    let daily =
        (proptest::collection::vec(time, 1..6), 0..ZONES.len(), "[a-z]{1,8}").prop_map(|(texts, name, feed)| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            Schedule::daily_at(&times(&texts), &zone(ZONES[name]), &feed).unwrap()
        });
    prop_oneof![every, daily]
}

proptest! {
    // 2026 to 2029, so that every change of clocks is met.
    #[test]
    fn the_next_look_is_later_and_within_the_gap(schedule in schedule(), start in 1_767_225_600_i64..1_893_456_000) {
        let mut now = Timestamp::from_second(start);
        let gap = i64::try_from(schedule.longest_gap().as_secs()).unwrap();
        for _ in 0..8 {
            let next = schedule.next_after(now);
            prop_assert!(next > now);
            prop_assert!(next.seconds_since(now) <= gap, "{now} to {next}, at most {gap}");
            now = next;
        }
    }

    #[test]
    fn looks_keep_their_order(schedule in schedule(), start in 1_767_225_600_i64..1_893_456_000, later in 0_i64..200_000) {
        let one = schedule.next_after(Timestamp::from_second(start));
        let other = schedule.next_after(Timestamp::from_second(start + later));
        prop_assert!(other >= one);
        prop_assert_eq!(schedule.next_after(one.plus_seconds(-1)), one, "a look is where it was announced");
    }
}
