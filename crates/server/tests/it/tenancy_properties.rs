//! Two tenants at random, callers at random: no answer to a caller holds
//! anything of records that are not public and not the caller's, and no answer
//! changes with them.

mod oracle;
mod probes;
mod worlds;

use std::collections::BTreeSet;

use dealeragent_protocol::tool::Tool;
use proptest::prelude::*;
use serde_json::Value;

use self::{
    oracle::Rights,
    probes::{Probe, probes},
    worlds::{Asker, Scene, arbitrary_scene},
};
use crate::support::{post::Got, signed_in::SignedIn};

/// An answer as text, without what differs from one call to the next.
fn comparable(got: &Got, probe: &Probe) -> String {
    let mut text = format!("{} {:?} {}", got.status, got.headers, got.text());
    let reply = got.json();
    let payload = &reply["result"]["structuredContent"];
    let own =
        [&payload["error_id"], &payload["trace_id"], &payload["page"]["next_cursor"], &reply["result"]["nextCursor"]];
    for value in own.into_iter().filter_map(Value::as_str) {
        text = text.replace(value, "*");
    }
    // MCP wants the URI of a resource that is not there back.
    if let Some(uri) = reply["error"]["data"]["uri"].as_str() {
        assert_eq!(Some(uri), probe.uri.as_deref());
        text = text.replace(uri, "*");
    }
    text
}

/// Everything in an answer that must not be there.
fn leaks(text: &str, scene: &Scene, rights: &Rights<'_>, probe: &Probe, ids: &dyn Fn(&str) -> String) -> Vec<String> {
    let mut forbidden = BTreeSet::new();
    for (dealer, lots) in scene.dealers() {
        let mut is_known = false;
        for lot in lots {
            is_known |= rights.may_know(dealer, lot);
            if !rights.may_know(dealer, lot) {
                forbidden.insert(lot.id.clone());
            }
            if probe.tool.is_none_or(|tool| !rights.allows(dealer, lot, tool)) {
                forbidden.insert(lot.make.clone());
                forbidden
                    .extend(lot.cars.iter().flat_map(|car| [car.vin.clone(), car.stock_number.clone(), ids(&car.vin)]));
            }
        }
        // What its own token names is no news to a caller.
        if !is_known && !rights.names(dealer) {
            forbidden.insert(dealer.to_owned());
        }
    }
    forbidden.into_iter().filter(|word| text.contains(word.as_str())).collect()
}

async fn send(world: &SignedIn, asker: &Asker, probe: &Probe) -> Got {
    let post = match asker.authorization(world) {
        Some(authorization) => probe.post.clone().header("authorization", &authorization),
        None => probe.post.clone(),
    };
    let got = world.running.send(post).await;
    assert_eq!(got.status, 200, "every credential here is good: {}", got.text());
    got
}

/// What the caller may see of it, no more and no less.
fn check_found(what: &str, got: &Got, scene: &Scene, rights: &Rights<'_>, probe: &Probe) {
    let reply = got.json();
    if let Some(expected) = probe.expects(scene, rights) {
        let is_good = reply["result"].is_object() && reply["result"]["isError"] != true;
        assert_eq!(is_good, expected, "{what}: {reply}");
    }
    let found = &reply["result"]["structuredContent"];
    if probe.tool == Some(Tool::Search) && found["vehicles"].is_array() {
        let total = &reply["result"]["_meta"]["io.github.dealeragent/notices"]["total"];
        assert_eq!(total, probe.matches(scene, rights), "{what}: {reply}");
        for (facet, counts) in found["facets"].as_object().unwrap() {
            let sum: u64 = counts.as_array().unwrap().iter().map(|value| value["count"].as_u64().unwrap()).sum();
            assert!(sum <= total.as_u64().unwrap(), "{what}: {facet} {counts}");
        }
    }
}

/// Asks everything as everybody.
async fn explore(scene: &Scene) {
    let world = scene.open();
    // In both eras: they share the handler, and not all of the way to it.
    let probes: Vec<Probe> =
        probes(scene, &world).into_iter().flat_map(|probe| [probe.in_handshake_era(), probe]).collect();
    let snapshot = world.running.gateway.snapshot();
    let units: Vec<(String, String)> = snapshot
        .organizations()
        .flat_map(|organization| organization.listings())
        .map(|stored| (stored.listing().vin.to_string(), stored.listing().vehicle_id.to_string()))
        .collect();
    let ids = |vin: &str| units.iter().find(|(known, _)| known == vin).unwrap().1.clone();
    let mut cursors: Vec<(usize, Probe, String)> = Vec::new();
    for (at, asker) in scene.askers.iter().enumerate() {
        let rights = Rights::of(asker);
        let elsewhere = scene.with_other_secrets(&rights).open();
        for probe in &probes {
            let what = format!("{} as {asker:?}", probe.name);
            let got = send(&world, asker, probe).await;
            let text = comparable(&got, probe);
            assert_eq!(leaks(&text, scene, &rights, probe, &ids), [""; 0], "{what}: {text}");
            check_found(&what, &got, scene, &rights, probe);
            let same = comparable(&send(&elsewhere, asker, probe).await, probe);
            assert_eq!(text, same, "{what}: other tenants' records change the answer");
            let result = &got.json()["result"];
            if let Some(scope) = result["cacheScope"].as_str() {
                assert_eq!(scope, if asker.grant.is_some() { "private" } else { "public" }, "{what}");
            }
            if let Some(cursor) = result["structuredContent"]["page"]["next_cursor"].as_str() {
                cursors.push((at, probe.clone(), cursor.to_owned()));
            }
        }
    }
    for (owner, probe, cursor) in &cursors {
        let next = probe.with_cursor(cursor);
        for (at, asker) in scene.askers.iter().enumerate() {
            let got = send(&world, asker, &next).await;
            let what = format!("{}: {owner}'s cursor, asked by {asker:?}", probe.name);
            let rights = Rights::of(asker);
            let text = comparable(&got, &next);
            assert_eq!(leaks(&text, scene, &rights, &next, &ids), [""; 0], "{what}: {text}");
            let is_good = got.json()["result"]["isError"] == false;
            assert_eq!(is_good, at == *owner, "{what}: {text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_sees_what_is_not_public_and_not_theirs(scene in arbitrary_scene()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(explore(&scene));
    }
}
