//! Records about issued tokens.

use std::{num::NonZeroU32, thread};

use dealeragent_store::{RecordedReach, Revocation, Revoked, Store, StoreFault, TokenFilter};

use crate::{
    records::{agent, delegation, delegation_id, hours, jti, reason, scopes, token},
    support::{World, start},
};

fn ids(world: &World, filter: &TokenFilter) -> Vec<String> {
    let records = world.store.credential_store().list(filter).unwrap();
    records.into_iter().map(|record| record.jti.to_string()).collect()
}

#[test]
fn a_record_comes_back_as_it_was() {
    let world = World::new();
    let tokens = world.store.credential_store();
    world.store.delegation_store().create(&delegation(1, "agent")).unwrap();
    let full = token(1, "agent");
    let mut bare = token(2, "ägent – “two”");
    (bare.profiles, bare.purposes, bare.scopes) = (None, None, scopes(&[]));
    bare.reach = RecordedReach::Delegation(delegation_id(1));
    let mut revoked = token(3, "agent");
    revoked.revoked = Some(Revocation { at: start(), reason: Some(reason("lost")) });
    for record in [&full, &bare, &revoked] {
        tokens.record(record).unwrap();
    }
    assert_eq!(tokens.list(&TokenFilter::default()).unwrap(), [revoked, bare, full]);
}

#[test]
fn lists_are_narrowed_by_agent_and_by_time() {
    let world = World::new();
    let tokens = world.store.credential_store();
    (1..=6).for_each(|n| tokens.record(&token(n, if n % 2 == 0 { "even" } else { "odd" })).unwrap());
    tokens.revoke(&jti(4), None, start()).unwrap();
    let even = TokenFilter { subject: Some(agent("even")), live_at: None };
    assert_eq!(ids(&world, &even), ["jti-6", "jti-4", "jti-2"]);
    // Token n ends at second 3600 + n; at its end it is no longer live.
    let live = |at| TokenFilter { subject: None, live_at: Some(at) };
    assert_eq!(ids(&world, &live(start().plus_seconds(3603))), ["jti-6", "jti-5"]);
    assert_eq!(ids(&world, &live(hours(2))), [""; 0]);
    let all = tokens.list(&TokenFilter::default()).unwrap();
    let live_by_hand = all.iter().filter(|record| record.is_live(start().plus_seconds(3603))).count();
    assert_eq!((all.len(), live_by_hand), (6, 2));
}

#[test]
fn a_revocation_is_for_good() {
    let world = World::new();
    let tokens = world.store.credential_store();
    tokens.record(&token(1, "agent")).unwrap();
    let Revoked::Now(record) = tokens.revoke(&jti(1), Some(&reason("leaked")), hours(1)).unwrap() else { panic!() };
    assert_eq!(record.revoked, Some(Revocation { at: hours(1), reason: Some(reason("leaked")) }));
    let Revoked::Before(record) = tokens.revoke(&jti(1), Some(&reason("again")), hours(2)).unwrap() else { panic!() };
    assert_eq!(record.revoked, Some(Revocation { at: hours(1), reason: Some(reason("leaked")) }));
    assert_eq!(tokens.revoke(&jti(2), None, hours(2)).unwrap(), Revoked::Unknown);
    // Not even by hand.
    let raw = world.raw();
    for statement in [
        "UPDATE issued_tokens SET revoked_at_us = NULL, revoked_reason = NULL",
        "UPDATE issued_tokens SET revoked_at_us = 7",
        "UPDATE issued_tokens SET jti = 'another'",
        "INSERT OR REPLACE INTO issued_tokens SELECT jti, subject, organization_id, rooftop_ids, delegation_id, scopes,
             profiles, purposes, audience, issued_at_us, expires_at_us, NULL, NULL FROM issued_tokens",
    ] {
        raw.execute(statement, []).expect_err(statement);
    }
}

#[test]
fn a_record_is_not_changed_or_taken_twice() {
    let world = World::new();
    let tokens = world.store.credential_store();
    tokens.record(&token(1, "agent")).unwrap();
    let fault = tokens.record(&token(1, "another")).unwrap_err().to_string();
    assert!(fault.contains("on record already"), "{fault}");
    let raw = world.raw();
    for column in ["subject = 'x'", "scopes = '[]'", "expires_at_us = expires_at_us + 1", "rooftop_ids = '[\"x\"]'"] {
        raw.execute(&format!("UPDATE issued_tokens SET {column}, revoked_at_us = 1"), []).expect_err(column);
    }
    assert_eq!(tokens.list(&TokenFilter::default()).unwrap(), [token(1, "agent")]);
}

