//! Cursors are sealed, bound and short-lived (contract.md section 9).

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::world::{Refusal, Reply, World};

/// Arguments of a search that has a second page.
pub(crate) fn first() -> Value {
    json!({ "organization_id": "org-one", "query": "civic", "page": { "limit": 1 } })
}

pub(crate) fn cursor_of(world: &World, arguments: Value) -> String {
    let reply = world.call(&world.solo, Tool::Search, arguments).unwrap();
    reply.structured["page"]["next_cursor"].as_str().unwrap().to_owned()
}

pub(crate) fn go_on(world: &World, mut arguments: Value, cursor: &str) -> Result<Reply, Refusal> {
    arguments["page"]["cursor"] = cursor.into();
    world.call(&world.solo, Tool::Search, arguments)
}

pub(crate) fn assert_refused(result: Result<Reply, Refusal>, what: &str) {
    let refusal = result.expect_err(what);
    assert_eq!((refusal.code(), refusal.pointers()), ("validation.invalid", vec!["/page/cursor"]), "{what}");
    assert!(!refusal.payload.to_string().contains("veh_"), "{what}");
}

#[test]
fn a_changed_character_is_refused_wherever_it_is() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    assert!(go_on(&world, first(), &cursor).is_ok());
    for at in 0..cursor.len() {
        for with in ['A', 'B', '-', '_', '=', ' '] {
            if cursor.as_bytes()[at] == with as u8 {
                continue;
            }
            let mut changed = cursor.clone();
            changed.replace_range(at..=at, &with.to_string());
            assert_refused(go_on(&world, first(), &changed), &format!("{with} at {at}"));
        }
    }
}

#[test]
fn a_changed_byte_of_the_content_is_refused_wherever_it_is() {
    let world = World::new();
    let bytes = data_encoding::BASE64URL_NOPAD.decode(cursor_of(&world, first()).as_bytes()).unwrap();
    for at in 0..bytes.len() {
        for bit in [1_u8, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= bit;
            let changed = data_encoding::BASE64URL_NOPAD.encode(&changed);
            assert_refused(go_on(&world, first(), &changed), &format!("byte {at}"));
        }
    }
}

#[test]
fn a_cut_or_lengthened_cursor_is_refused() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    for end in 1..cursor.len() {
        assert_refused(go_on(&world, first(), &cursor[..end]), &format!("cut at {end}"));
        assert_refused(go_on(&world, first(), &cursor[end..]), &format!("cut up to {end}"));
    }
    for more in ["A", "AA", "AAAA", "=", "==", "\n", &cursor] {
        assert_refused(go_on(&world, first(), &format!("{cursor}{more}")), more);
        assert_refused(go_on(&world, first(), &format!("{more}{cursor}")), more);
    }
}

#[test]
fn another_spelling_of_the_same_bytes_is_refused() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    let bytes = data_encoding::BASE64URL_NOPAD.decode(cursor.as_bytes()).unwrap();
    for other in [
        data_encoding::BASE64.encode(&bytes),
        data_encoding::BASE64URL.encode(&bytes),
        data_encoding::HEXLOWER.encode(&bytes),
    ] {
        assert_ne!(other, cursor);
        assert_refused(go_on(&world, first(), &other), &other);
    }
}

#[test]
fn stray_bits_after_the_last_byte_are_refused() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    assert_ne!(cursor.len() % 4, 0, "the last character holds bits beyond the last byte");
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (head, last) = cursor.split_at(cursor.len() - 1);
    for other in alphabet.chars().filter(|c| !last.contains(*c)) {
        assert_refused(go_on(&world, first(), &format!("{head}{other}")), "stray bits");
    }
}

#[test]
fn text_that_never_was_a_cursor_is_refused() {
    let world = World::new();
    for text in ["a", "next", "AAAA", "null", "0", &"A".repeat(2048)] {
        assert_refused(go_on(&world, first(), text), text);
    }
}

#[test]
fn a_cursor_expires_after_an_hour() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    world.clock.advance(3599);
    assert!(go_on(&world, first(), &cursor).is_ok());
    world.clock.advance(1);
    assert_refused(go_on(&world, first(), &cursor), "an hour later");
    world.clock.advance(86_400);
    assert_refused(go_on(&world, first(), &cursor), "a day later");
}

#[test]
fn each_page_gives_a_cursor_of_its_own_hour() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    world.clock.advance(3000);
    let second = go_on(&world, first(), &cursor).unwrap();
    let cursor = second.structured["page"]["next_cursor"].as_str().unwrap().to_owned();
    world.clock.advance(3000);
    assert!(go_on(&world, first(), &cursor).is_ok());
}

#[test]
fn a_cursor_belongs_to_the_request_that_gave_it() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    for (what, at, value) in [
        ("query", "query", json!("honda")),
        ("filters", "filters", json!({ "year_min": 2000 })),
        ("empty filters", "filters", json!({})),
        ("sort", "sort", json!({ "field": "year", "order": "asc" })),
        ("rooftops", "rooftop_ids", json!(["main"])),
        ("all rooftops by name", "rooftop_ids", json!(["east", "main"])),
    ] {
        let mut other = first();
        other[at] = value;
        assert_refused(go_on(&world, other, &cursor), what);
    }
    let mut without_query = first();
    without_query.as_object_mut().unwrap().remove("query");
    assert_refused(go_on(&world, without_query, &cursor), "no query");
}

#[test]
fn a_cursor_belongs_to_its_organization_and_its_site() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    let mut other = first();
    other["page"]["cursor"] = cursor.as_str().into();
    // The same dealer and the same gateway id, but another site.
    assert_refused(world.call(&world.group, Tool::Search, other.clone()), "another site");
    other["organization_id"] = "org-two".into();
    assert_refused(world.call(&world.group, Tool::Search, other), "another organization");
}

#[test]
fn a_cursor_belongs_to_one_run_of_the_gateway() {
    let cursor = cursor_of(&World::new(), first());
    assert_refused(go_on(&World::new(), first(), &cursor), "another key");
}

#[test]
fn the_page_size_may_change_on_the_way() {
    let world = World::new();
    let cursor = cursor_of(&world, first());
    let mut larger = first();
    larger["page"]["limit"] = 100.into();
    let rest = go_on(&world, larger, &cursor).unwrap();
    assert_eq!(rest.structured["page"]["has_more"], false);
    assert_eq!(rest.structured["vehicles"].as_array().unwrap().len(), 5);
}

#[test]
fn a_cursor_holds_nothing_of_the_request() {
    let world = World::new();
    let mut arguments = first();
    arguments["query"] = "1test".into();
    let cursor = cursor_of(&world, arguments);
    let bytes = data_encoding::BASE64URL_NOPAD.decode(cursor.as_bytes()).unwrap();
    let content = String::from_utf8_lossy(&bytes).to_lowercase();
    for private in ["1test", "org-one", "anonymous", "main", "gw-1"] {
        assert!(!content.contains(private), "{private}");
    }
}
