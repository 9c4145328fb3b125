//! A panic is an answer, and the connection survives it.

use dealeragent_server::http::{Limits, Shutdown};
use serde_json::{Value, json};

use crate::support::{
    fixture::{Fixture, SECRET},
    pipes::Pipes,
    post::modern_meta,
    socket::{Connection, spawn},
};

fn call(id: i64, method: &str, name: &str) -> Value {
    let params = json!({ "name": name, "arguments": { "id": id }, "_meta": modern_meta() });
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[tokio::test]
async fn the_next_request_on_the_same_connection_is_answered() {
    let (switch, shutdown) = Shutdown::channel();
    let router = Fixture::new().router(Limits::default(), shutdown.clone());
    let (address, server) = spawn(router, shutdown).await;
    let mut connection = Connection::open(address).await;
    for (id, tool) in [(1, "panic"), (2, "late_panic")] {
        connection.post("tools/call", Some(tool), &call(id, "tools/call", tool).to_string()).await;
        let (head, body) = connection.answer().await;
        let reply: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(head.status, 500);
        assert_eq!((reply["id"].clone(), reply["error"]["code"].clone()), (json!(id), json!(-32603)));
        assert!(!body.contains(SECRET), "{body}");
    }
    // So is a list that panics.
    connection.post("resources/list", None, &call(3, "resources/list", "x").to_string()).await;
    let (head, body) = connection.answer().await;
    assert_eq!(head.status, 500);
    assert!(body.contains(r#""id":3"#) && !body.contains(SECRET), "{body}");
    connection.post("tools/call", Some("echo"), &call(4, "tools/call", "echo").to_string()).await;
    let (head, body) = connection.answer().await;
    assert_eq!(head.status, 200);
    assert!(body.contains(r#""id":4"#), "{body}");
    drop(connection);
    switch.send_replace(true);
    server.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_stream_survives_it_too() {
    let mut pipes = Pipes::to(Fixture::new().dispatcher(), ());
    for tool in ["panic", "late_panic"] {
        let reply = pipes.ask(&call(1, "tools/call", tool)).await;
        assert_eq!(reply["error"]["code"], -32603);
        assert!(!reply.to_string().contains(SECRET));
    }
    assert!(pipes.ask(&call(2, "tools/call", "echo")).await["result"].is_object());
    assert!(pipes.end().await.is_empty());
}
