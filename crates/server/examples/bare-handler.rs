//! The yardstick of `scripts/bench`: a bare axum handler that reads a request
//! body and returns fixed bytes, so that what our server costs beyond that can
//! be told. Usage: `bare-handler BODY_FILE`.

use std::{io, sync::Arc};

use axum::{Router, body::Bytes, http::header, routing::post};

#[tokio::main]
async fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).ok_or_else(|| io::Error::other("usage: bare-handler BODY_FILE"))?;
    let body: Arc<[u8]> = std::fs::read(path)?.into();
    let body = Bytes::from_owner(body);
    let answer = move |request: Bytes| {
        let body = body.clone();
        async move {
            // The request must be read, as any handler has to.
            let _ = request.len();
            ([(header::CONTENT_TYPE, "application/json")], body)
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    announce(&format!("http://{}/mcp", listener.local_addr()?));
    axum::serve(listener, Router::new().route("/mcp", post(answer))).await
}

#[allow(clippy::print_stdout)]
fn announce(url: &str) {
    println!("{url}");
}
