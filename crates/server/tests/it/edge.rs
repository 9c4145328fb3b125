//! The edge over real sockets: TLS, slow clients, proxies, bounds by caller.

use std::{net::SocketAddr, time::Duration};

use axum::extract::ConnectInfo;
use dealeragent_server::{
    config::Config,
    demo,
    files::Files,
    http::{ConnectionLimits, Limits, Shutdown, Tls, serve},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use crate::support::{NOW, Running, fixture::Fixture, post::Post, socket::bounded, time};

const SHORT: Duration = Duration::from_millis(50);

async fn started(limits: Limits, connections: ConnectionLimits, tls: Option<Tls>) -> (SocketAddr, Shutdown) {
    let (switch, shutdown) = Shutdown::channel();
    // Held as long as the test runs.
    Box::leak(Box::new(switch));
    let router = Fixture::new().router(limits, shutdown.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, router, tls, connections, shutdown.clone()));
    (address, shutdown)
}

/// Everything that the server sends until it closes the connection.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    let _ = bounded(stream.read_to_end(&mut said)).await;
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test]
async fn a_head_that_dribbles_in_does_not_hold_a_connection() {
    let connections = ConnectionLimits { head: SHORT, ..ConnectionLimits::default() };
    let (address, _) = started(Limits::default(), connections, None).await;
    for part in ["", "POST", "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: "] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        let said = until_closed(&mut stream).await;
        assert!(!said.contains("200 OK"), "{said}");
    }
}

/// Before the first request and after it.
#[tokio::test]
async fn a_connection_that_says_nothing_is_closed() {
    let silent = ConnectionLimits { head: SHORT, ..ConnectionLimits::default() };
    let (address, _) = started(Limits::default(), silent, None).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    assert_eq!(until_closed(&mut stream).await, "");
    let idle = ConnectionLimits { idle: SHORT, ..ConnectionLimits::default() };
    let (address, _) = started(Limits::default(), idle, None).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let said = until_closed(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 204"), "{said}");
}

#[tokio::test]
async fn a_client_that_never_shakes_hands_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate_file, key_file) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    let (pem, key) = certificate("cars.example");
    std::fs::write(&certificate_file, &pem).unwrap();
    std::fs::write(&key_file, key).unwrap();
    let tls = Tls::read(&certificate_file, &key_file).await.unwrap();
    let connections = ConnectionLimits { head: SHORT, handshake: SHORT, ..ConnectionLimits::default() };
    let (address, _) = started(Limits::default(), connections, Some(tls)).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    until_closed(&mut stream).await;
}

#[tokio::test]
async fn a_body_that_dribbles_in_is_given_up() {
    let limits = Limits { body_time: SHORT, ..Limits::default() };
    let (address, _) = started(limits, ConnectionLimits::default(), None).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let said = until_closed(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 408"), "{said}");
    assert!(said.contains("the body took too long"), "{said}");
}

#[tokio::test]
async fn connections_beyond_the_bound_are_closed() {
    let connections = ConnectionLimits { connections: 1, ..ConnectionLimits::default() };
    let (address, _) = started(Limits::default(), connections, None).await;
    let ask = "OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut first = TcpStream::connect(address).await.unwrap();
    first.write_all(ask.as_bytes()).await.unwrap();
    let mut byte = [0; 1];
    bounded(first.read_exact(&mut byte)).await.unwrap();
    let mut second = TcpStream::connect(address).await.unwrap();
    let _ = second.write_all(ask.as_bytes()).await;
    assert_eq!(until_closed(&mut second).await, "", "there is no room for it");
    drop(first);
    // The place is given back once the server saw it go.
    bounded(async {
        loop {
            let mut third = TcpStream::connect(address).await.unwrap();
            if third.write_all(ask.as_bytes()).await.is_ok() && third.read_exact(&mut byte).await.is_ok() {
                return;
            }
            tokio::task::yield_now().await;
        }
    })
    .await;
}

fn certificate(name: &str) -> (String, String) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    (made.cert.pem(), made.signing_key.serialize_pem())
}

async fn says(address: SocketAddr, name: &str, root: &str) -> reqwest::Result<u16> {
    let root = reqwest::Certificate::from_pem(root.as_bytes()).unwrap();
    let client = reqwest::Client::builder()
        .tls_certs_only([root])
        .resolve(name, address)
        .no_proxy()
        .pool_max_idle_per_host(0)
        .build()
        .unwrap();
    let url = format!("https://{name}:{}/mcp", address.port());
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string();
    let request = client.post(url).header("host", "localhost").header("mcp-protocol-version", "2025-11-25");
    Ok(request.header("content-type", "application/json").body(body).send().await?.status().as_u16())
}

#[tokio::test]
async fn tls_comes_from_files_and_takes_up_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate_file, key_file) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    let write = |(certificate, key): &(String, String)| {
        std::fs::write(&certificate_file, certificate).unwrap();
        std::fs::write(&key_file, key).unwrap();
    };
    let (old, new) = (certificate("cars.example"), certificate("cars.example"));
    write(&old);
    let tls = Tls::read(&certificate_file, &key_file).await.unwrap();
    let (address, _) = started(Limits::default(), ConnectionLimits::default(), Some(tls.clone())).await;
    assert_eq!(says(address, "cars.example", &old.0).await.unwrap(), 200);
    assert!(says(address, "cars.example", &new.0).await.is_err(), "another certificate is not trusted");
    // What cannot be used leaves the old one in place.
    std::fs::write(&certificate_file, "nonsense").unwrap();
    let refused = tls.reload().await.unwrap_err().to_string();
    assert!(refused.contains("cert.pem") && refused.contains("PEM"), "{refused}");
    assert_eq!(says(address, "cars.example", &old.0).await.unwrap(), 200);
    write(&new);
    tls.reload().await.unwrap();
    assert_eq!(says(address, "cars.example", &new.0).await.unwrap(), 200);
    // Clear text is no way in.
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    assert!(!until_closed(&mut stream).await.contains("HTTP/1.1 200"));
}

