//! What may be kept by whom: an answer to a token by its holder alone, on every
//! page of every list, for no longer than the token lives.

use serde_json::{Value, json};

use super::{
    DOORS, Era, Place,
    callers::{Kind, callers},
    table::TABLE,
};
use crate::support::{
    dealership::{Car, Dealership, Lot},
    post::Got,
    signed_in::{HOST, SignInAt, SignedIn},
};

const LISTS: [&str; 4] = ["server/discover", "tools/list", "resources/list", "resources/templates/list"];

fn assert_scope(got: &Got, scope: &str, what: &str) -> Value {
    assert_eq!(got.status, 200, "{what}: {}", got.text());
    let result = got.json()["result"].take();
    assert_eq!(result["cacheScope"], scope, "{what}: {result}");
    assert!(result["ttlMs"].as_u64().is_some_and(|ttl| ttl <= 5 * 60 * 1000), "{what}: {result}");
    // A cache between us and the caller must not think otherwise.
    assert!(got.header("cache-control").is_none_or(|header| !header.contains("public")), "{what}");
    result
}

#[tokio::test]
async fn lists_and_readings_say_who_may_keep_them() {
    for sign_in_at in SignInAt::ALL {
        let world = super::world(sign_in_at);
        for place in [Place::listed(&world), Place::unlisted(&world)] {
            for caller in callers(&world, &place).iter().filter(|caller| caller.kind != Kind::Refused) {
                let scope = if caller.authorization.is_some() { "private" } else { "public" };
                let signed = |post: crate::support::post::Post| match &caller.authorization {
                    Some(authorization) => post.header("authorization", authorization),
                    None => post,
                };
                for door in DOORS {
                    for method in LISTS {
                        let post = Era::Modern.post(method, json!({})).at(door.path()).header("host", HOST);
                        assert_scope(
                            &world.running.send(signed(post)).await,
                            scope,
                            &format!("{method} {}", caller.name),
                        );
                    }
                    for row in TABLE.iter().filter(|row| row.asked.is_resource() && row.is_asked(&place, door)) {
                        let got = world.running.send(signed(place.post(row.asked, door, Era::Modern))).await;
                        if got.json().get("result").is_some() {
                            assert_scope(&got, scope, &format!("{:?} {}", row.asked, caller.name));
                        } else {
                            assert!(!got.text().contains("cacheScope"), "an error may not be kept: {}", got.text());
                        }
                    }
                }
            }
        }
    }
}

/// More rooftops than there are on a page of resources.
fn many() -> Dealership {
    let lot = |n: usize| Lot {
        id: format!("lot-{n:03}"),
        access: ["public"; 5],
        listed: n.is_multiple_of(2),
        group_search: true,
        make: "Make".to_owned(),
        cars: vec![Car {
            vin: format!("9ZZM000000000{n:04}"),
            stock_number: format!("M{n}"),
            price: 9000,
            is_used: false,
        }],
    };
    Dealership { id: "many".to_owned(), rooftops: (0..240).map(lot).collect() }
}

#[tokio::test]
async fn every_page_of_a_list_says_who_may_keep_it() {
    let world = SignedIn::new(SignInAt::OwnIssuer, &[many()]);
    world.record("all");
    let rooftops: Vec<String> = many().rooftops.into_iter().map(|lot| lot.id).collect();
    let rooftops: Vec<&str> = rooftops.iter().map(String::as_str).collect();
    let mut claims = world.claims("all", "many", &rooftops);
    claims["exp"] = json!(claims["iat"].as_i64().unwrap() + 30);
    let token = format!("Bearer {}", world.signer.sign(&claims));
    let mut others: Option<Value> = None;
    for (authorization, scope, resources, pages) in [(None, "public", 122, 2), (Some(token), "private", 242, 3)] {
        let (mut cursor, mut seen, mut count) = (Value::Null, Vec::new(), 0);
        let mut of_this_caller = None;
        loop {
            let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
            let post = Era::Modern.post("resources/list", params).header("host", HOST);
            let post = match &authorization {
                Some(authorization) => post.header("authorization", authorization),
                None => post,
            };
            let mut result = assert_scope(&world.running.send(post).await, scope, "a page");
            // Thirty seconds, and the minute by which clocks may differ.
            assert!(authorization.is_none() || result["ttlMs"].as_u64().unwrap() <= 90_000, "{result}");
            seen.extend(result["resources"].as_array().unwrap().iter().map(|it| it["uri"].to_string()));
            count += 1;
            cursor = result["nextCursor"].take();
            if let Some(other) = &others {
                let post = Era::Modern.post("resources/list", json!({ "cursor": other })).header("host", HOST);
                let got = world.running.send(post.header("authorization", authorization.as_ref().unwrap())).await;
                assert_eq!(got.json()["error"]["code"], -32602, "another caller's cursor: {}", got.text());
            }
            if cursor.is_null() {
                break;
            }
            of_this_caller = Some(cursor.clone());
        }
        others = of_this_caller;
        // The manifest, the policy and the dealer stand beside the rooftops.
        assert_eq!((seen.len(), count), (resources + 1, pages), "{scope}");
    }
}
