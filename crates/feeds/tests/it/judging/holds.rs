//! What waits for a person (A16, C05).

use dealeragent_feeds::judge::{GuardRules, HoldReason, JudgeRules, Judgement, RunId, Share};

use super::{Car, after, applied, at, car, cars, file, held, judged, judged_by, next};
use crate::support::sample;

#[test]
fn a_drop_beyond_the_bound_waits() {
    let state = after(&cars(1..=20));
    let (reasons, proposal) = held(judged(Some(&state), &file(&cars(1..=13)), 1));
    let [HoldReason::Removes { rooftop_id: Some(rooftop), absent: 7, of: 20, .. }] = reasons.as_slice() else {
        panic!("{reasons:?}")
    };
    assert_eq!(rooftop.as_str(), "north");
    assert_eq!(proposal.diff.totals.newly_missing, 7);
    let run = RunId::mint(at(1), 7);
    let sentence = reasons[0].sentence(&run);
    assert!(sentence.contains("7 of 20 units (35 %)"), "{sentence}");
    assert!(sentence.contains(&format!("dealeragent feed accept {run}")), "{sentence}");
    // 30 % is not more than 30 %.
    applied(judged(Some(&state), &file(&cars(1..=14)), 1));
}

#[test]
fn a_small_lot_may_sell_a_car() {
    let state = after(&cars(1..=3));
    assert_eq!(next(&state, &file(&cars(1..=2)), 1).diff.totals.missing, 1);
    let state = after(&cars(1..=8));
    assert_eq!(next(&state, &file(&cars(1..=4)), 1).diff.totals.missing, 4);
    // One car for another is a day's business, a lot that is another is not.
    let state = after(&cars(1..=1));
    applied(judged(Some(&state), &file(&cars(2..=2)), 1));
    let state = after(&cars(1..=3));
    held(judged(Some(&state), &file(&cars(4..=6)), 1));
}

#[test]
fn the_bounds_are_settings() {
    let state = after(&cars(1..=20));
    let guard = GuardRules { most_removed: Share::percent(50).unwrap(), ..GuardRules::default() };
    let rules = JudgeRules { guard, ..JudgeRules::default() };
    applied(judged_by(&rules, Some(&state), &file(&cars(1..=10)), 1));
    held(judged_by(&rules, Some(&state), &file(&cars(1..=9)), 1));
    assert!(Share::percent(101).is_err());
}

#[test]
fn the_sample_of_a_broken_export_waits() {
    let text = |name: &str| {
        let text = String::from_utf8(sample(name)).unwrap();
        text.replace("rooftop_id,vin,stock_number", "Lot,VIN,Stock")
            .replace("condition,listing_url", "Type,VDP")
            .lines()
            .enumerate()
            .map(|(at, line)| format!("{line},{}\n", if at == 0 { "Price" } else { "18995" }))
            .collect::<String>()
    };
    let state = applied(judged(None, &text("c01_day1_full.csv"), 0)).next;
    assert_eq!(state.units.len(), 40);
    let (reasons, proposal) = held(judged(Some(&state), &text("c01_day2_80pct_missing.csv"), 24));
    assert_eq!(reasons.len(), 2, "each rooftop: {reasons:?}");
    assert_eq!(proposal.diff.totals.newly_missing, 32);
}

#[test]
fn an_empty_file_always_waits() {
    let state = after(&cars(1..=1));
    for empty in ["", "VIN,Stock,Year,Make,Model,Type,Price,Odometer,VDP,Lot\n"] {
        let (reasons, proposal) = held(judged(Some(&state), empty, 1));
        assert_eq!(reasons, [HoldReason::EmptyFile { units: 1 }]);
        assert!(proposal.next.units.is_empty() && proposal.report.is_none());
        assert_eq!((proposal.diff.totals.removed, proposal.next.departed.len()), (1, 1));
        // There is nothing that it could take away.
        assert!(matches!(judged(None, empty, 1), Judgement::Refused(_)));
    }
}

#[test]
fn a_file_of_which_nothing_can_be_used_waits() {
    let state = after(&cars(1..=2));
    let broken: Vec<Car> = cars(8..=9).into_iter().map(|car| Car { year: "soon", rooftop: "moon", ..car }).collect();
    let (reasons, _) = held(judged(Some(&state), &file(&broken), 1));
    assert_eq!(reasons, [HoldReason::NothingUsable { rows: 2, units: 2 }]);
}

#[test]
fn an_older_file_waits() {
    let state = after(&cars(1..=3));
    let (reasons, _) = held(judged(Some(&state), &file(&cars(1..=4)), -1));
    assert_eq!(reasons, [HoldReason::OlderFile { last: at(0), this: at(-1) }]);
}

#[test]
fn prices_that_move_too_far_too_often_wait() {
    let state = after(&cars(1..=20));
    let repriced = |count: u32, price| {
        let price = |car: Car| if car.number <= count { Car { price, ..car } } else { car };
        file(&cars(1..=20).into_iter().map(price).collect::<Vec<_>>())
    };
    let (reasons, proposal) = held(judged(Some(&state), &repriced(6, "189.95"), 1));
    let [HoldReason::PricesMove { moved: 6, of: 20, .. }] = reasons.as_slice() else { panic!("{reasons:?}") };
    let prices = &proposal.diff.prices;
    assert_eq!((prices.moved, prices.beyond, prices.median_permille), (6, 6, Some(-990)));
    assert_eq!(prices.largest.as_ref().unwrap().after.as_deref(), Some("USD 189.95"));
    held(judged(Some(&state), &repriced(20, ""), 1));
    // A quarter of them, a sale of 20 %, or a few: a day's business.
    applied(judged(Some(&state), &repriced(5, "1"), 1));
    applied(judged(Some(&state), &repriced(20, "15196"), 1));
    let small = after(&cars(1..=4));
    let all: Vec<Car> = cars(1..=4).into_iter().map(|car| Car { price: "1", ..car }).collect();
    applied(judged(Some(&small), &file(&all), 1));
    assert_eq!(next(&small, &file(&[car(1), car(2), car(3), car(4)]), 1).diff.prices.moved, 0);
}

/// A hold is decided against the last good state, not against another hold.
#[test]
fn a_held_file_changes_nothing_for_the_next() {
    let state = after(&cars(1..=20));
    held(judged(Some(&state), &file(&cars(1..=5)), 1));
    assert_eq!(next(&state, &file(&cars(1..=20)), 2).diff.totals.unchanged, 20);
}