#[test]
fn a_token_names_a_delegation_that_is_on_record() {
    let world = World::new();
    let mut record = token(1, "agent");
    record.reach = RecordedReach::Delegation(delegation_id(9));
    world.store.credential_store().record(&record).unwrap_err();
    assert_eq!(ids(&world, &TokenFilter::default()), [""; 0]);
}

#[test]
fn all_tokens_of_an_agent_are_revoked_at_once() {
    let world = World::new();
    let tokens = world.store.credential_store();
    (1..=3).for_each(|n| tokens.record(&token(n, "agent")).unwrap());
    tokens.record(&token(4, "another")).unwrap();
    tokens.revoke(&jti(2), None, start()).unwrap();
    // A second after the end of 1: whoever checks it may still let it pass.
    let now = start().plus_seconds(3602);
    let mut revoked = tokens.revoke_subject(&agent("agent"), Some(&reason("gone")), now).unwrap();
    revoked.sort();
    assert_eq!(revoked, [jti(1), jti(3)]);
    assert_eq!(tokens.revoke_subject(&agent("agent"), None, now).unwrap(), []);
    assert_eq!(tokens.revoke_subject(&agent("nobody"), None, now).unwrap(), []);
    let left = TokenFilter { subject: None, live_at: Some(start().plus_seconds(10)) };
    assert_eq!(ids(&world, &left), ["jti-4"]);
    // A later token is another one.
    tokens.record(&token(5, "agent")).unwrap();
    assert_eq!(ids(&world, &left), ["jti-5", "jti-4"]);
    assert_eq!(tokens.revoke_all(Some(&reason("all")), start()).unwrap().len(), 2);
    assert_eq!(ids(&world, &left), [""; 0]);
}

#[test]
fn only_what_ended_long_ago_is_dropped() {
    let world = World::new();
    let tokens = world.store.credential_store();
    (1..=3).for_each(|n| tokens.record(&token(n, "agent")).unwrap());
    tokens.revoke(&jti(3), None, start()).unwrap();
    let day = NonZeroU32::MIN;
    // Token 2 ended at second 3602: exactly a day later it stays.
    let now = start().plus_seconds(3602 + 86_400);
    assert_eq!(tokens.prune_expired(day, start()).unwrap(), 0);
    assert_eq!(tokens.prune_expired(day, now).unwrap(), 1);
    assert_eq!(ids(&world, &TokenFilter::default()), ["jti-3", "jti-2"]);
    assert_eq!(tokens.prune_expired(day, hours(48)).unwrap(), 2);
}

#[test]
fn a_record_that_was_changed_by_hand_is_named() {
    let world = World::new();
    world.store.credential_store().record(&token(1, "agent")).unwrap();
    world.unguarded().execute("UPDATE issued_tokens SET scopes = '[\"everything\"]'", []).unwrap();
    let fault = world.store.credential_store().list(&TokenFilter::default()).unwrap_err();
    assert!(matches!(fault, StoreFault::BadRecord { .. }), "{fault}");
    let text = fault.to_string();
    assert!(text.contains("changed by hand") && text.contains("rotate-key --now"), "{text}");
}

/// Two stores, as two processes have them, that write at the same time.
#[test]
fn writers_wait_for_each_other() {
    let world = World::new();
    let other = Store::open(world.folder.path()).unwrap();
    let write = |store: &Store, from: u32| {
        let tokens = store.credential_store();
        (from..from + 25).for_each(|n| tokens.record(&token(n, "agent")).unwrap());
        (from..from + 25).step_by(5).for_each(|n| {
            assert!(matches!(tokens.revoke(&jti(n), None, start()).unwrap(), Revoked::Now(_)));
        });
    };
    thread::scope(|scope| {
        scope.spawn(|| write(&world.store, 100));
        scope.spawn(|| write(&other, 200));
    });
    assert_eq!(ids(&world, &TokenFilter::default()).len(), 50);
    assert_eq!(ids(&world, &TokenFilter { subject: None, live_at: Some(start()) }).len(), 40);
}
