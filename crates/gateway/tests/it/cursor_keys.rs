//! Keys of cursors change without breaking a walk, and no change of a cursor
//! passes.

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use data_encoding::BASE64URL_NOPAD;
use dealeragent_gateway::{CursorKey, CursorRing, Grant, Principal};
use dealeragent_protocol::{
    tool::Tool,
    values::{Text, Timestamp},
};
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};

use crate::{
    cursors::{assert_refused, cursor_of, first, go_on},
    fixture::{grant, noon},
    pages::walk,
    world::World,
};

fn key(number: u8, seals_from: Timestamp) -> CursorKey {
    CursorKey::restore([number; 8], [number; 32], seals_from)
}

fn ring(keys: &[CursorKey]) -> CursorRing {
    CursorRing::of(keys.to_vec()).unwrap()
}

/// The id of the key that sealed a cursor.
fn key_of(cursor: &str) -> [u8; 8] {
    BASE64URL_NOPAD.decode(cursor.as_bytes()).unwrap()[1..9].try_into().unwrap()
}

#[test]
fn a_ring_has_a_key() {
    assert_eq!(CursorRing::of(Vec::new()), None);
}

/// Before each page of a walk some key is made, begins to seal, or goes.
#[test]
fn a_walk_goes_on_while_keys_change() {
    let world = World::new();
    let arguments = json!({ "page": { "limit": 1 } });
    let (whole, pages) = walk(&world, &arguments);
    assert!(pages >= 6, "{pages}");
    let start = world.gateway.context(Principal::Anonymous).now;
    let keys: Vec<CursorKey> = (0..10).map(|n| key(n, start.plus_seconds(i64::from(n) * 900))).collect();
    let (mut walked, mut used, mut arguments) = (Vec::new(), BTreeSet::new(), arguments);
    for n in 0..pages {
        // The one that seals, the one to come, and those of the last hour.
        world.cursor_keys.replace(ring(&keys[n.saturating_sub(4)..n + 2]));
        let page = world.search(arguments.clone()).unwrap().structured;
        walked.push(page["vehicles"][0]["vehicle_id"].as_str().unwrap().to_owned());
        if let Some(cursor) = page["page"].get("next_cursor") {
            used.insert(key_of(cursor.as_str().unwrap()));
            arguments["page"]["cursor"] = cursor.clone();
        }
        world.clock.advance(900);
    }
    assert_eq!(walked, whole);
    assert_eq!(used.len(), pages - 1, "each page had a key of its own");
}

#[test]
fn the_newest_key_whose_time_has_come_seals() {
    let world = World::new();
    let now = world.gateway.context(Principal::Anonymous).now;
    let sealing = || key_of(&cursor_of(&world, first()))[0];
    let (past, present, future) = (now.plus_seconds(-60), now, now.plus_seconds(60));
    // In whatever order they come.
    world.cursor_keys.replace(ring(&[key(3, future), key(2, present), key(1, past)]));
    assert_eq!(sealing(), 2);
    world.clock.advance(60);
    assert_eq!(sealing(), 3);
    world.cursor_keys.replace(ring(&[key(5, now.plus_seconds(999)), key(4, now.plus_seconds(998))]));
    assert_eq!(sealing(), 4, "where no time has come, the first");
}

/// Another node seals with a key that this one only waits for.
#[test]
fn a_key_opens_before_it_seals() {
    let (one, other) = (World::new(), World::new());
    let keys = [key(1, noon()), key(2, noon().plus_seconds(600))];
    one.cursor_keys.replace(ring(&keys));
    other.cursor_keys.replace(ring(&keys));
    one.clock.advance(600);
    let cursor = cursor_of(&one, first());
    assert_eq!(key_of(&cursor), [2; 8]);
    assert!(go_on(&other, first(), &cursor).is_ok());
}

#[test]
fn a_key_that_is_gone_opens_nothing() {
    let world = World::new();
    world.cursor_keys.replace(ring(&[key(1, noon())]));
    let cursor = cursor_of(&world, first());
    world.cursor_keys.replace(ring(&[key(2, noon())]));
    assert_refused(go_on(&world, first(), &cursor), "its key is gone");
    // The same id is not the same key.
    let impostor = CursorKey::restore([1; 8], [9; 32], noon());
    world.cursor_keys.replace(ring(&[impostor, key(2, noon())]));
    assert_refused(go_on(&world, first(), &cursor), "another key of its id");
}

