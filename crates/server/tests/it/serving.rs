//! The whole gateway on a real socket.

use serde_json::{Value, json};

use crate::support::{
    Running,
    post::modern_meta,
    socket::{Connection, bounded, spawn},
};

fn manifest_call(id: usize) -> String {
    let params = json!({ "name": "dealeragent.discovery.get_manifest", "_meta": modern_meta() });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
}

const MANIFEST: Option<&str> = Some("dealeragent.discovery.get_manifest");

#[tokio::test]
async fn connections_are_kept_and_the_shutdown_is_graceful() {
    let running = Running::demo();
    let (address, server) = spawn(running.router.clone(), running.shutdown.clone()).await;
    let mut connection = Connection::open(address).await;
    for id in 1..=3 {
        connection.post("tools/call", MANIFEST, &manifest_call(id)).await;
        let (head, body) = connection.answer().await;
        let reply: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((head.status, &reply["id"]), (200, &json!(id)));
        assert_eq!(reply["result"]["structuredContent"]["standard"], "dealer-agent-protocol");
    }
    running.switch.send_replace(true);
    assert_eq!(connection.rest().await, "", "an idle connection is closed");
    bounded(server).await.unwrap().unwrap();
}

#[tokio::test]
async fn many_clients_are_answered_side_by_side() {
    let running = Running::demo();
    let (address, _server) = spawn(running.router.clone(), running.shutdown.clone()).await;
    let clients = (0..32).map(|id| {
        tokio::spawn(async move {
            let mut connection = Connection::open(address).await;
            connection.post("tools/call", MANIFEST, &manifest_call(id)).await;
            let (head, body) = connection.answer().await;
            (head.status, serde_json::from_str::<Value>(&body).unwrap()["id"].clone())
        })
    });
    for (id, client) in clients.collect::<Vec<_>>().into_iter().enumerate() {
        assert_eq!(client.await.unwrap(), (200, json!(id)));
    }
}

/// A body that never comes is no reason to fail others.
#[tokio::test]
async fn broken_requests_do_not_hurt_the_next_client() {
    let running = Running::demo();
    let (address, _server) = spawn(running.router.clone(), running.shutdown.clone()).await;
    for bytes in
        [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"]
    {
        let mut connection = Connection::open(address).await;
        connection.write(bytes).await;
        drop(connection);
    }
    let mut connection = Connection::open(address).await;
    connection.post("tools/call", MANIFEST, &manifest_call(1)).await;
    assert_eq!(connection.answer().await.0.status, 200);
}

/// A body of unknown length is bounded as it is read.
#[tokio::test]
async fn a_chunked_body_is_bounded_too() {
    let running = Running::demo();
    let (address, _server) = spawn(running.router.clone(), running.shutdown.clone()).await;
    let mut connection = Connection::open(address).await;
    let head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Transfer-Encoding: chunked\r\n\r\n";
    connection.write(head).await;
    let chunk = format!("{:x}\r\n{}\r\n", 200 * 1024, " ".repeat(200 * 1024));
    connection.write(chunk.as_bytes()).await;
    connection.write(chunk.as_bytes()).await;
    let (head, body) = connection.answer().await;
    assert_eq!(head.status, 413, "{body}");
}
