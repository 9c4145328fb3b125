//! Recorded delegations.

use dealeragent_store::Revoked;

use crate::{
    records::{delegation, delegation_id, hours},
    support::World,
};

#[test]
fn a_delegation_comes_back_as_it_was() {
    let world = World::new();
    let store = world.store.delegation_store();
    let (first, second) = (delegation(1, "agent"), delegation(2, "another"));
    store.create(&first).unwrap();
    store.create(&second).unwrap();
    assert_eq!(store.show(&first.id).unwrap().as_ref(), Some(&first));
    assert_eq!(store.list().unwrap(), [second, first.clone()]);
    assert_eq!(store.show(&delegation_id(9)).unwrap(), None);
    store.create(&first).unwrap_err();
}

#[test]
fn a_revocation_is_for_good() {
    let world = World::new();
    let store = world.store.delegation_store();
    let record = delegation(1, "agent");
    store.create(&record).unwrap();
    assert!(record.is_live(hours(1)) && !record.is_live(record.expires_at));
    let Revoked::Now(revoked) = store.revoke(&record.id, hours(1)).unwrap() else { panic!() };
    assert_eq!(revoked.revoked_at, Some(hours(1)));
    assert!(!revoked.is_live(hours(1)) && revoked.to_delegation().is_none());
    assert_eq!(store.revoke(&record.id, hours(2)).unwrap(), Revoked::Before(revoked));
    assert_eq!(store.revoke(&delegation_id(9), hours(2)).unwrap(), Revoked::Unknown);
    let raw = world.raw();
    for statement in [
        "UPDATE delegations SET revoked_at_us = NULL",
        "UPDATE delegations SET rooftop_ids = '[\"everything\"]'",
        "DELETE FROM delegations",
        "INSERT OR REPLACE INTO delegations SELECT id, issuer, grantee, organization_id, rooftop_ids, scopes,
             created_at_us, expires_at_us, NULL FROM delegations",
    ] {
        raw.execute(statement, []).expect_err(statement);
    }
}

#[test]
fn what_policy_reads_is_what_was_recorded() {
    let record = delegation(1, "agent");
    let read = record.to_delegation().unwrap();
    assert_eq!((&read.id, &read.issuer, &read.grantee), (&record.id, &record.issuer, &record.grantee));
    assert_eq!((&read.rooftops, &read.scopes), (&record.rooftops, &record.scopes));
    assert_eq!(read.expires_at, record.expires_at);
}
