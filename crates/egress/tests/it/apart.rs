//! Calls that keep a breaker of their own, and headers that prove who calls.

use dealeragent_egress::{BreakerSettings, Egress, EgressError, InvalidHeader};

use crate::server::{Server, answer, egress, policy, redirect};

#[tokio::test]
async fn a_call_apart_neither_opens_nor_heeds_the_breaker() {
    let server = Server::start(|_, request, stream| {
        let text = if request.starts_with("GET /broken") { "503 Busy" } else { "200 OK" };
        let _ = std::io::Write::write_all(stream, answer(text, "", "x").as_bytes());
    });
    let mut policy = policy();
    policy.breaker = BreakerSettings { failures: 1, ..BreakerSettings::default() };
    let egress = Egress::new(policy).unwrap();
    assert!(egress.get(&server.url("/broken")).apart().send().await.is_err());
    assert!(egress.get(&server.url("/")).send().await.is_ok(), "its failure held nobody back");
    assert!(egress.get(&server.url("/broken")).send().await.is_err());
    let resting = egress.get(&server.url("/")).send().await;
    assert!(matches!(resting, Err(EgressError::Resting { .. })), "{resting:?}");
    assert!(egress.get(&server.url("/")).apart().send().await.is_ok(), "others' failures held it back");
}

#[tokio::test]
async fn a_secret_header_stays_with_its_origin() {
    let elsewhere = Server::saying(answer("200 OK", "", "x"));
    let home = Server::saying(redirect(&elsewhere.url("/there")));
    let get = egress();
    let get = get.get(&home.url("/?key=hunter2")).header("X-Api-Key", &"hunter2".into()).unwrap();
    assert!(!format!("{get:?}").contains("hunter2"), "{get:?}");
    get.send().await.unwrap();
    assert!(home.requests()[0].contains("x-api-key: hunter2"));
    assert!(!elsewhere.requests()[0].contains("hunter2"));
}

#[tokio::test]
async fn what_is_no_header_is_refused_without_being_shown() {
    let egress = egress();
    for (name, value) in [("a b", "x"), ("", "x"), ("x-key", "two\nlines"), ("x-key", "caf\u{7}")] {
        let found = egress.get("https://feeds.example/").header(name, &value.into()).map(|_| ()).unwrap_err();
        assert_eq!(found, InvalidHeader);
    }
}
