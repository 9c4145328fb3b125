//! Snapshots: what is refused, and what is shared.

use std::sync::Arc;

use dealeragent_inventory::{OrganizationInventory, RooftopStock, Snapshot, SnapshotError};
use dealeragent_protocol::values::OrganizationId;

use crate::fixture::{everything, organization, organization_id, rooftop, unit, unit_at};

fn other() -> OrganizationId {
    OrganizationId::parse("org-two").unwrap()
}

fn stock_of_other() -> RooftopStock {
    let mut unit = unit(1);
    unit.organization_id = other();
    RooftopStock { organization_id: other(), ..rooftop("main", vec![unit]) }
}

#[test]
fn can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Snapshot>();
}

#[test]
fn organizations_are_apart() {
    let snapshot = Snapshot::build(vec![
        rooftop("main", vec![unit(1), unit(2)]),
        stock_of_other(),
        rooftop("west", vec![unit_at("west", 3)]),
    ])
    .unwrap();
    let total = |id: &OrganizationId| snapshot.organization(id).unwrap().search(&everything()).total;
    assert_eq!((total(&organization_id()), total(&other())), (3, 1));
    assert!(snapshot.organization(&OrganizationId::parse("org-three").unwrap()).is_none());
    assert!(Snapshot::empty().organization(&organization_id()).is_none());
    let empty = OrganizationInventory::empty(organization_id());
    assert_eq!((empty.search(&everything()).total, empty.listings().count()), (0, 0));
}

#[test]
fn a_new_snapshot_shares_what_did_not_change() {
    let old = Snapshot::build(vec![rooftop("main", vec![unit(1)]), stock_of_other()]).unwrap();
    let new = old.with_organization(organization(vec![rooftop("main", vec![unit(1), unit(2)])]));
    let held = |snapshot: &Snapshot, id: &OrganizationId| {
        snapshot.organizations().find(|organization| organization.organization_id() == id).cloned()
    };
    let (before, after) = (held(&old, &other()).unwrap(), held(&new, &other()).unwrap());
    assert!(Arc::ptr_eq(&before, &after));
    assert_eq!(old.organization(&organization_id()).unwrap().listings().count(), 1);
    assert_eq!(new.organization(&organization_id()).unwrap().listings().count(), 2);
    assert!(new.without_organization(&other()).organization(&other()).is_none());
}

#[test]
fn repeats_and_strays_are_refused() {
    let built = |stock: Vec<RooftopStock>| Snapshot::build(stock).err();
    let repeated_rooftop = built(vec![rooftop("main", vec![]), rooftop("main", vec![unit(1)])]);
    assert!(matches!(repeated_rooftop, Some(SnapshotError::RepeatedRooftop { .. })));
    let repeated_unit = built(vec![rooftop("main", vec![unit(1), unit(1)])]);
    assert!(matches!(repeated_unit, Some(SnapshotError::RepeatedVehicle { .. })));
    let mut elsewhere = unit_at("west", 2);
    elsewhere.vehicle_id = unit(1).vehicle_id;
    let across = built(vec![rooftop("main", vec![unit(1)]), rooftop("west", vec![elsewhere])]);
    assert!(matches!(across, Some(SnapshotError::RepeatedVehicle { .. })));
    let mut same_vin = unit(2);
    same_vin.vin = unit(1).vin;
    let repeated_vin = built(vec![rooftop("main", vec![unit(1), same_vin])]);
    assert!(matches!(repeated_vin, Some(SnapshotError::RepeatedVin { .. })));
    let stray = built(vec![rooftop("main", vec![unit_at("west", 1)])]);
    assert!(matches!(stray, Some(SnapshotError::Misplaced { .. })));
    let foreign = OrganizationInventory::build(organization_id(), vec![stock_of_other()]).err();
    assert!(matches!(foreign, Some(SnapshotError::ForeignRooftop { .. })));
}
