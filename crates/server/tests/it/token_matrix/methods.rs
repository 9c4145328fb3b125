//! A refused credential is refused by every method.

use serde_json::json;

use super::{
    DOORS,
    callers::{Kind, callers},
    place::{Era, Place, world},
};
use crate::support::{
    post::{ID, Post},
    signed_in::{HOST, SignInAt},
};

/// Methods of both eras, one that does not exist, and messages that get no
/// answer or cannot be read.
fn posts() -> Vec<(&'static str, Post)> {
    let mut posts = Vec::new();
    for era in [Era::Modern, Era::Handshake] {
        for method in ["tools/list", "resources/list", "resources/templates/list", "no/such"] {
            posts.push((method, era.post(method, json!({}))));
        }
        posts.push(("tools/call", era.post("tools/call", json!({ "name": "no_such", "arguments": {} }))));
        posts.push(("resources/read", era.post("resources/read", json!({ "uri": "dealeragent://manifest" }))));
    }
    let client = json!({ "name": "old-client", "version": "1" });
    let handshake = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    posts.push(("server/discover", Era::Modern.post("server/discover", json!({}))));
    posts.push(("subscriptions/listen", Era::Modern.post("subscriptions/listen", json!({ "notifications": {} }))));
    posts.push(("initialize", Post::legacy("2025-11-25", "initialize", &handshake)));
    posts.push(("ping", Post::legacy("2025-11-25", "ping", &json!({}))));
    posts
}

#[tokio::test]
async fn a_refused_credential_is_401_on_every_method() {
    for sign_in_at in SignInAt::ALL {
        let world = world(sign_in_at);
        let place = Place::listed(&world);
        let callers = callers(&world, &place);
        let refused: Vec<_> = callers.iter().filter(|caller| caller.kind == Kind::Refused).collect();
        assert!(refused.len() >= 20);
        for caller in refused {
            for door in DOORS {
                for (method, post) in posts() {
                    let post = post.at(door.path()).header("host", HOST);
                    let got =
                        world.running.send(post.header("authorization", caller.authorization.as_ref().unwrap())).await;
                    let what = format!("{method} at {} with {}, {sign_in_at:?}", door.path(), caller.name);
                    assert_eq!(got.status, 401, "{what}");
                    assert!(
                        got.header("www-authenticate").unwrap().starts_with("Bearer error=\"invalid_token\""),
                        "{what}"
                    );
                    let reply = got.json();
                    assert!(reply.get("result").is_none(), "{what}");
                    assert_eq!(reply["error"]["data"]["code"], "dealeragent.auth.invalid", "{what}");
                    assert_eq!(reply["id"], ID, "{what}");
                }
                let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
                for body in [notification, "{", "[]", ""] {
                    let post = Post::modern_raw(body).at(door.path()).header("host", HOST);
                    let got =
                        world.running.send(post.header("authorization", caller.authorization.as_ref().unwrap())).await;
                    assert_eq!(got.status, 401, "{body} with {}", caller.name);
                }
            }
        }
    }
}

/// The same methods pass with a good token, so that the test above refuses for
/// the token alone; what a caller may not know is not listed.
#[tokio::test]
async fn a_good_credential_and_none_pass_where_a_bad_one_does_not() {
    let world = world(SignInAt::AuthorizationServer);
    let place = Place::listed(&world);
    for caller in callers(&world, &place).iter().filter(|caller| caller.kind != Kind::Refused) {
        for (method, post) in posts().into_iter().filter(|(method, _)| *method != "subscriptions/listen") {
            let post = post.header("host", HOST);
            let post = match &caller.authorization {
                Some(authorization) => post.header("authorization", authorization),
                None => post,
            };
            let got = world.running.send(post).await;
            assert!(matches!(got.status, 200 | 404), "{method} with {}: {}", caller.name, got.text());
            assert!(got.header("www-authenticate").is_none(), "{method} with {}", caller.name);
            assert!(!got.text().contains("quiet"), "{method} with {}: {}", caller.name, got.text());
        }
    }
}
