//! `dealeragent serve` as a process: how it starts, refuses to, and stops.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

use crate::support::{SMALL, Server, configured, run};

#[test]
fn sigterm_ends_it_in_order() {
    let server = Server::demo();
    assert_eq!(server.call(&["get_manifest"]).code, 0);
    assert_eq!(server.stop("TERM").code(), Some(0));
}

#[test]
fn ctrl_c_ends_it_in_order() {
    assert_eq!(Server::demo().stop("INT").code(), Some(0));
}

/// An open connection and an open subscription do not keep it alive.
#[test]
fn open_streams_are_ended_by_the_stop() {
    let server = Server::demo();
    let _idle = TcpStream::connect(server.address()).unwrap();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMcp-Method: subscriptions/listen\r\n\
        MCP-Protocol-Version: 2026-07-28\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut first = [0; 1024];
    let length = stream.read(&mut first).unwrap();
    assert!(first[..length].starts_with(b"HTTP/1.1 200"));
    assert_eq!(server.stop("TERM").code(), Some(0));
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains(r#""resultType":"complete""#), "{rest}");
}

#[test]
fn an_address_in_use_is_told_what_to_do() {
    let server = Server::demo();
    let said = run(&["serve", "--listen", server.address()]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    for part in ["cannot listen on", server.address(), "--listen 127.0.0.1:0"] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
}

#[test]
fn a_broken_configuration_is_told_in_full() {
    let (_folder, path) =
        configured(&SMALL.replace("Denver\"\naddress", "Denvr\"\naddress").replace("operator", "operater"));
    let said = run(&["serve", "--config", path.to_str().unwrap()]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("has 3 problems"), "{}", said.err);
    assert!(said.err.contains("did you mean `operator`?") && said.err.contains("IANA"), "{}", said.err);
}

#[test]
fn a_missing_configuration_is_named() {
    let said = run(&["serve", "--config", "/nowhere/dealeragent.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read /nowhere/dealeragent.toml"), "{}", said.err);
}

#[test]
fn health_is_answered() {
    let server = Server::demo();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("ready"), "{answer}");
}

/// Options that contradict each other are refused before anything starts.
#[test]
fn contradicting_options_are_refused() {
    for arguments in [
        &["serve", "--stdio", "--listen", "127.0.0.1:0"][..],
        &["serve", "--canonical-names"],
        &["serve", "--listen", "x"],
    ] {
        let said = run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}");
        assert!(said.err.contains("--help"), "{}", said.err);
    }
}
