//! Tokens that only their issuer understands.

use dealeragent_auth::{Introspection, IntrospectionSecret, IssuerSettings, KeySource, Rejected};
use serde_json::{Value, json};

use crate::{
    server::{Server, answer},
    signer::Signer,
    support::{BASE, Bench, ISSUER, NOW, after, claims, issuer},
};

const PATH: &str = "/introspect";
const TOKEN: &str = "opaque-6f1d2c3b4a5e";

fn asked(server: &Server) -> Introspection {
    let secret = IntrospectionSecret::Client { id: "gate:way".into(), secret: "s%cret".into() };
    Introspection::new(server.url(PATH), secret)
}

fn bench(server: &Server) -> Bench {
    Bench::of(KeySource::Introspection(asked(server)), |_| {})
}

fn active() -> Value {
    json!({
        "active": true, "sub": "acme-bot", "aud": format!("{BASE}/mcp"), "exp": NOW + 600,
        "scope": "dealeragent:inventory:read",
        "dealeragent_organization": "example-ridge", "dealeragent_rooftops": ["ridge-denver"],
    })
}

fn active_with(changes: &Value) -> Value {
    let mut answer = active();
    for (name, value) in changes.as_object().unwrap() {
        answer[name] = value.clone();
    }
    answer
}

#[tokio::test]
async fn an_active_token_is_accepted_and_remembered() {
    let server = Server::start();
    server.says(PATH, &active());
    let bench = bench(&server);
    let grant = bench.verify(TOKEN).await.unwrap();
    assert_eq!((grant.subject.as_str(), grant.issuer.as_str()), ("acme-bot", ISSUER));
    let request = &server.requests()[0];
    assert!(request.starts_with("POST /introspect "));
    // gate%3Away:s%25cret, each part encoded as in a form.
    assert!(request.contains("authorization: Basic Z2F0ZSUzQXdheTpzJTI1Y3JldA=="));
    assert!(request.ends_with(&format!("token={TOKEN}&token_type_hint=access_token")));
    assert!(bench.verify_at(TOKEN, after(29)).await.is_ok());
    assert_eq!(server.count(), 1);
    server.says(PATH, &json!({ "active": false }));
    assert_eq!(bench.verify_at(TOKEN, after(30)).await, Err(Rejected::Inactive));
    assert_eq!(server.count(), 2);
}

#[tokio::test]
async fn an_inactive_token_is_not_asked_about_again_at_once() {
    let server = Server::start();
    server.says(PATH, &json!({ "active": false }));
    let bench = bench(&server);
    for second in 0..10 {
        assert_eq!(bench.verify_at(TOKEN, after(second)).await, Err(Rejected::Inactive));
    }
    assert_eq!(server.count(), 1);
    assert_eq!(bench.verify_at(TOKEN, after(10)).await, Err(Rejected::Inactive));
    assert_eq!(server.count(), 2);
}

#[tokio::test]
async fn a_server_that_is_down_or_talks_nonsense_lets_nobody_in() {
    let json = "content-type: application/json\r\n";
    let good = active().to_string();
    for reply in [
        answer("503 Busy", "", ""),
        answer("401 Unauthorized", json, &good),
        answer("302 Found", "location: /elsewhere\r\n", ""),
        answer("200 OK", "content-type: text/html\r\n", &good),
        answer("200 OK", "content-type: application/jwt\r\n", &good),
        answer("200 OK", "", &good),
        answer("200 OK", json, "true"),
        answer("200 OK", json, "{}"),
        answer("200 OK", json, &active_with(&json!({ "active": "true" })).to_string()),
        answer("200 OK", json, &active_with(&json!({ "active": 1 })).to_string()),
        answer("200 OK", json, &active_with(&json!({ "active": null })).to_string()),
        answer("200 OK", json, &active_with(&json!({ "padding": "x".repeat(70_000) })).to_string()),
        String::new(),
    ] {
        let server = Server::start();
        server.says_raw(PATH, &reply);
        let found = bench(&server).verify(TOKEN).await;
        assert_eq!(found, Err(Rejected::AuthorizationServerDown), "{reply:.90}");
    }
}

