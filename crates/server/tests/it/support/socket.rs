//! A real server on a free port, and a client that sends raw bytes.

use std::{net::SocketAddr, time::Duration};

use axum::Router;
use dealeragent_server::http::{ConnectionLimits, Shutdown, serve};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// Far more than anything here takes; only a hang is cut off.
const SAFETY_NET: Duration = Duration::from_secs(60);

pub(crate) async fn bounded<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(SAFETY_NET, future).await.unwrap_or_else(|_| panic!("the server hangs"))
}

/// Starts a server; the handle ends when it has stopped.
pub(crate) async fn spawn(router: Router, shutdown: Shutdown) -> (SocketAddr, JoinHandle<std::io::Result<()>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (address, tokio::spawn(serve(listener, router, None, ConnectionLimits::default(), shutdown)))
}

/// One connection that stays open.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
}

pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
}

impl Head {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self { stream: BufReader::new(TcpStream::connect(address).await.unwrap()) }
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
        self.stream.flush().await.unwrap();
    }

    /// Sends a modern request.
    pub(crate) async fn post(&mut self, method: &str, name: Option<&str>, body: &str) {
        let name = name.map(|name| format!("Mcp-Name: {name}\r\n")).unwrap_or_default();
        let length = body.len();
        let text = format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
            MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}Content-Length: {length}\r\n\r\n{body}"
        );
        self.write(text.as_bytes()).await;
    }

    pub(crate) async fn line(&mut self) -> String {
        let mut line = String::new();
        bounded(self.stream.read_line(&mut line)).await.unwrap();
        line.trim_end_matches("\r\n").trim_end_matches('\n').to_owned()
    }

    pub(crate) async fn head(&mut self) -> Head {
        let status_line = self.line().await;
        let status = status_line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status line: {status_line:?}"));
        let mut headers = Vec::new();
        loop {
            let line = self.line().await;
            let Some((name, value)) = line.split_once(": ") else { return Head { status, headers } };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
    }

    /// A whole answer with a known length.
    pub(crate) async fn answer(&mut self) -> (Head, String) {
        let head = self.head().await;
        let length = head.header("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        bounded(self.stream.read_exact(&mut body)).await.unwrap();
        (head, String::from_utf8(body).unwrap())
    }

    /// The next message of an event stream in chunks: its `data:` line.
    pub(crate) async fn event(&mut self) -> serde_json::Value {
        loop {
            let line = self.line().await;
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }

    /// Whatever comes until the other side closes.
    pub(crate) async fn rest(&mut self) -> String {
        let mut rest = String::new();
        bounded(self.stream.read_to_string(&mut rest)).await.unwrap();
        rest
    }
}
