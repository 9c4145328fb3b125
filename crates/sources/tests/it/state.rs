//! How long a source that fails is left alone.

use std::time::Duration;

use dealeragent_egress::EgressError;
use dealeragent_sources::{BackOff, Every, FaultKind, Fetched, NotYet, Schedule, SourceFault, SourceState, Standing};
use proptest::prelude::*;

use crate::world::at;

const BACK_OFF: BackOff = BackOff { first: Duration::from_secs(60), longest: Duration::from_secs(3600), rest_after: 3 };

fn schedule() -> Schedule {
    Schedule::every(Every::parse("15m").unwrap(), "lot")
}

fn host() -> String {
    "feeds.example".to_owned()
}

fn fault(error: &EgressError) -> Result<Fetched, SourceFault> {
    Err(SourceFault::from_egress("https://feeds.example", error))
}

fn unreachable() -> Result<Fetched, SourceFault> {
    fault(&EgressError::Unreachable { host: host() })
}

/// Seconds from the last look to the next.
fn wait(state: &SourceState) -> i64 {
    let last = state.last_look().unwrap();
    state.next_look(&schedule(), &BACK_OFF, last).seconds_since(last)
}

#[test]
fn failures_double_the_wait_up_to_its_end() {
    let mut state = SourceState::default();
    assert_eq!(state.next_look(&schedule(), &BACK_OFF, at(5)), at(5), "never looked at: at once");
    assert_eq!(state.standing(&BACK_OFF), Standing::New);
    for (times, longest) in [(1, 60), (2, 120), (3, 240), (4, 480), (5, 960), (6, 1920), (7, 3600), (8, 3600)] {
        state = state.after(at(0), &unreachable());
        let wait = wait(&state);
        assert!((longest..=longest + longest / 10).contains(&wait), "{times}: {wait}");
    }
    assert_eq!(state.standing(&BACK_OFF), Standing::Resting(8));
    assert_eq!(state.last_fault(), Some(FaultKind::Unreachable));

    let state = state.after(at(0), &Ok(Fetched::Unchanged));
    assert_eq!((state.standing(&BACK_OFF), state.failures(), state.last_fault()), (Standing::Well, 0, None));
    assert!((1..=900).contains(&wait(&state)), "back to the schedule");
}

#[test]
fn what_a_person_must_mend_is_looked_at_seldom() {
    let state = SourceState::default()
        .after(at(0), &fault(&EgressError::Status { host: host(), status: 401, retry_after: None }));
    assert_eq!((state.last_fault(), state.standing(&BACK_OFF)), (Some(FaultKind::Credentials), Standing::Failing(1)));
    assert!(wait(&state) >= 3600);
}

#[test]
fn the_other_sides_wish_is_heeded() {
    let long = Some(Duration::from_secs(7200));
    let busy = fault(&EgressError::Status { host: host(), status: 503, retry_after: long });
    assert_eq!(wait(&SourceState::default().after(at(0), &busy)), 7200);
    let short = Some(Duration::from_secs(1));
    let busy = fault(&EgressError::Status { host: host(), status: 503, retry_after: short });
    assert!(wait(&SourceState::default().after(at(0), &busy)) >= 60, "but never sooner than ours");
}

#[test]
fn a_file_that_settles_is_looked_at_again_soon() {
    let reason = NotYet { reason: "soon".into(), again_after: Some(Duration::from_secs(10)) };
    assert_eq!(wait(&SourceState::default().after(at(0), &Ok(Fetched::NotYet(reason)))), 10);
    let reason = NotYet { reason: "nothing there".into(), again_after: None };
    let state = SourceState::default().after(at(0), &Ok(Fetched::NotYet(reason)));
    assert_eq!(wait(&state), schedule().next_after(at(0)).seconds_since(at(0)));
}

#[test]
fn it_is_kept_over_a_restart() {
    let state = SourceState::default().after(at(0), &unreachable()).after(at(60), &unreachable());
    let kept: SourceState = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
    assert_eq!(kept, state);
    assert_eq!(serde_json::from_str::<SourceState>("{}").unwrap(), SourceState::default());
}

proptest! {
    #[test]
    fn it_is_never_looked_at_in_the_past_nor_never_again(
        outcomes in proptest::collection::vec(any::<bool>(), 1..40),
        looked in -1_000_000_i64..1_000_000,
        now in -1_000_000_i64..1_000_000,
    ) {
        let mut state = SourceState::default();
        for is_good in outcomes {
            let outcome = if is_good { Ok(Fetched::Unchanged) } else { unreachable() };
            state = state.after(at(looked), &outcome);
        }
        let next = state.next_look(&schedule(), &BACK_OFF, at(now));
        prop_assert!(next >= at(now));
        prop_assert!(next.seconds_since(at(now)) <= 3960, "even where the clock was set back");
    }
}
