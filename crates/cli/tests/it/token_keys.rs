//! The keys that sign tokens.

use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_issuer::Issuer;
use dealeragent_protocol::values::Text;

use crate::support::credentials::{DataFolder, decoded, issue_for};

/// The ids of the keys that verify, as a running gateway has them.
fn kids(issuer: &Issuer) -> Vec<String> {
    let keys = issuer.public_keys(SystemClock.now()).unwrap().keys;
    keys.into_iter().map(|key| key.common.key_id.unwrap()).collect()
}

fn kid_of(issued: &serde_json::Value) -> String {
    decoded(issued["token"].as_str().unwrap()).0["kid"].as_str().unwrap().to_owned()
}

#[test]
fn a_running_process_sees_a_rotation() {
    let folder = DataFolder::new();
    let old = kid_of(&folder.issue("acme-bot", &[]));
    let running = Issuer::open(folder.path(), Text::parse("x").unwrap(), SystemClock.now()).unwrap();
    assert_eq!(kids(&running), [old.as_str()]);
    let said = folder.good(&["token", "rotate-key"]);
    assert_eq!(said.out, "");
    let new = kid_of(&folder.issue("acme-bot", &[]));
    assert!(said.err.contains(&format!("key {new} signs from now on")), "{}", said.err);
    assert_eq!(kids(&running), [new, old]);
    assert_eq!(folder.list("token", &[]).len(), 2);
}

#[test]
fn at_once_ends_every_token() {
    let folder = DataFolder::new();
    (0..2).for_each(|_| drop(folder.issue("acme-bot", &[])));
    let running = Issuer::open(folder.path(), Text::parse("x").unwrap(), SystemClock.now()).unwrap();
    let said = folder.good(&["token", "rotate-key", "--now"]);
    assert!(said.err.contains("2 tokens ended"), "{}", said.err);
    assert_eq!(kids(&running).len(), 1);
    assert_eq!(folder.list("token", &[]).len(), 0);
    let issued = folder.issue("acme-bot", &[]);
    assert_eq!(kids(&running), [kid_of(&issued)]);
    assert_eq!(folder.list("token", &[]).len(), 1);
}

#[test]
#[cfg(unix)]
fn keys_that_others_can_read_are_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = DataFolder::new();
    folder.issue("acme-bot", &[]);
    let keys = folder.path().join("keys");
    std::fs::set_permissions(&keys, std::fs::Permissions::from_mode(0o755)).unwrap();
    let said = folder.run(&issue_for("acme-bot"));
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains(&format!("chmod 700 {}", keys.display())), "{}", said.err);
    // It was refused before anything was written down.
    assert_eq!(folder.list("token", &["--all"]).len(), 1);
}