#[test]
fn a_cursor_belongs_to_whom_it_was_given() {
    let world = World::new();
    let search = |who: &Principal, cursor: Option<&str>| {
        let mut arguments = first();
        if let Some(cursor) = cursor {
            arguments["page"]["cursor"] = cursor.into();
        }
        world.call_at(who.clone(), &world.solo, Tool::Search, arguments)
    };
    let named = |change: fn(&mut Grant)| {
        let mut base = grant("agent-7", "org-one", &["main"]);
        change(&mut base);
        Principal::Named(Arc::new(base))
    };
    let callers = [
        ("anonymous", Principal::Anonymous),
        ("a grant", named(|_| {})),
        ("another subject", named(|it| it.subject = Text::bounded("agent-8"))),
        ("another issuer", named(|it| it.issuer = Text::bounded("https://other.example"))),
        ("other rooftops", named(|it| it.tenancy = grant("agent-7", "org-one", &["main", "east"]).tenancy)),
        ("no tenancy", named(|it| it.tenancy = None)),
        ("fewer scopes", named(|it| drop(it.scopes.pop_first()))),
    ];
    for (of, holder) in &callers {
        let page = search(holder, None).unwrap().structured;
        let cursor = page["page"]["next_cursor"].as_str().unwrap();
        for (by, user) in &callers {
            let result = search(user, Some(cursor));
            if of == by {
                assert!(result.is_ok(), "{of}");
            } else {
                assert_refused(result, &format!("of {of}, used by {by}"));
            }
        }
    }
    // The same rights in a renewed token are the same caller.
    let page = search(&callers[1].1, None).unwrap().structured;
    let renewed =
        named(|it| (it.credential, it.expires_at) = (Some(Text::bounded("jti-2")), noon().plus_seconds(7200)));
    assert!(search(&renewed, page["page"]["next_cursor"].as_str()).is_ok());
}

#[test]
fn a_cursor_belongs_to_its_tool() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    assert!(world.gateway.list_resources(&world.solo, &world.context(), Some(&cursor)).is_none());
}

/// One change of some bytes.
#[derive(Debug, Clone)]
enum Edit {
    Set(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Swap(Index, Index),
    Cut(Index),
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Set(at, to) => *at.get_mut(bytes) = *to,
            Self::Insert(at, what) => {
                let at = at.index(bytes.len());
                bytes.insert(at, *what);
            }
            Self::Remove(at) => drop(bytes.remove(at.index(bytes.len()))),
            Self::Swap(one, other) => {
                let (one, other) = (one.index(bytes.len()), other.index(bytes.len()));
                bytes.swap(one, other);
            }
            Self::Cut(at) => bytes.truncate(at.index(bytes.len())),
        }
    }
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<Index>;
    let edit = prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, to)| Edit::Set(at, to)),
        (at(), any::<u8>()).prop_map(|(at, what)| Edit::Insert(at, what)),
        at().prop_map(Edit::Remove),
        (at(), at()).prop_map(|(one, other)| Edit::Swap(one, other)),
        at().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 1..6)
}

/// A world whose ring has two keys, and a cursor of the first.
static SEALED: LazyLock<(World, String)> = LazyLock::new(|| {
    let world = World::new();
    world.cursor_keys.replace(ring(&[key(1, noon()), key(2, noon().plus_seconds(86_400))]));
    let cursor = cursor_of(&world, first());
    (world, cursor)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn changed_bytes_are_refused(edits in edits()) {
        let (world, cursor) = &*SEALED;
        let mut bytes = BASE64URL_NOPAD.decode(cursor.as_bytes()).unwrap();
        edits.iter().for_each(|edit| edit.apply(&mut bytes));
        let changed = BASE64URL_NOPAD.encode(&bytes);
        prop_assume!(changed != *cursor && !changed.is_empty());
        assert_refused(go_on(world, first(), &changed), &changed);
    }

    #[test]
    fn changed_text_is_refused(edits in edits()) {
        let (world, cursor) = &*SEALED;
        let mut bytes = cursor.clone().into_bytes();
        edits.iter().for_each(|edit| edit.apply(&mut bytes));
        let changed = String::from_utf8_lossy(&bytes).into_owned();
        prop_assume!(changed != *cursor && !changed.is_empty());
        assert_refused(go_on(world, first(), &changed), &changed);
    }

    /// Nor does the id of a key that is there make a cursor one of its own.
    #[test]
    fn whatever_bytes_somebody_makes_up_are_refused(id in prop::sample::select(vec![1_u8, 2]), rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let (world, _) = &*SEALED;
        let bytes = [&[2], [id; 8].as_slice(), &rest].concat();
        let made_up: Value = BASE64URL_NOPAD.encode(&bytes).into();
        assert_refused(go_on(world, first(), made_up.as_str().unwrap()), "made up");
    }
}
