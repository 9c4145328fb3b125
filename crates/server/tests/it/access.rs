//! Host, Origin, preflights and credentials.

use dealeragent_server::{demo, files::Files};
use http::Method;
use serde_json::json;

use crate::support::{Running, post::Post};

const PUBLIC: &str = "cars.ridge.example";

fn list() -> Post {
    Post::modern("tools/list", json!({}))
}

/// The demo under a public address.
fn public() -> Running {
    let config = demo::CONFIG.replace("[server]", &format!("[server]\npublic_url = \"https://{PUBLIC}\""));
    Running::configured(&config, Files::Demo)
}

async fn status(running: &Running, post: Post) -> u16 {
    running.send(post).await.status
}

#[tokio::test]
async fn foreign_hosts_are_misdirected() {
    let running = Running::demo();
    let foreign = [
        "evil.example.com",
        "evil.example.com:8484",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1:8484",
        PUBLIC,
        "",
    ];
    for host in foreign {
        let got = running.send(list().header("host", host)).await;
        assert_eq!(got.status, 421, "{host}");
        assert!(got.json()["error"]["message"].as_str().unwrap().contains("public_url"), "the operator is told");
    }
    assert_eq!(status(&running, list().without("host")).await, 421);
}

#[tokio::test]
async fn this_machine_is_served_by_any_of_its_names() {
    let running = Running::demo();
    for host in ["127.0.0.1:8484", "localhost", "LocalHost:8484", "127.0.0.1:9", "[::1]:8484"] {
        assert_eq!(status(&running, list().header("host", host)).await, 200, "{host}");
    }
}

/// The guard stands before every route, pages included.
#[tokio::test]
async fn pages_are_guarded_too() {
    let running = Running::demo();
    for path in ["/", "/healthz", "/readyz", "/schemas/vehicle.schema.json", "/nowhere"] {
        let get = list().verb(Method::GET).at(path);
        // Load balancers check health by address.
        let expected = if matches!(path, "/healthz" | "/readyz") { 200 } else { 421 };
        assert_eq!(status(&running, get.clone().header("host", "evil.example.com")).await, expected, "{path}");
        assert_eq!(status(&running, get.header("origin", "https://evil.example.com")).await, 403, "{path}");
    }
}

#[tokio::test]
async fn without_a_public_address_only_pages_of_this_machine_may_ask() {
    let running = Running::demo();
    let foreign = ["https://evil.example.com", "http://localhost.evil.example", "null", "", "file://", "localhost"];
    for origin in foreign {
        let got = running.send(list().header("origin", origin)).await;
        assert_eq!(got.status, 403, "{origin}");
        assert!(got.headers.get("access-control-allow-origin").is_none(), "{origin}");
    }
    for origin in ["http://localhost:6274", "http://127.0.0.1:3000", "https://localhost", "http://[::1]:8484"] {
        let got = running.send(list().header("origin", origin)).await;
        assert_eq!(got.status, 200, "{origin}");
        assert_eq!(got.header("access-control-allow-origin"), Some(origin));
        assert_eq!(got.header("vary"), Some("Origin"));
        assert!(got.headers.get("access-control-allow-credentials").is_none());
    }
}

#[tokio::test]
async fn a_public_gateway_answers_any_page_without_credentials() {
    let running = public();
    for origin in ["https://inspector.example", "http://localhost:6274", "null"] {
        let got = running.send(list().header("host", PUBLIC).header("origin", origin)).await;
        assert_eq!(got.status, 200, "{origin}");
        assert_eq!(got.header("access-control-allow-origin"), Some("*"));
        assert!(got.headers.get("access-control-allow-credentials").is_none());
        assert!(got.header("access-control-expose-headers").unwrap().contains("www-authenticate"));
    }
    assert_eq!(status(&running, list().header("host", "evil.example.com")).await, 421);
    assert_eq!(status(&running, list()).await, 200, "loopback stays open");
}

/// The request line and the headers of a `.http` file.
fn from_file(text: &str) -> Post {
    let mut lines = text.lines();
    let mut request_line = lines.next().unwrap().split(' ');
    let verb: Method = request_line.next().unwrap().parse().unwrap();
    let mut post = Post::modern_raw("").verb(verb).at(request_line.next().unwrap());
    for name in ["content-type", "accept", "mcp-protocol-version", "mcp-method", "host"] {
        post = post.without(name);
    }
    for line in lines.take_while(|line| !line.is_empty()) {
        let (name, value) = line.split_once(": ").unwrap();
        post = post.also(Box::leak(name.to_ascii_lowercase().into_boxed_str()), value);
    }
    post
}

