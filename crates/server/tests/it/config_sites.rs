//! Two dealers behind one gateway: each site shows its own alone.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::support::{Running, folder::Folder, post::Post};

pub(crate) const SITES: &str = r#"
[operator]
name = "Two Dealers Hosting"

[[sites]]
public_url = "https://north.example"
gateway_id = "north-gateway"
organizations = ["north"]

[[sites]]
public_url = "https://south.example:8443"
organizations = ["south"]

[[organizations]]
id = "north"
name = "North Motors"
access = { availability = "public" }

[[organizations.rooftops]]
id = "north-main"
name = "North Motors"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", country = "US" }
departments = ["sales"]

[[organizations]]
id = "south"
name = "South Motors"

[[organizations.rooftops]]
id = "south-main"
name = "South Motors"
timezone = "America/Chicago"
address = { lines = ["2 Road"], locality = "Chicago", country = "US" }
departments = ["sales"]

[[feeds]]
id = "north"
organization = "north"
rooftop = "north-main"
profile = "vauto"
path = "denver-vauto.csv"
currency = "USD"
odometer_unit = "mi"
price_column = "Price"
price_includes_required_charges = false

[[feeds]]
id = "south"
organization = "south"
rooftop = "south-main"
profile = "homenet"
path = "chicago-homenet.csv"
currency = "USD"
odometer_unit = "mi"
price_column = "Internet_Price"
price_includes_required_charges = true
listing_url_template = "https://south.example/vehicle/{stock}"
"#;

pub(crate) const NORTH: &str = "north.example";
pub(crate) const SOUTH: &str = "south.example:8443";

pub(crate) fn running() -> Running {
    // The exports are read at once; the folder may go after that.
    let folder = Folder::demo();
    let running = Running::configured(SITES, folder.files());
    assert!(running.outcomes.iter().all(|outcome| outcome.result.is_ok()), "{:?}", running.outcomes);
    running
}

async fn call(running: &Running, host: &str, tool: Tool, arguments: Value) -> Value {
    let got = running.send(Post::call(tool.as_str(), arguments).header("host", host)).await;
    got.json()["result"]["structuredContent"].take()
}

#[tokio::test]
async fn each_manifest_names_its_own() {
    let running = running();
    let expected = [
        (NORTH, "north", "north-main", "https://north.example", "north-gateway"),
        (SOUTH, "south", "south-main", "https://south.example:8443", "dealeragent-2"),
    ];
    for (host, organization, rooftop, base, gateway) in expected {
        let manifest = call(&running, host, Tool::GetManifest, json!({})).await;
        assert_eq!(manifest["organization_ids"], json!([organization]));
        assert_eq!(manifest["rooftop_ids"], json!([rooftop]));
        assert_eq!(manifest["gateway_id"], gateway);
        assert_eq!(manifest["schema_base_uri"], format!("{base}/schemas/"));
        let other = if host == NORTH { "south" } else { "north" };
        assert!(!manifest.to_string().contains(other), "{manifest}");
        let dealer = call(&running, host, Tool::DealerGet, json!({})).await;
        assert_eq!(dealer["organization_id"], organization);
    }
}

/// North opens the availability check, South does not.
#[tokio::test]
async fn each_site_lists_what_its_dealers_open() {
    let running = running();
    for (host, count) in [(NORTH, 7), (SOUTH, 6)] {
        let reply = running.send(Post::modern("tools/list", json!({})).header("host", host)).await.json();
        assert_eq!(reply["result"]["tools"].as_array().unwrap().len(), count, "{host}");
        let reply = running.send(Post::modern("resources/list", json!({})).header("host", host)).await.json();
        assert_eq!(reply["result"]["resources"].as_array().unwrap().len(), 4, "{host}");
    }
    let payload = call(&running, SOUTH, Tool::VerifyAvailability, json!({})).await;
    assert_eq!(payload["code"], "dealeragent.capability.unsupported");
}

/// A neighbour's records are not there: not its dealer, cars or policy.
#[tokio::test]
async fn a_site_does_not_answer_for_its_neighbour() {
    let running = running();
    let own = call(&running, NORTH, Tool::Search, json!({ "organization_id": "north" })).await;
    assert_eq!(own["vehicles"].as_array().unwrap().len(), 10);
    let foreign = [
        (Tool::DealerGet, json!({ "organization_id": "north" })),
        (Tool::GetManifest, json!({ "organization_id": "north" })),
        (Tool::Search, json!({ "organization_id": "north" })),
        (Tool::GetVehicle, crate::support::named(&own["vehicles"][0])),
        (Tool::GetDisclosure, crate::support::named(&own["vehicles"][0])),
    ];
    for (tool, arguments) in foreign {
        let payload = call(&running, SOUTH, tool, arguments).await;
        assert_eq!(payload["code"], "dealeragent.resource.not_found", "{tool}");
    }
    let uri = json!({ "uri": "dealeragent://organization/north/policy/default" });
    let reply = running.send(Post::modern("resources/read", uri.clone()).header("host", SOUTH)).await.json();
    assert_eq!(reply["error"]["code"], -32602);
    let reply = running.send(Post::modern("resources/read", uri).header("host", NORTH)).await.json();
    assert!(reply["result"].is_object());
}

#[tokio::test]
async fn hosts_of_no_site_are_misdirected_loopback_too() {
    let running = running();
    for host in ["other.example", "south.example", "north.example:8443"] {
        let got = running.send(Post::modern("tools/list", json!({})).header("host", host)).await;
        assert_eq!(got.status, 421, "{host}");
    }
    let manifest = call(&running, "NORTH.example", Tool::GetManifest, json!({})).await;
    assert_eq!(manifest["organization_ids"], json!(["north"]));
    // With several sites, a proxy that loses the host must not mix dealers up.
    let got = running.send(Post::modern("tools/list", json!({})).header("host", "localhost:8484")).await;
    assert_eq!(got.status, 421);
    let front = Post::modern("x", json!({})).verb(http::Method::GET).at("/").header("host", "localhost:8484");
    let got = running.send(front).await;
    assert_eq!((got.status, got.json()["error"]["message"].as_str()), (421, Some("no site has this host name")));
    let manifest = call(&running, "north.example:443", Tool::GetManifest, json!({})).await;
    assert_eq!(manifest["organization_ids"], json!(["north"]));
}

/// Where each dealer has its own site, both may call a rooftop the same.
#[tokio::test]
async fn rooftops_of_one_name_are_kept_apart() {
    let folder = Folder::demo();
    let config = SITES.replace("\"north-main\"", "\"main\"").replace("\"south-main\"", "\"main\"");
    let running = Running::configured(&config, folder.files());
    let outcomes: Vec<(&str, &str)> =
        running.outcomes.iter().map(|outcome| (outcome.organization.as_str(), outcome.rooftops[0].as_str())).collect();
    assert_eq!(outcomes, [("north", "main"), ("south", "main")]);
    for (host, organization) in [(NORTH, "north"), (SOUTH, "south")] {
        let found = call(&running, host, Tool::Search, json!({ "organization_id": organization })).await;
        let vehicles = found["vehicles"].as_array().unwrap();
        assert!(vehicles.iter().all(|vehicle| vehicle["organization_id"] == organization), "{organization}");
        assert_eq!(vehicles.len(), 10);
    }
}

/// Data that a dealer really has is not called made up.
#[tokio::test]
async fn real_data_is_not_called_synthetic() {
    let running = running();
    let answer = call(&running, NORTH, Tool::Search, json!({ "organization_id": "north" })).await;
    let text = answer.to_string();
    assert!(!text.contains("synthetic") && !text.contains("made up"), "{text}");
}
