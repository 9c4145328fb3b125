//! One connection: as little work as an HTTP client can do.

use std::io;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// With a result.
    Answered,
    /// Its caller was told to ask less often.
    Limited,
    /// With any other error, or with nothing.
    Failed,
}

/// A request of a caller.
pub(crate) fn request(host: &str, token: &str, body: &str) -> Vec<u8> {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n\
         Mcp-Name: dealeragent.inventory.search\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// A connection that is kept open, and opened again where the server ends it.
pub(crate) struct Connection {
    address: String,
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> io::Result<Self> {
        let stream = connect(address).await?;
        Ok(Self { address: address.to_owned(), stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Asks and reads the whole answer.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Outcome {
        match self.exchange(request).await {
            Ok(outcome) => outcome,
            Err(_) => {
                if let Ok(stream) = connect(&self.address).await {
                    self.stream = stream;
                }
                Outcome::Failed
            }
        }
    }

    async fn exchange(&mut self, request: &[u8]) -> io::Result<Outcome> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let broken = || io::Error::other("no HTTP answer with a length");
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(broken());
            }
            let Some(head) = find(&self.buffer, b"\r\n\r\n") else { continue };
            let length = content_length(self.buffer.get(..head).unwrap_or_default()).ok_or_else(broken)?;
            let whole = head + 4 + length;
            while self.buffer.len() < whole {
                if self.stream.read_buf(&mut self.buffer).await? == 0 {
                    return Err(broken());
                }
            }
            return Ok(self.outcome(head));
        }
    }

    fn outcome(&self, head: usize) -> Outcome {
        let body = self.buffer.get(head..).unwrap_or_default();
        let good = self.buffer.starts_with(b"HTTP/1.1 200 ") && find(body, b"\"vehicles\":[{").is_some();
        let limited = || self.buffer.starts_with(b"HTTP/1.1 429 ") || find(body, b"rate_limited").is_some();
        if good {
            Outcome::Answered
        } else if limited() {
            Outcome::Limited
        } else {
            Outcome::Failed
        }
    }
}

async fn connect(address: &str) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

fn content_length(head: &[u8]) -> Option<usize> {
    let head = std::str::from_utf8(head).ok()?;
    let mut fields = head.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?.1.trim().parse().ok()
}
