//! Files of web servers.

use std::io::Write;

use dealeragent_egress::{AddressClass, Egress, EgressError};
use dealeragent_sources::{FaultKind, Fetched, Look, Source, SourceFault, TimeBasis};
use flate2::{Compression, write::GzEncoder};

use crate::{
    web::{Server, answer, gate, redirect},
    world::{World, at, file, is_unchanged, nothing, policy, text},
};

const DATE: &str = "date: Tue, 01 Sep 2026 14:00:00 GMT\r\n";
const EARLIER: &str = "last-modified: Tue, 01 Sep 2026 13:00:00 GMT\r\n";

fn source(world: &World, server: &Server, path: &str) -> Source {
    world.source(&format!("url = {{ address = \"{}\" }}", server.url(path)))
}

async fn failing(world: &World, server: &Server) -> SourceFault {
    source(world, server, "/lot.csv?key=hunter2").look(&nothing(), at(0)).await.unwrap_err()
}

#[tokio::test]
async fn a_file_comes_once_while_its_tag_is_the_same() {
    let server = Server::start(|_, request, stream| {
        let reply = if request.contains("if-none-match: W/\"v1\"") {
            answer("304 Not Modified", "etag: W/\"v1\"\r\n", "")
        } else {
            answer(
                "200 OK",
                &format!("{DATE}{EARLIER}etag: W/\"v1\"\r\ncontent-type: Text/CSV; charset=utf-8\r\n"),
                "a,b",
            )
        };
        let _ = stream.write_all(reply.as_bytes());
    });
    let world = World::new();
    let source = source(&world, &server, "/export/lot.csv?dealer=7");
    let taken = file(source.look(&nothing(), at(60)).await);
    assert_eq!((text(&taken).as_str(), taken.name.as_str(), taken.length), ("a,b", "lot.csv", 3));
    assert_eq!((taken.source_time.at, taken.source_time.basis), (at(-3600), TimeBasis::LastModified));
    assert_eq!(taken.media_type.as_deref(), Some("text/csv"));
    assert!(is_unchanged(&source.look(&taken.validators, at(120)).await));
    drop(taken);
    assert_eq!(world.incoming(), 0);
    let asked = &server.requests()[1];
    assert!(asked.contains("if-modified-since: Tue, 01 Sep 2026 13:00:00 GMT"), "{asked}");
}

#[tokio::test]
async fn a_server_without_conditions_is_held_against_its_tag() {
    let server = Server::saying(answer("200 OK", "etag: \"v1\"\r\n", "a,b"));
    let world = World::new();
    let source = source(&world, &server, "/lot.csv");
    let taken = file(source.look(&nothing(), at(0)).await);
    assert!(is_unchanged(&source.look(&taken.validators, at(60)).await));
}

#[tokio::test]
async fn the_time_is_the_sources_own_and_says_what_it_rests_on() {
    let ahead = "last-modified: Tue, 01 Sep 2026 15:00:00 GMT\r\n";
    for (headers, time, basis) in [
        (DATE.to_owned(), 0, TimeBasis::AnswerDate),
        (format!("{DATE}{ahead}"), 0, TimeBasis::AnswerDate),
        (EARLIER.to_owned(), -3600, TimeBasis::LastModified),
        ("last-modified: yesterday\r\n".to_owned(), 90, TimeBasis::Received),
        (String::new(), 90, TimeBasis::Received),
    ] {
        let server = Server::saying(answer("200 OK", &headers, "a,b"));
        let world = World::new();
        let taken = file(source(&world, &server, "/").look(&nothing(), at(90)).await);
        assert_eq!((taken.source_time.at, taken.source_time.basis), (at(time), basis), "{headers}");
    }
}

#[tokio::test]
async fn what_its_sender_calls_it_is_noted_not_believed() {
    let server = Server::saying(answer("200 OK", "content-type: text/html\r\n", "a,b"));
    let world = World::new();
    let taken = file(source(&world, &server, "/").look(&nothing(), at(0)).await);
    assert_eq!(taken.media_type.as_deref(), Some("text/html"));
}

#[tokio::test]
async fn a_compressed_transfer_is_unpacked_and_counted() {
    let gzip = |text: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        let body = encoder.finish().unwrap();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n", body.len());
        Server::saying([head.as_bytes(), &body].concat())
    };
    let world = World::new();
    let honest = gzip(b"a,b");
    assert_eq!(text(&file(source(&world, &honest, "/").look(&nothing(), at(0)).await)), "a,b");
    assert_eq!(failing(&world, &gzip(&[b'x'; 100_000])).await.kind(), FaultKind::TooLarge);
    assert_eq!(world.incoming(), 0, "nothing is left of what failed");
}

#[tokio::test]
async fn endless_broken_and_silent_servers_are_told_apart() {
    let mut world = World::new();
    let endless = Server::start(|_, _, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        while stream.write_all(b"5\r\nxxxxx\r\n").is_ok() {}
    });
    assert_eq!(failing(&world, &endless).await.kind(), FaultKind::TooLarge);
    let truncated = Server::saying("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc");
    assert_eq!(failing(&world, &truncated).await.kind(), FaultKind::BrokenOff);
    let (_open, held) = gate();
    let slow = Server::start(move |_, _, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc");
        let _ = held.lock().unwrap().recv();
    });
    world.limits.within = std::time::Duration::from_millis(200);
    assert_eq!(failing(&world, &slow).await.kind(), FaultKind::TimedOut);
    assert_eq!(world.incoming(), 0);
}

