//! Units that a file does not have (C01 to C03, B19).

use dealeragent_feeds::judge::{Grace, JudgeRules, TimeBasis, judge};
use dealeragent_protocol::facts::{AvailabilityAuthority, AvailabilityStatus};

use super::{Car, after, applied, at, candidate, car, cars, file, judged_by, next, read, row, unit, vin};

#[test]
fn an_absent_unit_stays_for_one_file_as_unknown() {
    let state = after(&cars(1..=5));
    let first = next(&state, &file(&cars(1..=4)), 1);
    assert_eq!((first.diff.totals.missing, first.diff.totals.removed), (1, 0));
    let absent = unit(&first.next, 5).unwrap();
    let published = absent.published();
    assert_eq!(published.availability.status, AvailabilityStatus::Unknown);
    assert_eq!(published.availability.authority, AvailabilityAuthority::Unknown);
    let reason = published.availability.reason.as_ref().unwrap().as_str();
    assert!(reason.contains("Not in the dealer's export of 2026-11-01T01:00:00Z"), "{reason}");
    assert_eq!(published.observed_at, at(0), "it ages");
    let second = next(&first.next, &file(&cars(1..=4)), 2);
    assert_eq!((second.diff.totals.missing, second.diff.totals.removed), (0, 1));
    assert!(unit(&second.next, 5).is_none());
    assert_eq!(second.diff.removed[0].vin.as_str(), vin(5));
}

#[test]
fn the_grace_counts_files_or_time_whichever_is_longer() {
    let stays = |grace, hours: &[i64]| {
        let rules = JudgeRules { grace, ..JudgeRules::default() };
        let mut state = after(&cars(1..=5));
        for hour in hours {
            state = applied(judged_by(&rules, Some(&state), &file(&cars(1..=4)), *hour)).next;
        }
        unit(&state, 5).is_some()
    };
    assert!(!stays(Grace { files: 0, seconds: 0 }, &[1]));
    assert!(stays(Grace { files: 2, seconds: 0 }, &[1, 2]));
    assert!(!stays(Grace { files: 2, seconds: 0 }, &[1, 2, 3]));
    assert!(stays(Grace { files: 0, seconds: 7_200 }, &[1, 2]));
    assert!(!stays(Grace { files: 0, seconds: 7_200 }, &[1, 2, 3]));
}

#[test]
fn a_unit_that_comes_back_in_time_is_as_before() {
    let state = after(&cars(1..=5));
    let state = next(&state, &file(&cars(1..=4)), 1).next;
    let back = next(&state, &file(&cars(1..=5)), 2);
    assert_eq!((back.diff.totals.returned, back.diff.totals.created), (1, 0));
    let unit = unit(&back.next, 5).unwrap();
    assert_eq!((unit.missing, unit.first_seen), (None, at(0)));
    assert_eq!(unit.published().availability.status, unit.listing.availability.status);
}

#[test]
fn a_rooftop_that_the_file_does_not_mention_is_left_alone() {
    let south: Vec<Car> = cars(11..=19).into_iter().map(|car| Car { rooftop: "south", ..car }).collect();
    let both: Vec<Car> = cars(1..=3).into_iter().chain(south).collect();
    let state = after(&both);
    let proposal = next(&state, &file(&cars(1..=3)), 1);
    assert_eq!((proposal.diff.totals.kept, proposal.diff.totals.missing, proposal.next.units.len()), (9, 0, 12));
    assert_eq!(proposal.diff.absent_rooftops[0].rooftop_id.as_str(), "south");
    let seen = |rooftop: &str| *proposal.next.rooftops.iter().find(|(id, _)| id.as_str() == rooftop).unwrap().1;
    assert_eq!((seen("north"), seen("south")), (at(1), at(0)), "its own time ages");
}

/// A unit whose row is held back is in the file, so it is not gone; its last
/// good facts stay.
#[test]
fn a_row_that_is_held_back_is_no_absence() {
    let state = after(&cars(1..=5));
    let with = |rows: &str| {
        let proposal = next(&state, &format!("{}{rows}", file(&cars(1..=4))), 1);
        assert_eq!((proposal.diff.totals.withheld, proposal.diff.totals.missing), (1, 0), "{rows}");
        let unit = unit(&proposal.next, 5).unwrap();
        assert_eq!((unit.missing, unit.listing.observed_at, unit.last_seen), (None, at(0), at(0)));
        assert_eq!(proposal.diff.withheld[0].vin.as_str(), vin(5));
    };
    // No year; no rooftop that is known; a cell too many; a VIN that is none.
    with(&row(&Car { year: "soon", ..car(5) }));
    with(&row(&Car { rooftop: "moon", ..car(5) }));
    with(&row(&car(5)).replace("Modelo", "Modelo,extra"));
    with(&row(&car(5)).replace(&vin(5), "9ZZDAPT10RA"));
    // Two rows that differ.
    with(&format!("{}{}", row(&car(5)), row(&Car { price: "17995", ..car(5) })));
}

#[test]
fn what_is_held_back_does_not_bring_the_grace_to_an_end() {
    let state = after(&cars(1..=5));
    let state = next(&state, &file(&cars(1..=4)), 1).next;
    let broken = format!("{}{}", file(&cars(1..=4)), row(&Car { year: "soon", ..car(5) }));
    let state = next(&state, &broken, 2).next;
    assert_eq!(unit(&state, 5).unwrap().missing, None);
    // From here the grace begins anew.
    assert_eq!(next(&state, &file(&cars(1..=4)), 3).diff.totals.missing, 1);
}

/// The same bytes, written again by the source, are one more file without it.
#[test]
fn a_source_that_repeats_itself_ends_the_grace() {
    let state = after(&cars(1..=5));
    let text = file(&cars(1..=4));
    let state = next(&state, &text, 1).next;
    let mut again = candidate(at(9));
    again.file.basis = TimeBasis::Arrived;
    assert!(matches!(
        judge(Some(&state), again, read(&text, at(9)), &JudgeRules::default()),
        dealeragent_feeds::judge::Judgement::Unchanged
    ));
    assert_eq!(next(&state, &text, 9).diff.totals.removed, 1);
}
