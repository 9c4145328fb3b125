//! What `serve` says when it starts, and that all of it works as pasted.

use serde_json::Value;

use crate::support::{ONE_CAR, SMALL, Server, configured, run};

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
    assert!(said.out.contains("inventory has not been loaded yet"), "{said:?}");
}

/// Who listens everywhere is told an address that works here, and what makes
/// others reach it.
#[test]
fn listening_everywhere_asks_for_the_public_address() {
    let server = Server::on("0.0.0.0:0", &[]);
    assert!(!server.banner.contains("0.0.0.0"), "{}", server.banner);
    assert!(server.banner.contains("set server.public_url to the address that others use"), "{}", server.banner);
    assert!(server.url.starts_with("http://127.0.0.1:"));
    assert_eq!(server.call(&["get_manifest"]).code, 0);
    let text = format!("[server]\npublic_url = \"https://cars.example\"\n{SMALL}");
    let (_folder, path) = configured(&text);
    let server = Server::on("0.0.0.0:0", &["--config", path.to_str().unwrap()]);
    assert!(server.banner.contains("MCP endpoint   https://cars.example/mcp\n"), "{}", server.banner);
    assert!(!server.banner.contains("set server.public_url"), "{}", server.banner);
    assert!(!Server::demo().banner.contains("set server.public_url"));
}

/// Where rows are held back, it says where they stand with their reasons.
#[test]
fn held_back_rows_are_pointed_at() {
    assert!(Server::demo().banner.contains("`dealeragent --log info serve` shows each row"));
    let (folder, path) = configured(SMALL);
    let export = folder.path().join("export.csv");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo/denver-vauto.csv"), &export).unwrap();
    let server = Server::configured(&path);
    let wanted = format!("`dealeragent config check {}` shows each row", path.display());
    assert!(server.banner.contains(&wanted), "{}", server.banner);
    // Nothing is held back any more: nothing to look at.
    std::fs::write(&export, ONE_CAR).unwrap();
    let server = Server::configured(&path);
    assert!(server.banner.contains("1 listings (0 without a price), 0 rows held back"), "{}", server.banner);
    assert!(!server.banner.contains("shows each row"), "{}", server.banner);
}

/// Two dealers with sites of their own may both have a `main`.
#[test]
fn rooftops_of_one_name_are_told_apart() {
    let second = SMALL[SMALL.find("[[organizations]]").unwrap()..].replace("\"small\"", "\"other\"");
    let second = second.replace("\"export\"", "\"second\"").replace("export.csv", "second.csv");
    let sites = "[[sites]]\npublic_url = \"https://a.example\"\norganizations = [\"small\"]\n\
        [[sites]]\npublic_url = \"https://b.example\"\norganizations = [\"other\"]\n";
    let (folder, path) = configured(&format!("{SMALL}{second}{sites}"));
    std::fs::write(folder.path().join("second.csv"), ONE_CAR).unwrap();
    let server = Server::on("127.0.0.1:0", &["--config", path.to_str().unwrap()]);
    let rooftops: Vec<&str> = server.banner.lines().filter(|line| line.starts_with("  main ")).collect();
    assert!(rooftops[0].contains("NOT LOADED: cannot read export.csv"), "{}", server.banner);
    assert!(rooftops[1].contains("1 listings"), "{}", server.banner);
}