#[tokio::test]
async fn refusals_say_what_to_do_and_show_nothing() {
    let world = World::new();
    for (status, kind, said) in [
        ("401 No hunter2", FaultKind::Credentials, "check the credentials"),
        ("403 No", FaultKind::Credentials, "may read this file"),
        ("404 No", FaultKind::Missing, "nothing is there"),
        ("410 No", FaultKind::Missing, "nothing is there"),
        ("418 No", FaultKind::Protocol, "check the address with the provider"),
        ("503 No", FaultKind::Server, "it is tried again"),
    ] {
        let fault = failing(&world, &Server::saying(answer(status, "retry-after: 7\r\n", "hunter2"))).await;
        assert_eq!(fault.kind(), kind, "{status}");
        assert!(fault.to_string().contains(said), "{fault}");
        assert!(!format!("{fault} {fault:?}").contains("hunter2"), "{fault}");
        assert_eq!(fault.retry_after().unwrap().as_secs(), 7);
    }
}

#[tokio::test]
async fn addresses_inside_are_refused_also_behind_a_redirect() {
    let mut world = World::new();
    let inside = Server::saying(redirect("http://127.0.0.1:1/metadata"));
    let redirecting = Server::saying(redirect(&format!("http://localhost:{}/lot.csv", inside.port)));
    let fault = failing(&world, &redirecting).await;
    assert_eq!(fault.kind(), FaultKind::Configuration, "plain http to a host that nobody allowed: {fault}");
    let redirecting = Server::saying(redirect("https://10.0.0.1/lot.csv"));
    let fault = failing(&world, &redirecting).await;
    assert_eq!(fault.kind(), FaultKind::AddressRefused);
    let class = AddressClass::Private;
    let refused = EgressError::AddressRefused { host: "10.0.0.1".into(), class }.to_string();
    assert!(fault.to_string().contains(&refused), "{fault}");
    assert!(fault.to_string().contains("allow_hosts or allow_networks"), "{fault}");

    world.egress = Egress::new(dealeragent_egress::EgressPolicy::default()).unwrap();
    let source = world.source("url = { address = \"https://169.254.169.254/latest\" }");
    assert_eq!(source.look(&nothing(), at(0)).await.unwrap_err().kind(), FaultKind::AddressRefused);
    assert!(inside.requests().is_empty());
}

#[tokio::test]
async fn secrets_go_to_the_server_and_nowhere_else() {
    let server = Server::saying(answer("200 OK", "", "a,b"));
    let world = World::new();
    for name in ["token", "key", "query", "password"] {
        world.secret(name, &format!("hunter2-{name}\n"));
    }
    let address = server.url("/lot.csv?dealer=7");
    let source = world.source(&format!(
        "[url]\naddress = \"{address}\"\nbearer = {{ file = \"token\" }}\n\
         headers = {{ x-api-key = {{ file = \"key\" }} }}\nquery = {{ token = {{ file = \"query\" }} }}"
    ));
    let taken = file(source.look(&nothing(), at(0)).await);
    let asked = &server.requests()[0];
    assert!(asked.starts_with("GET /lot.csv?dealer=7&token=hunter2-query HTTP/1.1"), "{asked}");
    assert!(
        asked.contains("authorization: Bearer hunter2-token") && asked.contains("x-api-key: hunter2-key"),
        "{asked}"
    );
    let shown = format!("{source:?} {taken:?}");
    assert!(!shown.contains("hunter2"), "{shown}");

    let basic = format!(
        "url = {{ address = \"{address}\", basic = {{ user = \"u\", password = {{ file = \"password\" }} }} }}"
    );
    file(world.source(&basic).look(&nothing(), at(0)).await);
    assert!(server.requests()[1].contains("authorization: Basic dTpodW50ZXIyLXBhc3N3b3Jk"), "{:?}", server.requests());
}

#[tokio::test]
async fn a_missing_or_broken_secret_asks_nobody() {
    let server = Server::saying(answer("200 OK", "", "a,b"));
    let world = World::new();
    world.secret("broken", "two\nhunter2");
    for key in ["bearer = { file = \"missing\" }", "headers = { x-key = { file = \"broken\" } }"] {
        let source = world.source(&format!("url = {{ address = \"{}\", {key} }}", server.url("/")));
        let fault = source.look(&nothing(), at(0)).await.unwrap_err();
        assert_eq!(fault.kind(), FaultKind::Credentials);
        assert!(!format!("{fault:?}").contains("hunter2"));
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn one_failing_file_does_not_rest_the_host_for_others() {
    let server = Server::start(|_, request, stream| {
        let status = if request.starts_with("GET /broken") { "503 Busy" } else { "200 OK" };
        let _ = stream.write_all(answer(status, "", "a,b").as_bytes());
    });
    let mut world = World::new();
    let mut policy = policy();
    policy.breaker.failures = 1;
    world.egress = Egress::new(policy).unwrap();
    let broken = source(&world, &server, "/broken");
    for seconds in 0..5 {
        assert_eq!(broken.look(&nothing(), at(seconds)).await.unwrap_err().kind(), FaultKind::Server);
    }
    let fine = source(&world, &server, "/fine").look(&nothing(), at(9)).await;
    assert!(matches!(fine, Ok(Fetched::File(_))), "{fine:?}");
}
