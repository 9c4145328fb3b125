//! How an operator writes when exports come.

use dealeragent_publication::ExportSchedule;
use proptest::prelude::*;

fn gap_hours(text: &str) -> u32 {
    let gap = ExportSchedule::parse(text).unwrap().longest_gap_seconds();
    assert_eq!(gap % 3_600, 0, "{text}");
    gap / 3_600
}

#[test]
fn the_longest_gap_counts() {
    for (text, hours) in [
        ("every 6h", 6),
        ("every 1d", 24),
        ("daily 02:00", 24),
        ("daily 02:00, 14:00", 12),
        ("daily 06:00,10:00 , 20:00", 10),
        ("weekdays 02:00", 72),
        ("mon-fri 02:00", 72),
        ("mon-sat 02:00", 48),
        ("sun 00:00", 168),
        ("mon, thu 12:00", 96),
        ("fri-mon 12:00", 96),
        ("Weekdays 02:00, 20:00", 54),
    ] {
        assert_eq!(gap_hours(text), hours, "{text}");
    }
    assert_eq!(ExportSchedule::parse("every 90s").unwrap().longest_gap_seconds(), 90);
    assert_eq!(ExportSchedule::parse(" Daily 02:00 ").unwrap().to_string(), "daily 02:00");
}

#[test]
fn anything_else_is_refused() {
    for text in [
        "",
        "daily",
        "02:00",
        "every",
        "every 0h",
        "every h",
        "every 5",
        "every -1h",
        "daily 2:00",
        "daily 24:00",
        "daily 02:60",
        "daily 02:00,",
        "someday 02:00",
        "mon- 02:00",
        "every 99999999999d",
        "every 1ä",
        "daily ä",
    ] {
        assert!(ExportSchedule::parse(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_taken(text in "\\PC{0,40}|(every|daily|mon|weekdays)[ 0-9:,a-z-]{0,20}") {
        if let Ok(schedule) = ExportSchedule::parse(&text) {
            prop_assert!(schedule.longest_gap_seconds() > 0);
        }
    }

    /// More times a day never make the gap longer.
    #[test]
    fn more_exports_never_widen_the_gap(hours in proptest::collection::btree_set(0_u32..24, 1..6), more in 0_u32..24) {
        let text = |hours: &std::collections::BTreeSet<u32>| {
            let times: Vec<String> = hours.iter().map(|hour| format!("{hour:02}:00")).collect();
            format!("daily {}", times.join(", "))
        };
        let before = gap_hours(&text(&hours));
        let mut with = hours;
        with.insert(more);
        prop_assert!(gap_hours(&text(&with)) <= before && before <= 24);
    }
}
