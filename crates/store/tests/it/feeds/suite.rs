//! What holds for every store.

use dealeragent_feeds::{
    judge::RunOutcome,
    keep::{Change, Commit, FeedStore, Hide, KEPT_RUNS, KeepFault, MemoryFeedStore, Pause},
};
use dealeragent_protocol::values::{OrganizationId, RooftopId, VehicleId};

use super::{apply, at, demo_lot, hold, record, reject, run_id, state, state_of};
use crate::support::World;

fn every_store(check: fn(&dyn FeedStore)) {
    check(&MemoryFeedStore::new());
    check(&World::new().store.feed_store());
}

#[test]
fn a_state_comes_back_as_it_went() {
    every_store(|store| {
        assert!(store.load().unwrap().feeds.is_empty());
        let (one, two) = (state(1_200, 1), state_of(demo_lot(), 2));
        apply(store, "one", 1, &one, 0).unwrap();
        apply(store, "two", 2, &two, 0).unwrap();
        let kept = store.load().unwrap();
        assert_eq!(kept.feeds["one"].state.as_deref(), Some(&*one));
        assert_eq!(kept.feeds["two"].state.as_deref(), Some(&*two));
        assert!(kept.feeds.values().all(|feed| feed.version == 1 && feed.held.is_none()));
        let less = state(3, 3);
        apply(store, "one", 3, &less, 1).unwrap();
        assert_eq!(store.load().unwrap().feeds["one"].state.as_deref(), Some(&*less));
    });
}

#[test]
fn a_held_state_changes_nothing_until_it_is_accepted() {
    every_store(|store| {
        let (good, waiting) = (state(20, 1), state(4, 2));
        apply(store, "one", 1, &good, 0).unwrap();
        hold(store, "one", 2, &waiting, 1);
        let kept = store.load().unwrap();
        assert_eq!(kept.feeds["one"].state.as_deref(), Some(&*good));
        let held = kept.feeds["one"].held.clone().unwrap();
        assert_eq!((held.run, held.file), (run_id(2), waiting.file.clone()));
        assert_eq!(store.rejects(&run_id(2)).unwrap(), [reject(7)]);
        let record = store.accept(&run_id(2), "pat", at(9)).unwrap();
        let RunOutcome::Accepted { by, .. } = record.outcome else { panic!("{record:?}") };
        assert_eq!(by, "pat");
        let kept = store.load().unwrap();
        assert_eq!(kept.feeds["one"].state.as_deref(), Some(&*waiting));
        assert_eq!((kept.feeds["one"].version, kept.feeds["one"].held.clone()), (2, None));
        assert!(matches!(store.accept(&run_id(2), "pat", at(9)), Err(KeepFault::NotHeld { outcome: "accepted", .. })));
        assert!(matches!(store.accept(&run_id(8), "pat", at(9)), Err(KeepFault::NoSuchRun { .. })));
        assert!(matches!(store.rejects(&run_id(8)), Err(KeepFault::NoSuchRun { .. })));
    });
}

#[test]
fn a_newer_run_takes_the_place_of_one_that_waits() {
    every_store(|store| {
        apply(store, "one", 1, &state(20, 1), 0).unwrap();
        hold(store, "one", 2, &state(4, 2), 1);
        hold(store, "one", 3, &state(3, 3), 1);
        let outcome = |number| store.run(&run_id(number)).unwrap().unwrap().outcome.as_str();
        assert_eq!((outcome(2), outcome(3)), ("superseded", "held"));
        assert!(matches!(
            store.accept(&run_id(2), "pat", at(9)),
            Err(KeepFault::NotHeld { outcome: "superseded", .. })
        ));
        apply(store, "one", 4, &state(19, 4), 1).unwrap();
        assert_eq!(outcome(3), "superseded");
        assert_eq!(store.load().unwrap().feeds["one"].held, None);
        // One that cannot be read leaves both alone.
        hold(store, "one", 5, &state(4, 5), 2);
        let refused = record("one", 6, RunOutcome::Refused { kind: None, fault: "no such file".to_owned() });
        store.commit(&Commit { record: &refused, rejects: &[], change: Change::None, based_on: 2 }).unwrap();
        assert_eq!(outcome(5), "held");
    });
}

