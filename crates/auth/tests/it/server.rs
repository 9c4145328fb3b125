//! An authorization server that says what it is told to.

use std::{
    collections::HashMap,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
};

use serde_json::Value;

/// What is said at a path; `None` is a silent server.
type Replies = Arc<Mutex<HashMap<String, Option<String>>>>;

/// A server on a free port of this machine.
pub(crate) struct Server {
    port: u16,
    replies: Replies,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self { port, replies: Arc::default(), requests: Arc::default() };
        let (replies, requests) = (Arc::clone(&server.replies), Arc::clone(&server.requests));
        std::thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let request = read_request(&mut stream);
                let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
                let reply = replies.lock().unwrap().get(&path).cloned();
                requests.lock().unwrap().push(request);
                match reply {
                    Some(Some(reply)) => drop(stream.write_all(reply.as_bytes())),
                    Some(None) => silent.push(stream),
                    None => drop(stream.write_all(answer("404 Not Found", "", "").as_bytes())),
                }
            }
        });
        server
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Says `body` as JSON at `path` from now on.
    pub(crate) fn says(&self, path: &str, body: &Value) {
        self.says_raw(path, &answer("200 OK", "content-type: application/json\r\n", &body.to_string()));
    }

    /// Says exactly `reply` at `path` from now on.
    pub(crate) fn says_raw(&self, path: &str, reply: &str) {
        self.replies.lock().unwrap().insert(path.to_owned(), Some(reply.to_owned()));
    }

    /// Says nothing at `path` from now on, and keeps the line.
    pub(crate) fn is_silent(&self, path: &str) {
        self.replies.lock().unwrap().insert(path.to_owned(), None);
    }

    /// The requests so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// How many there were.
    pub(crate) fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return text;
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return text,
            Ok(n) => bytes.extend_from_slice(&buffer[..n]),
        }
    }
}

/// An answer with a body.
pub(crate) fn answer(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}
