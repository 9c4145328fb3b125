//! Standard input line by line: what is no message, and the end.

use serde_json::json;

use crate::support::{fixture::Fixture, pipes::Pipes, post::modern_meta};

fn echo(id: i64) -> serde_json::Value {
    let params = json!({ "name": "echo", "arguments": {}, "_meta": modern_meta() });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

fn pipes() -> Pipes {
    Pipes::to(Fixture::new().dispatcher(), ())
}

#[tokio::test]
async fn garbage_is_answered_and_the_next_line_works() {
    let mut pipes = pipes();
    let garbage = [&b"hello\n"[..], b"{\"jsonrpc\":\n", b"\xff\xfe\x00\n", b"Content-Length: 20\n", b"{}{}\n"];
    for line in garbage {
        pipes.write(line).await;
        let reply = pipes.next().await;
        assert_eq!(reply["error"]["code"], -32700);
        assert!(reply.get("id").is_none(), "{reply}");
    }
    pipes.write(b"[]\n").await;
    assert_eq!(pipes.next().await["error"]["code"], -32600);
    assert_eq!(pipes.ask(&echo(1)).await["id"], 1);
    assert!(pipes.end().await.is_empty());
}

#[tokio::test]
async fn blank_lines_are_skipped() {
    let mut pipes = pipes();
    pipes.write(b"\n\r\n   \n\t\n").await;
    assert_eq!(pipes.ask(&echo(1)).await["id"], 1);
    pipes.write(b"\n").await;
    assert!(pipes.end().await.is_empty());
}

#[tokio::test]
async fn lines_may_end_as_on_any_system() {
    let mut pipes = pipes();
    pipes.write(format!("{}\r\n", echo(1)).as_bytes()).await;
    assert_eq!(pipes.next().await["id"], 1);
    // The last line needs no end.
    pipes.write(echo(2).to_string().as_bytes()).await;
    let rest = pipes.end().await;
    assert_eq!((rest.len(), rest[0]["id"].clone()), (1, json!(2)));
}

/// A message may come in pieces.
#[tokio::test]
async fn a_message_in_pieces_is_one_message() {
    let mut pipes = pipes();
    let text = format!("{}\n", echo(5));
    for byte in text.as_bytes() {
        pipes.write(std::slice::from_ref(byte)).await;
    }
    assert_eq!(pipes.next().await["id"], 5);
}

/// What is too long is refused whole, never cut into something that works.
#[tokio::test]
async fn a_line_that_is_too_long_is_refused_whole() {
    const BOUND: usize = 256 * 1024;
    let mut pipes = pipes();
    let mut call = echo(1);
    call["params"]["arguments"] = json!({ "x": vec!["y".repeat(1000); BOUND / 1000 + 1] });
    let padded = |message: &str| format!("{message}{}", " ".repeat(BOUND));
    let lines = [
        call.to_string(),
        // Cut at the bound, these would be a message, or nothing at all.
        format!("{}{}", padded(&echo(1).to_string()), "garbage"),
        format!("{}{}", " ".repeat(BOUND), echo(1)),
        "x".repeat(5 * BOUND),
    ];
    for line in lines {
        pipes.write(line.as_bytes()).await;
        pipes.write(b"\n").await;
        let reply = pipes.next().await;
        assert_eq!(reply["error"]["code"], -32700, "{reply}");
        assert!(reply.get("id").is_none());
    }
    assert_eq!(pipes.ask(&echo(2)).await["id"], 2);
    // At the bound a message still works.
    let mut message = echo(3).to_string();
    message.push_str(&" ".repeat(BOUND - message.len()));
    pipes.write(format!("{message}\n").as_bytes()).await;
    assert_eq!(pipes.next().await["id"], 3);
    assert!(pipes.end().await.is_empty());
}

#[tokio::test]
async fn the_end_of_the_input_ends_the_server() {
    assert!(pipes().end().await.is_empty());
    // Calls under way are answered first.
    let fixture = Fixture::new();
    let mut pipes = Pipes::to(fixture.dispatcher(), ());
    for id in 0..3 {
        let mut call = echo(id);
        call["params"]["name"] = "wait".into();
        pipes.send(&call).await;
    }
    fixture.waiting.acquire_many(3).await.unwrap().forget();
    let ended = tokio::spawn(pipes.end());
    fixture.gate.add_permits(3);
    assert_eq!(ended.await.unwrap().len(), 3);
}
