//! `rmcp`'s client over HTTP, on both doors and in every way in.

use rmcp::{ClientServiceExt as _, transport::StreamableHttpClientTransport};

use crate::support::{
    Server,
    session::{exercise, lifecycles},
};

async fn exercised(door: &str, separator: &'static str) {
    let server = Server::demo();
    for lifecycle in lifecycles() {
        let transport = StreamableHttpClientTransport::from_uri(format!("{}{door}", server.url));
        let client = ().serve_with_lifecycle(transport, lifecycle).await.unwrap();
        exercise(&client, separator).await;
        client.cancel().await.unwrap();
    }
}

#[tokio::test]
async fn the_canonical_door() {
    exercised("/mcp", ".").await;
}

#[tokio::test]
async fn the_door_for_hosts_that_refuse_dots() {
    exercised("/mcp/compat", "_").await;
}
