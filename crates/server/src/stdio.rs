//! MCP over standard input and output: one message per line. Standard output
//! carries the protocol alone.

mod lines;
mod open;

use std::io;

use tokio::{
    io::{AsyncBufRead, AsyncWrite},
    sync::mpsc,
};

use self::{
    lines::{next_line, write_lines},
    open::Open,
};
use crate::mcp::{Dispatcher, Handler, Outcome, Transport, cancelled_request};

/// Serves one client until the input ends. Calls run side by side; what they
/// answer is written line by line.
///
/// # Errors
/// When reading or writing fails.
pub async fn serve<H: Handler>(
    dispatcher: Dispatcher<H>,
    caller: H::Caller,
    input: impl AsyncBufRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    serve_until(std::future::pending(), dispatcher, caller, input, output).await
}

/// The same, also until `stop` is done: then nothing more is read, and calls
/// under way are answered.
///
/// # Errors
/// As [`serve`].
pub async fn serve_until<H: Handler>(
    stop: impl Future<Output = ()>,
    dispatcher: Dispatcher<H>,
    caller: H::Caller,
    mut input: impl AsyncBufRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    let mut stop = std::pin::pin!(stop);
    let (sender, receiver) = mpsc::channel(64);
    let writer = tokio::spawn(write_lines(output, receiver));
    let mut open = Open::new(sender);
    let mut handshake_done = false;
    loop {
        // A line that was half read when the stop came is never answered.
        let line = tokio::select! {
            biased;
            () = &mut stop => break,
            line = next_line(&mut input) => line?,
        };
        let Some(line) = line else { break };
        match dispatcher.handle(&line, Transport::Stream { handshake_done }, &caller) {
            Outcome::Accepted => {
                if let Some(id) = cancelled_request(&line) {
                    open.cancel(&id).await;
                }
            }
            Outcome::Reply(reply) => {
                handshake_done |= reply.is_handshake;
                open.say(reply.body).await;
            }
            Outcome::Listening(subscription) => open.subscribe(subscription).await,
            Outcome::Running(call) => open.call(call).await,
        }
    }
    open.finish().await;
    writer.await.map_err(io::Error::other)?
}
