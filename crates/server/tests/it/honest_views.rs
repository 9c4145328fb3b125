//! What is shown is what is so: lists, pages and the manifest against what calls
//! and readings then do.

mod claim;
mod listening;
mod orders;
mod readings;
mod required;
mod unlisted;
mod untold;

use axum::extract::ConnectInfo;
use dealeragent_server::files::Files;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tower::ServiceExt as _;

use crate::support::{
    LISTEN, Running,
    post::{Got, Post},
};

/// One made-up dealer; `{server}`, `{rooftop}` and `{access}` take more keys.
const CONFIG: &str = r#"
[server]
{server}

[operator]
name = "Hosting"

[[organizations]]
id = "north"
name = "North Motors"
synthetic = true
access = { {access} }

[[organizations.rooftops]]
id = "north-main"
name = "North Downtown"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", country = "US" }
departments = ["sales"]
{rooftop}

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
listing_url_template = "https://north.example/{stock}"
"#;

const ISSUER: &str = "\n[[issuers]]\nissuer = \"https://login.example\"\n";
const OPEN: &str = "availability = \"public\"";

fn config(server: &str, rooftop: &str, access: &str) -> String {
    CONFIG.replace("{server}", server).replace("{rooftop}", rooftop).replace("{access}", access)
}

/// A gateway with the demo's export for Denver.
fn running(config: &str) -> Running {
    let folder = crate::support::folder::Folder::demo();
    let running = Running::configured(config, folder.files());
    assert!(running.outcomes.iter().all(|outcome| outcome.result.is_ok()), "{:?}", running.outcomes);
    running
}

/// The same before any file came.
fn empty(config: &str) -> Running {
    let folder = crate::support::folder::Folder::without_exports();
    let files: Files = folder.files();
    Running::configured(config, files)
}

async fn page(running: &Running, path: &str) -> Got {
    let get = Post::modern_raw("").verb(http::Method::GET).at(path);
    running.send(get.header("host", LISTEN).header("accept", "text/html")).await
}

async fn result(running: &Running, method: &str, params: Value) -> Value {
    running.send(Post::modern(method, params)).await.json()["result"].clone()
}

async fn uris(running: &Running) -> Vec<String> {
    let listed = result(running, "resources/list", json!({})).await;
    listed["resources"].as_array().unwrap().iter().map(|r| r["uri"].as_str().unwrap().to_owned()).collect()
}

/// The manifest as `/manifest.json` has it.
async fn manifest(running: &Running) -> Value {
    page(running, "/manifest.json").await.json()
}

/// A request as somebody elsewhere sends it.
async fn from(running: &Running, peer: &str, post: Post) -> Got {
    let mut request = post.into_request();
    request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer.parse().unwrap()));
    let response = running.router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    Got { status: parts.status.as_u16(), headers: parts.headers, body }
}
