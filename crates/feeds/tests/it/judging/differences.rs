//! What a diff tells (C02).

use dealeragent_feeds::{judge::Diff, report::Notice};

use super::{Car, after, car, cars, file, next};

#[test]
fn every_unit_is_told_once() {
    let state = after(&cars(1..=10));
    let mut changed: Vec<Car> = cars(2..=12);
    changed[0].price = "17995";
    let proposal = next(&state, &file(&changed), 1);
    let totals = proposal.diff.totals;
    assert_eq!(
        totals.before,
        totals.updated + totals.unchanged + totals.missing + totals.removed + totals.withheld + totals.kept
    );
    assert_eq!(totals.after, totals.before - totals.removed + totals.created);
    assert_eq!((totals.created, totals.updated, totals.unchanged, totals.missing), (2, 1, 8, 1));
    assert_eq!(proposal.next.units.len() as u64, totals.after);
    let text = proposal.diff.to_string();
    assert!(text.contains("price USD 18,995.00 -> USD 17,995.00"), "{text}");
    assert!(text.contains("1 of 9 prices moved") && text.contains("-5.2 %"), "{text}");
    let again: Diff = serde_json::from_str(&serde_json::to_string(&proposal.diff).unwrap()).unwrap();
    assert_eq!(again, proposal.diff);
}

#[test]
fn an_odometer_that_went_back_is_a_warning_of_the_run() {
    let state = after(&cars(1..=3));
    let proposal = next(&state, &file(&[Car { miles: 9_000, ..car(1) }, car(2), car(3)]), 1);
    let report = proposal.report.unwrap();
    let warning = report.warnings.iter().find(|warning| warning.kind == Notice::OdometerFell).unwrap();
    assert_eq!(warning.count, 1);
    assert_eq!(proposal.diff.updated[0].changes[0].old.as_deref(), Some("10,000 mi"));
}

#[test]
fn lists_are_bounded_and_counts_are_not() {
    let state = after(&cars(1..=1));
    let proposal = next(&state, &file(&cars(1..=400)), 1);
    assert_eq!((proposal.diff.totals.created, proposal.diff.created.len()), (399, dealeragent_feeds::judge::MAX_NAMED));
    assert!(proposal.diff.to_string().contains("+ and 379 more"), "{}", proposal.diff);
}
