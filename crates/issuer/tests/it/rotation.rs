//! New keys, and what becomes of the old ones.

use std::{fs, thread};

use dealeragent_issuer::{Issuer, Rotation};
use dealeragent_protocol::values::Text;
use serde_json::Value;

use crate::support::{SITE, World, hours, order, start, verify};

#[test]
fn the_document_holds_public_halves_only() {
    let world = World::new();
    let issuer = world.issuer();
    let document: Value = serde_json::from_str(&issuer.jwks_json(start()).unwrap()).unwrap();
    let keys = document["keys"].as_array().unwrap();
    assert_eq!(keys.len(), 1);
    let mut members: Vec<_> = keys[0].as_object().unwrap().keys().map(String::as_str).collect();
    members.sort_unstable();
    assert_eq!(members, ["alg", "crv", "kid", "kty", "use", "x", "y"]);
    let said = |member: &str| keys[0][member].as_str().unwrap();
    assert_eq!((said("alg"), said("crv"), said("kty"), said("use")), ("ES256", "P-256", "EC", "sig"));
}

#[test]
fn retired_keys_verify_until_their_last_token_has_ended() {
    let world = World::new();
    let issuer = world.issuer();
    let mut long = order();
    long.lifetime = "24h".parse().unwrap();
    let old = issuer.issue(&long, hours(1)).unwrap();
    let rotated = Issuer::rotate(world.data_dir(), Rotation::Gentle, hours(1)).unwrap();
    assert_eq!(rotated.still_verify, 1);

    // The issuer that was open before signs with the new key.
    let new = issuer.issue(&order(), hours(1)).unwrap();
    let header = jsonwebtoken::decode_header(new.token.reveal()).unwrap();
    assert_eq!(header.kid.as_deref(), Some(rotated.signing.as_str()));
    let last = old.expires_at.plus_seconds(-1);
    for token in [&old, &new] {
        assert!(verify(token.token.reveal(), &issuer.public_keys(last).unwrap()).is_some());
    }
    // A while later, for clocks that differ, it is gone.
    let after = issuer.public_keys(hours(26)).unwrap();
    assert_eq!(after.keys.len(), 1);
    assert!(verify(old.token.reveal(), &after).is_none());
    // And the next rotation forgets it.
    assert_eq!(Issuer::rotate(world.data_dir(), Rotation::Gentle, hours(26)).unwrap().still_verify, 1);
    assert_eq!(fs::read_to_string(world.ring()).unwrap().matches("verifies_until").count(), 1);
}

#[test]
fn several_keys_may_be_retired() {
    let world = World::new();
    let issuer = world.issuer();
    let tokens: Vec<_> = (0..4)
        .map(|n| {
            let issued = issuer.issue(&order(), hours(n)).unwrap();
            Issuer::rotate(world.data_dir(), Rotation::Gentle, hours(n)).unwrap();
            issued
        })
        .collect();
    let keys = issuer.public_keys(hours(4)).unwrap();
    assert_eq!(keys.keys.len(), 5);
    assert!(tokens.iter().all(|issued| verify(issued.token.reveal(), &keys).is_some()));
}

#[test]
fn at_once_ends_every_token() {
    let world = World::new();
    let issuer = world.issuer();
    let first = issuer.issue(&order(), start()).unwrap();
    Issuer::rotate(world.data_dir(), Rotation::Gentle, start()).unwrap();
    let second = issuer.issue(&order(), start()).unwrap();
    let rotated = Issuer::rotate(world.data_dir(), Rotation::AtOnce, start()).unwrap();
    assert_eq!(rotated.still_verify, 0);
    let keys = issuer.public_keys(start()).unwrap();
    assert_eq!(keys.keys.len(), 1);
    for token in [first, second] {
        assert!(verify(token.token.reveal(), &keys).is_none());
    }
    assert!(verify(issuer.issue(&order(), start()).unwrap().token.reveal(), &keys).is_some());
}

/// A retired key has nothing left to sign.
#[test]
fn only_the_signing_keys_private_half_is_kept() {
    let world = World::new();
    world.issuer();
    for rotation in [Rotation::Gentle, Rotation::Gentle, Rotation::AtOnce] {
        let rotated = Issuer::rotate(world.data_dir(), rotation, start()).unwrap();
        let [file] = world.private_keys().try_into().unwrap();
        assert_eq!(file.file_stem().unwrap().to_str(), Some(rotated.signing.as_str()));
    }
}

