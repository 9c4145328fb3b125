//! The same bytes again (B34, C04).

use dealeragent_feeds::judge::{FileFacts, JudgeRules, Judgement, TimeBasis, judge};

use super::{after, applied, at, candidate, car, cars, file, judged, next, read, unit};

#[test]
fn the_same_file_again_changes_nothing() {
    let state = after(&cars(1..=3));
    for hour in [0, -5] {
        assert!(matches!(judged(Some(&state), &file(&cars(1..=3)), hour), Judgement::Unchanged));
    }
}

#[test]
fn the_same_bytes_written_later_by_the_source_confirm_the_lot() {
    let state = after(&cars(1..=3));
    let proposal = next(&state, &file(&cars(1..=3)), 24);
    assert_eq!((proposal.diff.totals.unchanged, proposal.diff.totals.updated), (3, 0));
    let unit = unit(&proposal.next, 1).unwrap();
    assert_eq!((unit.listing.observed_at, unit.first_seen), (at(24), at(0)));
}

#[test]
fn the_same_bytes_that_only_came_later_freshen_nothing() {
    let state = after(&cars(1..=3));
    let mut later = candidate(at(24));
    later.file.basis = TimeBasis::Arrived;
    let judgement = judge(Some(&state), later, read(&file(&cars(1..=3)), at(24)), &JudgeRules::default());
    assert!(matches!(judgement, Judgement::Unchanged));
}

#[test]
fn rows_with_a_time_of_their_own_keep_it() {
    let sample = String::from_utf8(crate::support::sample("c04_unchanged_for_days.csv")).unwrap();
    let sample = crate::support::widened(&sample, &[("advertised_price_minor", "1899500"), ("currency", "USD")]);
    let profile = dealeragent_feeds::Profile::built_in("inventory-csv").unwrap().unwrap();
    let read = |hour| {
        let settings = dealeragent_feeds::SourceSettings {
            observed_at: at(hour),
            price_column: "advertised_price_minor".to_owned(),
            ..crate::support::settings()
        };
        dealeragent_feeds::import(sample.as_bytes(), &profile, &settings)
    };
    let first = applied(judge(None, candidate(at(0)), read(0), &JudgeRules::default()));
    let second = applied(judge(Some(&first.next), candidate(at(72)), read(72), &JudgeRules::default()));
    let seen = second.next.units[0].listing.observed_at;
    assert_eq!(seen.to_string(), "2026-08-01T14:00:00Z", "the row ages whatever the file's time");
    assert_eq!(second.diff.totals.unchanged, second.diff.totals.after);
}

#[test]
fn the_same_bytes_read_otherwise_are_judged_anew() {
    let state = after(&cars(1..=3));
    let mut other = candidate(at(0));
    other.file = FileFacts { reading: "r2".to_owned(), ..other.file };
    let judgement = judge(Some(&state), other, read(&file(&[car(1), car(2), car(3)]), at(0)), &JudgeRules::default());
    assert_eq!(applied(judgement).diff.totals.unchanged, 3);
}
