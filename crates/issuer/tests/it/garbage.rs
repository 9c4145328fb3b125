//! Files that are damaged, or somebody else's.

use std::fs;

use dealeragent_issuer::{Issuer, IssuerFault, Rotation};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{SITE, World, start};

fn open(world: &World) -> Result<Issuer, IssuerFault> {
    Issuer::open(world.data_dir(), dealeragent_protocol::values::Text::parse(SITE).unwrap(), start())
}

fn ring(world: &World) -> Value {
    serde_json::from_slice(&fs::read(world.ring()).unwrap()).unwrap()
}

type Change = fn(&mut Value);

#[test]
fn a_list_with_a_wrong_key_is_refused() {
    let world = World::new();
    world.issuer();
    Issuer::rotate(world.data_dir(), Rotation::Gentle, start()).unwrap();
    let good = ring(&world);
    let changes: [(&str, Change); 7] = [
        ("thumbprint", |ring| ring["signing"]["kid"] = json!("A".repeat(43))),
        ("thumbprint", |ring| ring["retired"][0]["key"]["x"] = ring["signing"]["x"].clone()),
        ("coordinates", |ring| ring["signing"]["x"] = json!("../../x")),
        ("twice", |ring| ring["retired"][0]["key"] = ring["signing"].clone()),
        ("another version", |ring| ring["version"] = json!(2)),
        ("not a list", |ring| ring["more"] = json!(1)),
        ("not a list", |ring| ring["signing"]["created_at"] = json!("yesterday")),
    ];
    for (wanted, change) in changes {
        let mut changed = good.clone();
        change(&mut changed);
        fs::write(world.ring(), changed.to_string()).unwrap();
        let fault = world.fault();
        assert!(fault.contains(wanted) && fault.contains("ring.json") && fault.contains("backup"), "{fault}");
    }
    fs::write(world.ring(), good.to_string()).unwrap();
    world.issuer();
}

/// A key of the right kind, but not the one of that name.
#[test]
fn another_key_under_its_name_is_refused() {
    let (world, other) = (World::new(), World::new());
    world.issuer();
    other.issuer();
    fs::copy(&other.private_keys()[0], &world.private_keys()[0]).unwrap();
    assert!(world.fault().contains("another key than its name says"), "{}", world.fault());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_key_file_with_garbage_is_a_fault(garbage in prop::collection::vec(any::<u8>(), 0..300)) {
        let world = World::new();
        world.issuer();
        fs::write(&world.private_keys()[0], &garbage).unwrap();
        let is_fault = matches!(open(&world), Err(IssuerFault::BadKey { .. }));
        prop_assert!(is_fault);
    }

    #[test]
    fn a_key_file_with_a_changed_byte_never_panics(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let world = World::new();
        let keys = world.issuer().public_keys(start()).unwrap();
        let path = world.private_keys().remove(0);
        let mut der = fs::read(&path).unwrap();
        let at = at.index(der.len());
        der[at] = byte;
        fs::write(&path, &der).unwrap();
        // Either it is refused, or it is the same key all the same.
        if let Ok(issuer) = open(&world) {
            prop_assert_eq!(issuer.public_keys(start()).unwrap(), keys);
        }
    }

    #[test]
    fn a_list_with_garbage_is_a_fault(garbage in prop::collection::vec(any::<u8>(), 0..300)) {
        let world = World::new();
        world.issuer();
        fs::write(world.ring(), &garbage).unwrap();
        let is_fault = matches!(open(&world), Err(IssuerFault::BadRing { .. }));
        prop_assert!(is_fault);
    }

    #[test]
    fn a_list_that_is_cut_off_is_a_fault(at in any::<prop::sample::Index>()) {
        let world = World::new();
        world.issuer();
        let whole = fs::read(world.ring()).unwrap();
        fs::write(world.ring(), &whole[..at.index(whole.len())]).unwrap();
        let is_fault = matches!(open(&world), Err(IssuerFault::BadRing { .. }));
        prop_assert!(is_fault);
    }
}
