//! A web server that says exactly the bytes it is told to.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
};

/// What the server does with one connection, given its request.
type Script = dyn Fn(usize, &str, &mut TcpStream) + Send + Sync;

/// A server on a free port of this machine. Each connection is one request.
pub(crate) struct Server {
    pub(crate) port: u16,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// `script` gets the number of the request, from zero, and its text.
    pub(crate) fn start(script: impl Fn(usize, &str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let (seen, script): (_, Arc<Script>) = (Arc::clone(&requests), Arc::new(script));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (Ok(mut stream), seen, script) = (stream, Arc::clone(&seen), Arc::clone(&script)) else {
                    return;
                };
                std::thread::spawn(move || {
                    let request = read_request(&mut stream);
                    let number = {
                        let mut seen = seen.lock().unwrap();
                        seen.push(request.clone());
                        seen.len() - 1
                    };
                    script(number, &request, &mut stream);
                });
            }
        });
        Self { port, requests }
    }

    /// A server that always says the same.
    pub(crate) fn saying(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::start(move |_, _, stream| {
            let _ = stream.write_all(&answer);
        })
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The requests so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
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

/// A redirect.
pub(crate) fn redirect(to: &str) -> String {
    answer("302 Found", &format!("location: {to}\r\n"), "")
}

/// Keeps a connection open until the test lets go, without any clock.
pub(crate) fn gate() -> (Sender<()>, Arc<Mutex<Receiver<()>>>) {
    let (sender, receiver) = channel();
    (sender, Arc::new(Mutex::new(receiver)))
}