/// Time runs ahead while everybody waits.
#[tokio::test(start_paused = true)]
async fn a_silent_server_is_given_up() {
    let server = Server::start();
    server.is_silent(PATH);
    assert_eq!(bench(&server).verify(TOKEN).await, Err(Rejected::AuthorizationServerDown));
}

#[tokio::test]
async fn what_the_server_says_is_checked_like_any_claim() {
    for (changes, wanted) in [
        (json!({ "iss": ISSUER }), None),
        (json!({ "iss": "https://other.example" }), Some(Rejected::IssuerUnknown)),
        (json!({ "iss": null }), Some(Rejected::IssuerUnknown)),
        (json!({ "aud": null }), Some(Rejected::ClaimMissing("aud"))),
        (json!({ "aud": "https://other.example" }), Some(Rejected::WrongAudience)),
        (json!({ "exp": null }), Some(Rejected::ClaimMissing("exp"))),
        (json!({ "exp": NOW - 60 }), Some(Rejected::Expired)),
        (json!({ "nbf": NOW + 61 }), Some(Rejected::NotYetValid)),
        (json!({ "sub": null, "client_id": "acme-bot" }), None),
        (json!({ "sub": null }), Some(Rejected::ClaimMissing("sub"))),
        (json!({ "dealeragent_rooftops": "*" }), Some(Rejected::ClaimInvalid("rooftops"))),
    ] {
        let server = Server::start();
        server.says(PATH, &active_with(&changes));
        assert_eq!(bench(&server).verify(TOKEN).await.err(), wanted, "{changes}");
    }
}

#[tokio::test]
async fn a_jwt_of_such_an_issuer_is_asked_about_too() {
    let (server, signer) = (Server::start(), Signer::es256("a"));
    server.says(PATH, &json!({ "active": false }));
    let bench = bench(&server);
    assert_eq!(bench.verify(&signer.sign(&claims())).await, Err(Rejected::Inactive));
    server.says(PATH, &active());
    assert!(bench.verify(&signer.sign(&active_with(&json!({ "iss": ISSUER })))).await.is_ok());
}

#[tokio::test]
async fn a_token_is_shown_to_its_own_issuer_alone() {
    let (one, two) = (Server::start(), Server::start());
    one.says(PATH, &active());
    two.says(PATH, &active());
    let settings = |name: &str, server: &Server, prefix: &str| {
        let mut introspection = asked(server);
        introspection.token_prefix = prefix.to_owned();
        IssuerSettings::new(issuer(name), KeySource::Introspection(introspection))
    };
    let issuers = vec![settings(ISSUER, &one, "one_"), settings("https://two.example", &two, "two_")];
    let bench = Bench::new(issuers);
    assert_eq!(bench.verify("two_abc").await.unwrap().issuer.as_str(), "https://two.example");
    assert_eq!((one.count(), two.count()), (0, 1));
    assert_eq!(bench.verify("three_abc").await, Err(Rejected::Malformed));
    let foreign = Signer::es256("a").sign(&active_with(&json!({ "iss": "https://other.example" })));
    assert_eq!(bench.verify(&foreign).await, Err(Rejected::IssuerUnknown));
    assert_eq!((one.count(), two.count()), (0, 1));
}

#[tokio::test]
async fn a_revocation_here_counts_before_the_servers_word() {
    let server = Server::start();
    server.says(PATH, &active_with(&json!({ "jti": "t-9" })));
    let bench = bench(&server);
    assert!(bench.verify(TOKEN).await.is_ok());
    bench.book.revoked.lock().unwrap().insert("t-9".into());
    assert_eq!(bench.verify(TOKEN).await, Err(Rejected::Revoked));
}
