//! Keys from a JWKS address: fetched seldom, bounded, and kept for a while.

use dealeragent_auth::{IssuerSettings, KeySource, Rejected};
use jsonwebtoken::Algorithm;
use serde_json::json;

use crate::{
    server::{Server, answer},
    signer::Signer,
    support::{Bench, ISSUER, NOW, after, claims, claims_with, issuer},
};

fn bench(server: &Server) -> Bench {
    Bench::of(KeySource::JwksUrl(server.url("/jwks")), |_| {})
}

#[tokio::test]
async fn keys_are_fetched_once() {
    let server = Server::start();
    let (one, two) = (Signer::es256("1"), Signer::rsa("2", Algorithm::PS256));
    server.says("/jwks", &json!({ "keys": [one.jwk(), two.jwk()] }));
    let bench = bench(&server);
    for signer in [&one, &two] {
        assert!(bench.verify(&signer.sign(&claims())).await.is_ok());
    }
    assert_eq!(server.count(), 1);
}

#[tokio::test]
async fn an_unknown_key_has_them_fetched_again_once() {
    let server = Server::start();
    let (old, new) = (Signer::es256("old"), Signer::es256("new"));
    server.says("/jwks", &old.jwks());
    let bench = bench(&server);
    assert!(bench.verify(&old.sign(&claims())).await.is_ok());
    server.says("/jwks", &json!({ "keys": [old.jwk(), new.jwk()] }));
    assert!(bench.verify(&new.sign(&claims())).await.is_ok(), "rotation");
    assert_eq!(server.count(), 2);
    for n in 0..20 {
        let invented = Signer::es256(&format!("invented-{n}"));
        assert_eq!(bench.verify_at(&invented.sign(&claims()), after(n)).await, Err(Rejected::UnknownKey));
    }
    assert_eq!(server.count(), 2, "one fetch for unknown keys in half a minute");
    let token = Signer::es256("later").sign(&claims());
    assert_eq!(bench.verify_at(&token, after(30)).await, Err(Rejected::UnknownKey));
    assert_eq!(server.count(), 3);
}

#[tokio::test]
async fn many_unknown_keys_at_once_share_one_fetch() {
    let server = Server::start();
    let signer = Signer::es256("a");
    server.says("/jwks", &signer.jwks());
    let bench = std::sync::Arc::new(bench(&server));
    let mut all = tokio::task::JoinSet::new();
    for n in 0..20 {
        let (bench, token) = (bench.clone(), Signer::es256(&format!("x{n}")).sign(&claims()));
        all.spawn(async move { bench.verify(&token).await });
    }
    while let Some(found) = all.join_next().await {
        assert_eq!(found.unwrap(), Err(Rejected::UnknownKey));
    }
    assert_eq!(server.count(), 2, "the first fetch and one for what is unknown");
}

#[tokio::test]
async fn a_withdrawn_key_ends_when_the_keys_are_old() {
    let server = Server::start();
    let (old, new) = (Signer::es256("old"), Signer::es256("new"));
    let reply = |signer: &Signer| {
        let headers = "content-type: application/jwk-set+json\r\ncache-control: max-age=120\r\n";
        answer("200 OK", headers, &signer.jwks().to_string())
    };
    server.says_raw("/jwks", &reply(&old));
    let bench = bench(&server);
    let token = old.sign(&claims());
    assert!(bench.verify(&token).await.is_ok());
    server.says_raw("/jwks", &reply(&new));
    assert!(bench.verify_at(&token, after(119)).await.is_ok());
    assert_eq!(server.count(), 1);
    assert_eq!(bench.verify_at(&token, after(130)).await, Err(Rejected::UnknownKey));
}

