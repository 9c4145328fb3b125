//! What is shown to people and crawlers.

mod conditional;
mod documents;
mod freshness;
mod front;
mod llms;
mod methods;
mod registry;
mod sites;

use dealeragent_server::files::Files;
use http::Method;

use crate::support::{
    Running,
    folder::Folder,
    post::{Got, Post},
};

/// Every page that is there for anybody, of a site with a domain.
pub(crate) const PAGES: [&str; 14] = [
    "/",
    "/manifest.json",
    "/policies/north.json",
    "/conformance/claim.json",
    "/schemas",
    "/schemas/",
    "/schemas/vehicle.schema.json",
    "/server.json",
    "/llms.txt",
    "/robots.txt",
    "/icon.svg",
    "/.well-known/dealer-agent.json",
    "/feeds/inventory.csv",
    "/healthz",
];

/// What a browser sends.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// A GET without any header but the host.
fn get(path: &str) -> Post {
    let post = Post::modern_raw("").verb(Method::GET).at(path);
    let mcp = ["content-type", "accept", "mcp-protocol-version", "mcp-method"];
    mcp.into_iter().fold(post, |post, name| post.without(name))
}

async fn fetch(running: &Running, host: &str, path: &str) -> Got {
    running.send(get(path).header("host", host)).await
}

/// The front page as a browser gets it.
async fn page(running: &Running) -> String {
    let got = running.send(get("/").header("accept", BROWSER)).await;
    assert_eq!(got.status, 200);
    assert_eq!(got.header("content-type"), Some("text/html; charset=utf-8"));
    got.text()
}

/// One dealer with one rooftop and the demo's Denver export; `change` spoils the
/// configuration. The files may go once they are read.
fn one_dealer(change: impl FnOnce(String) -> String) -> Running {
    let folder = Folder::demo();
    Running::configured(&change(ONE.to_owned()), folder.files())
}

/// The same without any export.
fn without_export() -> Running {
    let folder = Folder::without_exports();
    let running = Running::configured(ONE, folder.files());
    assert!(running.outcomes.iter().all(|outcome| outcome.result.is_err()));
    running
}

const ONE: &str = r#"
[operator]
name = "Hill Street Hosting"

[[organizations]]
id = "north"
name = "Hill Street Motors"
access = { dealer = "public", inventory = "public", availability = "public" }

[[organizations.rooftops]]
id = "north-main"
name = "Hill Street Downtown"
website = "https://hill.example/cars"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", region = "CO", country = "US" }
departments = ["sales"]
freshness = { inventory_seconds = 86400, availability_seconds = 86400, pricing_seconds = 86400 }

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
"#;

/// The demo, which has no domain.
fn demo() -> Running {
    Running::configured(dealeragent_server::demo::CONFIG, Files::Demo)
}
