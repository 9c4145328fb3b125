//! What `serve` says when it starts, and that all of it works as pasted.

use serde_json::Value;

use crate::support::{SMALL, Server, configured, run};

#[test]
fn the_banner_says_what_is_loaded() {
    let server = Server::demo();
    let (banner, url) = (&server.banner, &server.url);
    let wanted = [
        format!("dealeragent {}", env!("CARGO_PKG_VERSION")),
        "made up for demonstration".to_owned(),
        format!("{url}/mcp\n"),
        format!("{url}/mcp/compat"),
        "Example Ridge Auto Group (demonstration) (example-ridge)".to_owned(),
        "158 listings (7 without a price), 2 rows held back".to_owned(),
        "146 listings (6 without a price), 4 rows held back".to_owned(),
    ];
    for part in wanted {
        assert!(banner.contains(&part), "`{part}` is not in\n{banner}");
    }
    assert!(!banner.contains("NOT LOADED"), "{banner}");
    // Every row that was held back is counted for its own rooftop.
    let lines: Vec<&str> = banner.lines().filter(|line| line.contains("listings (")).collect();
    assert!(lines[0].trim_start().starts_with("ridge-denver") && lines[1].trim_start().starts_with("ridge-chicago"));
}

/// A client's configuration names the safe door and a short server name.
#[test]
fn the_client_configuration_is_json() {
    let server = Server::demo();
    let line = server.banner.lines().find(|line| line.contains("mcpServers")).unwrap();
    let config: Value = serde_json::from_str(line).unwrap();
    assert_eq!(config["mcpServers"]["dealer"]["type"], "http");
    assert_eq!(config["mcpServers"]["dealer"]["url"], format!("{}/mcp/compat", server.url));
}

/// The words of a shell line with single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.trim().split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(ToOwned::to_owned));
        }
    }
    words
}

#[tokio::test]
async fn the_line_for_curl_gets_the_manifest() {
    let server = Server::demo();
    let line = server.banner.lines().find(|line| line.trim_start().starts_with("curl ")).unwrap();
    let words = words(line);
    let mut request = reqwest::Client::new().post(&words[2]);
    for pair in words[3..].chunks(2) {
        request = match pair[0].as_str() {
            "-H" => {
                let (name, value) = pair[1].split_once(": ").unwrap();
                request.header(name, value)
            }
            "-d" => request.body(pair[1].clone()),
            other => panic!("{other} in {line}"),
        };
    }
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    let reply: Value = serde_json::from_slice(&response.bytes().await.unwrap()).unwrap();
    assert_eq!(reply["result"]["structuredContent"]["standard"], "dealer-agent-protocol");
}

#[test]
fn the_line_for_a_call_finds_cars() {
    let server = Server::demo();
    let line = server.banner.lines().find(|line| line.contains("dealeragent call search")).unwrap();
    let words = words(line);
    let said = run(&words[1..].iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("listings match"), "{}", said.out);
}

/// A feed that cannot be read is named with its reason; the server runs.
#[test]
fn a_missing_export_is_named_and_the_server_runs() {
    let (_folder, path) = configured(SMALL);
    let server = Server::configured(&path);
    assert!(server.banner.contains("NOT LOADED: cannot read export.csv: there is no such file"), "{}", server.banner);
    assert!(!server.banner.contains("DEMO"), "{}", server.banner);
    let manifest = server.call_json(&["get_manifest"]);
    assert_eq!(manifest["organization_ids"][0], "small");
    let said = server.call(&["search", r#"{"organization_id":"small"}"#]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("dealeragent.upstream.unavailable"), "{said:?}");
}