#[test]
fn a_state_that_was_judged_against_another_is_refused() {
    every_store(|store| {
        apply(store, "one", 1, &state(5, 1), 0).unwrap();
        let before = store.generation().unwrap();
        let fault = apply(store, "one", 2, &state(1, 2), 0).unwrap_err();
        assert_eq!(fault, KeepFault::Conflict { feed: "one".to_owned() });
        assert_eq!(store.generation().unwrap(), before);
        assert_eq!(store.run(&run_id(2)).unwrap(), None, "nothing of it is written");
        assert_eq!(store.load().unwrap().feeds["one"].state.as_ref().unwrap().units.len(), 5);
    });
}

#[test]
fn old_runs_go_but_not_the_one_that_waits() {
    every_store(|store| {
        apply(store, "one", 1, &state(2, 1), 0).unwrap();
        hold(store, "one", 2, &state(1, 2), 1);
        for number in 3..u128::try_from(KEPT_RUNS).unwrap() + 10 {
            let refused = record("one", number, RunOutcome::Refused { kind: None, fault: "gone".to_owned() });
            store.commit(&Commit { record: &refused, rejects: &[], change: Change::None, based_on: 1 }).unwrap();
        }
        let runs = store.runs(Some("one"), 1_000).unwrap();
        assert_eq!(runs.len(), KEPT_RUNS + 1);
        assert!(runs.windows(2).all(|pair| pair[0].id > pair[1].id), "the newest first");
        assert_eq!(runs.last().unwrap().id, run_id(2));
        assert_eq!(store.rejects(&run_id(2)).unwrap().len(), 1);
        assert_eq!(store.run(&run_id(1)).unwrap(), None);
        assert_eq!((store.runs(Some("two"), 9).unwrap().len(), store.runs(None, 5).unwrap().len()), (0, 5));
        store.accept(&run_id(2), "pat", at(9)).unwrap();
    });
}

#[test]
fn what_is_off_the_air_is_kept() {
    every_store(|store| {
        let organization_id = OrganizationId::parse("org1").unwrap();
        let (vehicle_id, rooftop_id) = (VehicleId::parse("veh_a").unwrap(), RooftopId::parse("north").unwrap());
        let hide = Hide {
            organization_id: organization_id.clone(),
            vehicle_id: vehicle_id.clone(),
            name: "2024 Testla".to_owned(),
            by: "pat".to_owned(),
            why: Some("recall".to_owned()),
            at: at(1),
        };
        let pause = Pause {
            organization_id: organization_id.clone(),
            rooftop_id: rooftop_id.clone(),
            by: "pat".to_owned(),
            why: None,
            at: at(2),
        };
        let before = store.generation().unwrap();
        assert!(store.hide(&hide).unwrap() && store.pause(&pause).unwrap());
        assert!(store.generation().unwrap() > before);
        assert!(!store.hide(&Hide { by: "kim".to_owned(), ..hide.clone() }).unwrap());
        assert!(!store.pause(&pause).unwrap());
        let controls = store.load().unwrap().controls;
        assert_eq!(controls, store.controls().unwrap());
        assert_eq!((controls.hides.as_slice(), controls.pauses.as_slice()), (&[hide][..], &[pause][..]));
        assert!(store.show(&organization_id, &vehicle_id).unwrap());
        assert!(!store.show(&organization_id, &vehicle_id).unwrap());
        assert!(store.resume(&organization_id, &rooftop_id).unwrap());
        assert!(!store.resume(&organization_id, &rooftop_id).unwrap());
    });
}

#[test]
fn a_feed_that_is_no_more_is_forgotten() {
    every_store(|store| {
        apply(store, "one", 1, &state(5, 1), 0).unwrap();
        store.forget("one").unwrap();
        assert!(store.load().unwrap().feeds.get("one").is_none_or(|feed| feed.state.is_none()));
        assert_eq!(store.runs(Some("one"), 9).unwrap().len(), 1);
    });
}
