//! Nothing is longer or slower than allowed.

use std::{io::Write, time::Duration};

use dealeragent_egress::{Egress, EgressError};
use flate2::{Compression, write::GzEncoder};

use crate::server::{Server, answer, egress, gate, policy};

const SHORT: Duration = Duration::from_millis(200);

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let (_open, gate) = gate();
    let server = Server::start(move |_, _, _| {
        let _ = gate.lock().unwrap().recv();
    });
    let found = egress().get(&server.url("/")).within(SHORT).send().await;
    assert_eq!(found, Err(EgressError::TimedOut { host: "127.0.0.1".into(), after: SHORT }));
}

#[tokio::test]
async fn a_body_that_never_ends_in_time_is_given_up() {
    let (_open, gate) = gate();
    let server = Server::start(move |_, _, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc");
        let _ = gate.lock().unwrap().recv();
    });
    let found = egress().get(&server.url("/")).within(SHORT).send().await;
    assert!(matches!(found, Err(EgressError::TimedOut { .. })), "{found:?}");
}

#[tokio::test]
async fn long_bodies_are_refused_declared_or_not() {
    let declared = Server::saying(answer("200 OK", "", &"x".repeat(1001)));
    let undeclared = Server::saying(format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}", "x".repeat(1001)));
    let endless = Server::start(|_, _, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        while stream.write_all(b"5\r\nxxxxx\r\n").is_ok() {}
    });
    for server in [&declared, &undeclared, &endless] {
        let found = egress().get(&server.url("/")).max_bytes(1000).send().await;
        assert_eq!(found, Err(EgressError::TooLong { host: "127.0.0.1".into(), limit: 1000 }));
    }
    let fits = egress().get(&declared.url("/")).max_bytes(1001).send().await.unwrap();
    assert_eq!(fits.document().unwrap().bytes.len(), 1001);
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn compressed(body: &[u8]) -> Server {
    let body = gzip(body);
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    Server::saying([head.as_bytes(), &body].concat())
}

#[tokio::test]
async fn a_bomb_is_counted_when_it_is_unpacked() {
    let bomb = compressed(&vec![0; 50 << 20]);
    let found = egress().get(&bomb.url("/")).max_bytes(1 << 20).send().await;
    assert_eq!(found, Err(EgressError::TooLong { host: "127.0.0.1".into(), limit: 1 << 20 }));
    let honest = compressed(b"some text");
    let found = egress().get(&honest.url("/")).send().await.unwrap();
    assert_eq!(found.document().unwrap().bytes, "some text");
}

#[tokio::test]
async fn a_coding_that_was_not_asked_for_is_refused() {
    let server = Server::saying(answer("200 OK", "content-encoding: br\r\n", "???"));
    let found = egress().get(&server.url("/")).send().await;
    assert_eq!(found, Err(EgressError::WrongType { host: "127.0.0.1".into() }));
}

#[tokio::test]
async fn long_headers_are_refused() {
    let server = Server::saying(answer("200 OK", &format!("x-long: {}\r\n", "y".repeat(70_000)), ""));
    let found = egress().get(&server.url("/")).send().await;
    assert_eq!(found, Err(EgressError::HeadersTooLong { host: "127.0.0.1".into(), limit: 64 << 10 }));
    let many: String = (0..200).map(|n| format!("x-{n}: y\r\n")).collect();
    let server = Server::saying(answer("200 OK", &many, ""));
    let found = egress().get(&server.url("/")).send().await;
    assert_eq!(found, Err(EgressError::NoAnswer { host: "127.0.0.1".into() }));
}

#[tokio::test]
async fn broken_answers_are_told_apart() {
    let host = || "127.0.0.1".to_owned();
    let early = Server::saying("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc");
    assert_eq!(egress().get(&early.url("/")).send().await, Err(EgressError::BrokenOff { host: host() }));
    let mute = Server::saying("");
    assert_eq!(egress().get(&mute.url("/")).send().await, Err(EgressError::NoAnswer { host: host() }));
    let babble = Server::saying("SSH-2.0-OpenSSH_9.9\r\n");
    assert_eq!(egress().get(&babble.url("/")).send().await, Err(EgressError::NoAnswer { host: host() }));
    let closed = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let found = egress().get(&format!("http://127.0.0.1:{closed}/")).send().await;
    assert_eq!(found, Err(EgressError::Unreachable { host: host() }));
}

#[tokio::test]
async fn another_kind_of_content_is_refused() {
    let server = Server::saying(answer("200 OK", "content-type: text/html; charset=utf-8\r\n", "<p>"));
    let found = egress().get(&server.url("/")).accept(&["text/csv", "application/json"]).send().await;
    assert_eq!(found, Err(EgressError::WrongType { host: "127.0.0.1".into() }));
    assert!(server.requests()[0].contains("accept: text/csv, application/json"));
    let found = egress().get(&server.url("/")).accept(&["text/html"]).send().await.unwrap();
    assert_eq!(found.document().unwrap().charset.as_deref(), Some("utf-8"));
}

#[tokio::test]
async fn an_error_never_shows_what_was_asked() {
    let server = Server::saying(answer("500 Oops-hunter2", "x: hunter2\r\n", "hunter2"));
    let mut policy = policy();
    policy.retry.times = 1;
    let egress = Egress::new(policy).unwrap();
    let found = egress.get(&server.url("/hunter2?hunter2=hunter2")).send().await.unwrap_err();
    assert!(!format!("{found} {found:?}").contains("hunter2"), "{found:?}");
    assert_eq!(found, EgressError::Status { host: "127.0.0.1".into(), status: 500, retry_after: None });
}