#[test]
fn nothing_goes_out_in_clear_text_unless_it_is_said() {
    let edge = |extra: &str| {
        let text = demo::CONFIG.replacen("[server]\n", &format!("[server]\n{extra}\n"), 1);
        Config::read("dealeragent.toml", &text, &Files::Demo, time(NOW)).unwrap().edge
    };
    let public: SocketAddr = "0.0.0.0:8484".parse().unwrap();
    let message = edge("").check_listen(public).unwrap_err().to_string();
    assert!(message.contains("behind_proxy") && message.contains("[server.tls]"), "{message}");
    for local in ["127.0.0.1:1", "[::1]:1", "127.9.9.9:1", "[::ffff:127.0.0.1]:1"] {
        assert!(edge("").check_listen(local.parse().unwrap()).is_ok(), "{local}");
    }
    assert!(edge("behind_proxy = true").check_listen(public).is_ok());
    assert!(edge("tls = { certificate = \"c\", key = \"k\" }").check_listen(public).is_ok());
}

/// A request as a peer sends it.
async fn from(running: &Running, peer: &str, forwarded: Option<&str>, post: Post) -> (u16, Option<String>, String) {
    use tower::ServiceExt as _;
    let post = forwarded.map_or_else(|| post.clone(), |value| post.clone().header("x-forwarded-for", value));
    let mut request = post.into_request();
    request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer.parse().unwrap()));
    let response = running.router.clone().oneshot(request).await.unwrap();
    let field = response.headers().get("ratelimit").map(|value| value.to_str().unwrap().to_owned());
    let (parts, body) = response.into_parts();
    let body = http_body_util::BodyExt::collect(body).await.unwrap().to_bytes();
    (parts.status.as_u16(), field, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn a_callers_quota_is_told_before_the_wall_and_held_at_it() {
    let config = demo::CONFIG.replacen("[server]\n", "[server]\ntrusted_proxies = [\"127.0.0.1\"]\n", 1)
        + "\n[limits]\naddress_reads = { burst = 3, per_second = 1 }\n";
    let running = Running::configured(&config, Files::Demo);
    let call = || Post::call("dealeragent.dealer.get", json!({}));
    for left in (0..3).rev() {
        let (status, field, body) = from(&running, "127.0.0.1:9", Some("192.0.2.1"), call()).await;
        assert!(status == 200 && body.contains("\"isError\":false"), "{body}");
        assert_eq!(field.unwrap(), format!("\"read\";r={left};t={}", 3 - left));
    }
    let (status, _, body) = from(&running, "127.0.0.1:9", Some("192.0.2.1"), call()).await;
    assert_eq!(status, 200, "a model can read it");
    assert!(body.contains("dealeragent.rate_limited") && body.contains("\"retry_after_ms\":1000"), "{body}");
    // Another address has its own, also behind the same proxy; the word of a
    // proxy that is not trusted changes nothing.
    assert!(from(&running, "127.0.0.1:9", Some("192.0.2.2"), call()).await.2.contains("\"isError\":false"));
    for forged in ["203.0.113.1", "203.0.113.2", "203.0.113.3"] {
        assert!(from(&running, "198.51.100.7:9", Some(forged), call()).await.2.contains("\"isError\":false"));
    }
    assert!(from(&running, "198.51.100.7:9", Some("203.0.113.4"), call()).await.2.contains("rate_limited"));
    // Lists and reads of resources are not calls of tools, but reads count.
    running.clock.advance(60);
    let read = || Post::modern("resources/read", json!({ "uri": "dealeragent://manifest" }));
    for _ in 0..3 {
        assert!(from(&running, "192.0.2.9:9", None, read()).await.2.contains("\"contents\""));
    }
    // That it was not looked at must not read as absence.
    let (status, _, body) = from(&running, "192.0.2.9:9", None, read()).await;
    let refused: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &refused["error"]["code"]), (200, &json!(-32603)), "{body}");
    let data = &refused["error"]["data"];
    assert_eq!((&data["code"], &data["retry_after_ms"]), (&json!("dealeragent.rate_limited"), &json!(1000)), "{body}");
}

/// One caller that holds all of its places is shed before its body is read;
/// another is served.
#[tokio::test]
async fn a_greedy_caller_takes_only_its_own_places() {
    use tower::ServiceExt as _;
    let (_switch, shutdown) = Shutdown::channel();
    let fixture = Fixture::new();
    let router = fixture.router(Limits { per_caller: 2, ..Limits::default() }, shutdown);
    let send = |peer: &str, tool: &str| {
        let mut request = Post::call(tool, json!({})).into_request();
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer.parse().unwrap()));
        let router = router.clone();
        async move { router.oneshot(request).await.unwrap() }
    };
    let held: Vec<_> = (0..2).map(|_| tokio::spawn(send("192.0.2.1:1", "wait"))).collect();
    fixture.waiting.acquire_many(2).await.unwrap().forget();
    let shed = send("192.0.2.1:2", "echo").await;
    assert_eq!(shed.status(), 429);
    assert_eq!(shed.headers()["retry-after"], "1");
    assert_eq!(send("192.0.2.2:1", "echo").await.status(), 200);
    fixture.gate.add_permits(2);
    for held in held {
        assert_eq!(held.await.unwrap().status(), 200);
    }
    assert_eq!(send("192.0.2.1:3", "echo").await.status(), 200);
}