#[test]
fn what_a_crash_left_behind_is_cleared_away() {
    let world = World::new();
    world.issuer();
    let stray = world.keys().join(format!("{}.p8", "A".repeat(43)));
    let unfinished = world.keys().join(format!("{}.p8.unfinished", "B".repeat(43)));
    let foreign = world.keys().join("notes.p8");
    for file in [&stray, &unfinished, &foreign] {
        fs::write(file, "x").unwrap();
    }
    fs::write(world.keys().join("ring.json.unfinished"), "half").unwrap();
    Issuer::rotate(world.data_dir(), Rotation::Gentle, start()).unwrap();
    assert!(!stray.exists() && !unfinished.exists());
    assert!(foreign.exists(), "only what is ours");
    world.issuer();
}

#[test]
fn a_lost_key_is_mended_by_a_rotation() {
    let world = World::new();
    let old = world.issuer().issue(&order(), start()).unwrap();
    fs::remove_file(&world.private_keys()[0]).unwrap();
    let fault = world.fault();
    assert!(fault.contains("it is gone") && fault.contains("dealeragent token rotate-key"), "{fault}");
    Issuer::rotate(world.data_dir(), Rotation::Gentle, start()).unwrap();
    // What was issued before still verifies.
    assert!(verify(old.token.reveal(), &world.issuer().public_keys(start()).unwrap()).is_some());
}

#[test]
fn keys_that_are_gone_verify_nothing() {
    let world = World::new();
    let issuer = world.issuer();
    fs::remove_file(world.ring()).unwrap();
    assert!(issuer.public_keys(start()).is_err() && issuer.issue(&order(), start()).is_err());
}

#[test]
fn many_may_begin_at_once() {
    let world = World::new();
    let kids: Vec<String> = thread::scope(|scope| {
        let open = || world.issuer().public_keys(start()).unwrap().keys[0].common.key_id.clone().unwrap();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(kids.iter().all(|kid| *kid == kids[0]), "{kids:?}");
    assert_eq!(world.private_keys().len(), 1);
}

/// Tokens are issued by one and keys rotated by another: whatever was signed
/// verifies for everybody.
#[test]
fn issuing_and_rotating_at_once_gives_good_tokens() {
    let world = World::new();
    let issuer = world.issuer();
    let reader = Issuer::open(world.data_dir(), Text::parse(SITE).unwrap(), start()).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..10 {
                Issuer::rotate(world.data_dir(), Rotation::Gentle, start()).unwrap();
            }
        });
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let issued = issuer.issue(&order(), start()).unwrap();
                    let keys = reader.public_keys(start()).unwrap();
                    assert!(verify(issued.token.reveal(), &keys).is_some());
                }
            });
        }
    });
    assert_eq!(reader.public_keys(start()).unwrap().keys.len(), 11);
}

/// An issuer that was open before a rotation by another process knows at once
/// which keys still count.
#[test]
fn whether_a_key_counts_is_known_at_once() {
    let world = World::new();
    let issuer = world.issuer();
    let kid = |token: &str| jsonwebtoken::decode_header(token).unwrap().kid.unwrap();
    let first = kid(issuer.issue(&order(), start()).unwrap().token.reveal());
    assert!(issuer.verifies_with(&first, start()).unwrap());
    assert!(!issuer.verifies_with("another", start()).unwrap());
    let second = Issuer::rotate(world.data_dir(), Rotation::Gentle, start()).unwrap().signing;
    assert!(issuer.verifies_with(&first, start()).unwrap() && issuer.verifies_with(&second, start()).unwrap());
    assert!(!issuer.verifies_with(&first, hours(26)).unwrap(), "its last token has ended");
    let third = Issuer::rotate(world.data_dir(), Rotation::AtOnce, start()).unwrap().signing;
    for dropped in [&first, &second] {
        assert!(!issuer.verifies_with(dropped, start()).unwrap());
    }
    assert!(issuer.verifies_with(&third, start()).unwrap());
}
