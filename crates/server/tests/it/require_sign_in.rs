//! `server.require_sign_in`: nobody passes a door without a token, whatever is
//! open to everybody behind it.

use dealeragent_server::mcp::LEGACY;
use serde_json::json;

use crate::support::{
    dealership::{Car, Dealership, Lot},
    post::Post,
    signed_in::{HOST, SCOPES, SignInAt, SignedIn},
};

fn world(sign_in_at: SignInAt) -> SignedIn {
    let car = Car { vin: "9ZZA0000000000001".to_owned(), stock_number: "S-1".to_owned(), price: 20_000, is_used: true };
    let lot = Lot {
        id: "north-main".to_owned(),
        access: ["public"; 5],
        listed: true,
        group_search: true,
        make: "Fjord".to_owned(),
        cars: vec![car],
    };
    SignedIn::requiring(sign_in_at, &[Dealership { id: "north".to_owned(), rooftops: vec![lot] }])
}

/// What is open to everybody elsewhere, in both eras.
fn requests(door: &str) -> Vec<Post> {
    let search = json!({ "organization_id": "north" });
    let name = if door == "/mcp" { "dealeragent.inventory.search" } else { "dealeragent_inventory_search" };
    let modern = vec![
        Post::modern("server/discover", json!({})),
        Post::modern("tools/list", json!({})),
        Post::modern("resources/list", json!({})),
        Post::modern("resources/read", json!({ "uri": "dealeragent://manifest" })),
        Post::modern("subscriptions/listen", json!({ "notifications": {} })),
        Post::call(name, search),
    ];
    let handshake =
        json!({ "protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
    let legacy = modern[1..4].iter().map(|post| post.in_handshake_era(LEGACY[0])).collect::<Vec<_>>();
    let first = Post::legacy(LEGACY[0], "initialize", &handshake);
    modern.into_iter().chain(legacy).chain([first]).map(|post| post.at(door).header("host", HOST)).collect()
}

#[tokio::test]
async fn nobody_passes_a_door_without_a_token() {
    for sign_in_at in SignInAt::ALL {
        let world = world(sign_in_at);
        world.record("t-1");
        let token = world.signer.sign(&world.claims("t-1", "north", &["north-main"]));
        for door in ["/mcp", "/mcp/compat"] {
            for post in requests(door) {
                let what = format!("{} at {door}, {sign_in_at:?}", post.message());
                let got = world.running.send(post.clone()).await;
                assert_eq!(got.status, 401, "{what}: {}", got.text());
                let challenge = got.header("www-authenticate").unwrap_or_default();
                assert!(challenge.starts_with("Bearer"), "{what}: {challenge}");
                assert!(!challenge.contains("invalid_token"), "{what}: no token is no bad token: {challenge}");
                if sign_in_at == SignInAt::AuthorizationServer {
                    let metadata =
                        format!("resource_metadata=\"https://{HOST}/.well-known/oauth-protected-resource{door}\"");
                    assert!(challenge.contains(&metadata), "{what}: {challenge}");
                    // All at once, since a client is asked but here.
                    assert!(SCOPES.iter().all(|scope| challenge.contains(scope)), "{what}: {challenge}");
                }
                assert!(!got.text().contains("north"), "{what}: {}", got.text());
                let spoilt = post.clone().header("authorization", "Bearer nonsense");
                let got = world.running.send(spoilt).await;
                assert_eq!(got.status, 401, "{what}");
                assert!(got.header("www-authenticate").unwrap().contains("invalid_token"), "{what}");
                if !post.message()["method"].as_str().unwrap().starts_with("subscriptions") {
                    let signed_in = post.header("authorization", &format!("Bearer {token}"));
                    let got = world.running.send(signed_in).await;
                    assert_eq!(got.status, 200, "{what}: {}", got.text());
                    assert!(got.json()["result"].is_object(), "{what}: {}", got.text());
                }
            }
        }
    }
}
