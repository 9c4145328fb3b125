//! Which unit is which (B18, B20, C01).

use dealeragent_feeds::judge::{JudgeRules, Remembering, judge};

use super::{Car, after, applied, at, candidate, car, cars, file, judged_by, next, read, unit};

#[test]
fn a_relisted_unit_keeps_its_id_and_when_it_was_first_seen() {
    let state = after(&cars(1..=5));
    let id = unit(&state, 5).unwrap().listing.vehicle_id.clone();
    let without = file(&cars(1..=4));
    let state = next(&state, &without, 1).next;
    let state = next(&state, &without, 2).next;
    assert!(unit(&state, 5).is_none());
    let back = next(&state, &file(&cars(1..=5)), 24 * 20);
    assert_eq!((back.diff.totals.created, back.diff.totals.relisted), (1, 1));
    let unit = unit(&back.next, 5).unwrap();
    assert_eq!((&unit.listing.vehicle_id, unit.first_seen), (&id, at(0)));
    assert!(back.next.departed.is_empty());
}

#[test]
fn what_is_gone_is_remembered_within_bounds() {
    let gone = |remembering: Remembering, hour: i64| {
        let rules = JudgeRules { remembering, ..JudgeRules::default() };
        let without = file(&cars(1..=18));
        let mut state = after(&cars(1..=20));
        for hour in [1, 2, hour] {
            state = applied(judged_by(&rules, Some(&state), &without, hour)).next;
        }
        state.departed.len()
    };
    assert_eq!(gone(Remembering::default(), 3), 2);
    assert_eq!(gone(Remembering { units: 1, ..Remembering::default() }, 3), 1);
    assert_eq!(gone(Remembering { seconds: 7_200, ..Remembering::default() }, 4), 2);
    assert_eq!(gone(Remembering { seconds: 7_200, ..Remembering::default() }, 5), 0);
}

#[test]
fn another_stock_number_is_an_update() {
    let state = after(&cars(1..=2));
    let proposal = next(&state, &file(&[Car { stock: Some("Z9"), ..car(1) }, car(2)]), 1);
    assert_eq!((proposal.diff.totals.updated, proposal.diff.totals.created, proposal.diff.totals.missing), (1, 0, 0));
    let change = &proposal.diff.updated[0].changes[0];
    assert_eq!(
        (change.field.as_str(), change.old.as_deref(), change.new.as_deref()),
        ("stock_number", Some("S1"), Some("Z9"))
    );
}

#[test]
fn one_vin_at_two_rooftops_is_two_units() {
    let both = [car(1), Car { rooftop: "south", ..car(1) }, Car { rooftop: "south", ..car(2) }];
    let state = after(&both);
    assert_eq!(state.units.len(), 3);
    let moved = next(&state, &file(&[both[1], both[2], car(3)]), 1);
    assert_eq!((moved.diff.totals.missing, moved.diff.totals.created), (1, 1));
    assert_eq!(moved.diff.missing[0].rooftop_id.as_str(), "north");
}

/// What only the supplier before had goes with the first good file of the new
/// one, at once; what both have keeps its history.
#[test]
fn another_source_retires_what_only_the_old_one_had() {
    let state = after(&cars(1..=20));
    let switch = |numbers| {
        let mut other = candidate(at(-5));
        other.source = "new supplier".to_owned();
        judge(Some(&state), other, read(&file(&cars(numbers)), at(-5)), &JudgeRules::default())
    };
    let proposal = applied(switch(3..=22));
    assert!(proposal.diff.source_switched);
    assert_eq!((proposal.diff.totals.removed, proposal.diff.totals.created, proposal.diff.totals.missing), (2, 2, 0));
    assert_eq!(unit(&proposal.next, 3).unwrap().first_seen, at(0));
    // A new supplier's first file is guarded too.
    super::held(switch(1..=5));
}