#[tokio::test]
async fn nonsense_from_the_server_is_no_key() {
    let signer = Signer::es256("a");
    let json = "content-type: application/json\r\n";
    let long = json!({ "keys": [signer.jwk()], "padding": "x".repeat(300_000) }).to_string();
    for reply in [
        answer("200 OK", "content-type: text/html\r\n", &signer.jwks().to_string()),
        answer("200 OK", json, "<html>"),
        answer("200 OK", json, "[]"),
        answer("200 OK", json, &long),
        answer("500 No", json, &signer.jwks().to_string()),
        answer("302 Found", "location: https://10.0.0.1/jwks\r\n", ""),
        format!("HTTP/1.1 200 OK\r\n{json}content-length: 9999\r\n\r\n{{"),
    ] {
        let server = Server::start();
        server.says_raw("/jwks", &reply);
        let bench = bench(&server);
        let token = signer.sign(&claims());
        assert_eq!(bench.verify(&token).await, Err(Rejected::AuthorizationServerDown), "{reply:.60}");
        // Nobody asks again at once, whoever calls.
        assert_eq!(bench.verify_at(&token, after(4)).await, Err(Rejected::AuthorizationServerDown));
        assert_eq!(server.count(), 1);
        server.says("/jwks", &signer.jwks());
        assert!(bench.verify_at(&token, after(5)).await.is_ok(), "{reply:.60}");
    }
}

/// Time runs ahead while everybody waits.
#[tokio::test(start_paused = true)]
async fn a_silent_server_is_given_up() {
    let server = Server::start();
    server.is_silent("/jwks");
    let found = bench(&server).verify(&Signer::es256("a").sign(&claims())).await;
    assert_eq!(found, Err(Rejected::AuthorizationServerDown));
    assert!(!Rejected::AuthorizationServerDown.is_the_tokens_fault());
}

#[tokio::test]
async fn keys_outlive_a_failing_server_for_an_hour() {
    let server = Server::start();
    let signer = Signer::es256("a");
    server.says("/jwks", &signer.jwks());
    let bench = bench(&server);
    let token = signer.sign(&claims_with(&json!({ "exp": NOW + 99_999 })));
    assert!(bench.verify(&token).await.is_ok());
    server.says_raw("/jwks", &answer("503 Busy", "", ""));
    assert!(bench.verify_at(&token, after(599)).await.is_ok());
    assert_eq!(server.count(), 1, "fresh for ten minutes");
    assert!(bench.verify_at(&token, after(620)).await.is_ok());
    assert_eq!(server.count(), 2);
    assert!(bench.verify_at(&token, after(600 + 3580)).await.is_ok());
    let unknown = Signer::es256("new").sign(&claims_with(&json!({ "exp": NOW + 99_999 })));
    for second in [3581, 3586, 3592] {
        let found = bench.verify_at(&unknown, after(600 + second)).await;
        assert_eq!(found, Err(Rejected::AuthorizationServerDown), "nobody can tell whether it is unknown");
    }
    assert_eq!(bench.verify_at(&token, after(600 + 3600)).await, Err(Rejected::AuthorizationServerDown));
    server.says("/jwks", &signer.jwks());
    assert!(bench.verify_at(&token, after(600 + 3610)).await.is_ok());
}

#[tokio::test]
async fn each_issuer_has_its_own_keys() {
    let (server, signer, other) = (Server::start(), Signer::es256("a"), Signer::es256("a"));
    server.says("/one", &signer.jwks());
    server.says("/two", &other.jwks());
    let settings = |name: &str, path: &str| IssuerSettings::new(issuer(name), KeySource::JwksUrl(server.url(path)));
    let bench = Bench::new(vec![settings(ISSUER, "/one"), settings("https://two.example", "/two")]);
    let of_two = claims_with(&json!({ "iss": "https://two.example" }));
    assert!(bench.verify(&signer.sign(&claims())).await.is_ok());
    assert!(bench.verify(&other.sign(&of_two)).await.is_ok());
    assert_eq!(bench.verify(&signer.sign(&of_two)).await, Err(Rejected::SignatureWrong));
    assert_eq!(bench.verify(&other.sign(&claims())).await, Err(Rejected::SignatureWrong));
}
