//! A server on a pair of pipes instead of standard input and output.

use dealeragent_server::{
    mcp::{Dispatcher, Handler},
    stdio,
};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split},
    task::JoinHandle,
};

use super::socket::bounded;

pub(crate) struct Pipes {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Pipes {
    pub(crate) fn to<H: Handler>(dispatcher: Dispatcher<H>, caller: H::Caller) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (their_input, their_output) = split(theirs);
        let server = tokio::spawn(stdio::serve(dispatcher, caller, BufReader::new(their_input), their_output));
        let (output, input) = split(ours);
        Self { input, output: BufReader::new(output).lines(), server }
    }

    /// Writes bytes as they are.
    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        bounded(self.input.write_all(bytes)).await.unwrap();
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes()).await;
    }

    /// The next message; it stands on one line.
    pub(crate) async fn next(&mut self) -> Value {
        let line = bounded(self.output.next_line()).await.unwrap().unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line}"))
    }

    pub(crate) async fn ask(&mut self, message: &Value) -> Value {
        self.send(message).await;
        self.next().await
    }

    /// Ends the input and gives what was still said; the server must end too.
    pub(crate) async fn end(mut self) -> Vec<Value> {
        bounded(self.input.shutdown()).await.unwrap();
        let mut rest = Vec::new();
        while let Some(line) = bounded(self.output.next_line()).await.unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        bounded(self.server).await.unwrap().unwrap();
        rest
    }
}