/// A browser never sends credentials with a preflight, so it is answered
/// before authorization (E11).
#[tokio::test]
async fn preflights_are_answered_before_authorization() {
    let running = public();
    let file = include_str!("../../../../fixtures/http/e03_preflight.http");
    for door in ["/mcp", "/mcp/compat"] {
        let got = running.send(from_file(file).at(door).header("host", PUBLIC)).await;
        assert_eq!(got.status, 204);
        assert_eq!(got.header("access-control-allow-origin"), Some("*"));
        assert!(got.header("access-control-allow-methods").unwrap().contains("POST"));
        let allowed: Vec<&str> = got.header("access-control-allow-headers").unwrap().split(", ").collect();
        let asked = file.lines().find_map(|line| line.strip_prefix("Access-Control-Request-Headers: ")).unwrap();
        for header in asked.split(',').chain(["accept"]) {
            assert!(allowed.contains(&header), "{header} is not in {allowed:?}");
        }
        assert!(got.headers.get("access-control-allow-credentials").is_none());
        assert!(got.headers.get("www-authenticate").is_none());
    }
    // Its own host is not ours, and a page of nowhere is not let in where none may.
    assert_eq!(status(&running, from_file(file)).await, 421);
    assert_eq!(status(&Running::demo(), from_file(file).header("host", "localhost")).await, 403);
}

/// A token in an address is refused, good or bad (digest section 8).
#[tokio::test]
async fn a_token_in_an_address_is_refused() {
    let running = Running::demo();
    for query in ["?access_token=abc", "?x=1&ACCESS_TOKEN=abc", "?access_token"] {
        let got = running.send(list().at(&format!("/mcp{query}"))).await;
        assert_eq!(got.status, 400, "{query}");
        assert!(got.text().contains("Authorization header") && !got.text().contains("abc"), "{}", got.text());
    }
    assert_eq!(running.send(list().at("/mcp?x=access_token")).await.status, 200);
}

/// Nobody issues credentials here, so none is valid; a bad one is never an
/// anonymous call.
#[tokio::test]
async fn any_credential_is_refused() {
    let running = Running::demo();
    let credentials = ["Bearer abc", "Bearer ", "bearer x.y.z", "Basic dXNlcjpwYXNz", "x", ""];
    for credential in credentials {
        for post in [list(), list().at("/mcp/compat"), Post::legacy("2025-11-25", "tools/list", &json!({}))] {
            let got = running.send(post.header("authorization", credential)).await;
            assert_eq!(got.status, 401, "{credential}");
            // To another scheme the right one is named.
            let other_scheme = credential.starts_with("Basic ");
            let challenge = if other_scheme { "Bearer" } else { "Bearer error=\"invalid_token\"" };
            assert_eq!(got.header("www-authenticate"), Some(challenge), "{credential}");
            let reply = got.json();
            assert!(reply.get("result").is_none(), "{credential}");
            let code = if other_scheme { "dealeragent.auth.required" } else { "dealeragent.auth.invalid" };
            assert_eq!(reply["error"]["data"]["code"], code, "{credential}");
            assert!(reply["id"].is_number(), "{credential}");
        }
    }
}

/// The id is echoed wherever it can be read, and nothing else of the body is.
#[tokio::test]
async fn a_refused_credential_is_answered_to_its_request() {
    let running = Running::demo();
    let with = |body: &str| Post::modern_raw(body).header("authorization", "Bearer abc");
    for (body, id) in [
        (r#"{"jsonrpc":"2.0","id":"abc","method":"tools/list"}"#, json!("abc")),
        (r#"{"jsonrpc":"1.0","id":9}"#, json!(9)),
        (r#"{"jsonrpc":"2.0","method":"tools/list"}"#, json!(null)),
        ("{", json!(null)),
        ("", json!(null)),
    ] {
        let got = running.send(with(body)).await;
        let reply = got.json();
        assert_eq!((got.status, reply["id"].clone()), (401, id), "{body}");
        assert_eq!(reply["error"]["data"]["code"], "dealeragent.auth.invalid");
    }
    let long = format!("{{\"id\":1,\"x\":\"{}\"}}", "x".repeat(300 * 1024));
    assert_eq!(running.send(with(&long)).await.status, 401);
}

/// A proxy may go by one, and we by the other.
#[tokio::test]
async fn two_hosts_are_refused() {
    let running = Running::demo();
    for other in ["evil.example.com", "127.0.0.1:8484", ""] {
        assert_eq!(status(&running, list().also("host", other)).await, 400, "{other}");
        let health = list().verb(Method::GET).at("/healthz").also("host", other);
        assert_eq!(status(&running, health).await, 400, "{other}");
    }
}

/// The scheme's own port may be there or not, on either side.
#[tokio::test]
async fn own_ports_make_no_difference() {
    for (url, hosts) in [
        ("https://a.example:443", ["a.example", "A.example:443"]),
        ("https://a.example", ["a.example", "a.example:443"]),
        ("http://a.example:80/", ["a.example", "a.example:80"]),
    ] {
        let config = demo::CONFIG.replace("[server]", &format!("[server]\npublic_url = \"{url}\""));
        let running = Running::configured(&config, Files::Demo);
        for host in hosts {
            assert_eq!(status(&running, list().header("host", host)).await, 200, "{url} {host}");
        }
        assert_eq!(status(&running, list().header("host", "a.example:8443")).await, 421, "{url}");
    }
}
