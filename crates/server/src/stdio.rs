//! MCP over standard input and output: one message per line. Standard output
//! carries the protocol alone.

use std::io;

use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWrite, AsyncWriteExt as _},
    sync::mpsc,
    task::JoinSet,
};

use crate::mcp::{Dispatcher, Handler, Outcome, Running, Transport};

/// Longest message; a longer one is answered with an error and skipped.
const LONGEST_LINE: usize = 256 * 1024;

/// Serves one client until the input ends. Calls run side by side; what they
/// answer is written line by line.
///
/// # Errors
/// When reading or writing fails.
pub async fn serve<H: Handler>(
    dispatcher: Dispatcher<H>,
    mut input: impl AsyncBufRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel(64);
    let writer = tokio::spawn(write_lines(output, receiver));
    let mut running = JoinSet::new();
    let mut handshake_done = false;
    while let Some(line) = next_line(&mut input).await? {
        let outcome = dispatcher.handle(&line, Transport::Stream { handshake_done });
        match outcome {
            Outcome::Accepted => {}
            Outcome::Reply(reply) => {
                handshake_done |= reply.is_handshake;
                send(&sender, reply.body).await;
            }
            // Nothing is announced, so the stream of the client is enough.
            Outcome::Listening(subscription) => send(&sender, subscription.acknowledgement).await,
            Outcome::Running(call) => {
                running.spawn(run(call, sender.clone()));
            }
        }
        while running.try_join_next().is_some() {}
    }
    while running.join_next().await.is_some() {}
    drop(sender);
    writer.await.map_err(io::Error::other)?
}

async fn run(mut call: Running, sender: mpsc::Sender<Vec<u8>>) {
    let Some(token) = call.token.take() else {
        return send(&sender, call.reply.await.body).await;
    };
    loop {
        tokio::select! {
            biased;
            Some(event) = call.progress.recv() => send(&sender, Running::message(&token, &event)).await,
            reply = &mut call.reply => {
                // What was reported last still comes before the reply.
                while let Ok(event) = call.progress.try_recv() {
                    send(&sender, Running::message(&token, &event)).await;
                }
                return send(&sender, reply.body).await;
            }
        }
    }
}

/// A writer that is gone means that the client is gone; the loop ends on EOF.
async fn send(sender: &mpsc::Sender<Vec<u8>>, message: Vec<u8>) {
    let _ = sender.send(message).await;
}

/// The next line that is not blank; what is too long is cut, so that it fails
/// to parse and gets its answer.
async fn next_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    loop {
        let mut line = Vec::new();
        loop {
            let available = input.fill_buf().await?;
            if available.is_empty() {
                return Ok(if line.is_empty() { None } else { Some(line) });
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |at| at + 1);
            let room = LONGEST_LINE.saturating_sub(line.len());
            let text = available.get(..end.unwrap_or(taken)).unwrap_or_default();
            match text.get(..room) {
                // What was cut might be a message by itself; this byte is in none.
                Some(fits) if text.len() > room => {
                    line.extend_from_slice(fits);
                    if line.last() != Some(&0) {
                        line.push(0);
                    }
                }
                _ => line.extend_from_slice(text),
            }
            input.consume(taken);
            if end.is_some() {
                break;
            }
        }
        if !line.trim_ascii().is_empty() {
            return Ok(Some(line));
        }
    }
}

async fn write_lines(mut output: impl AsyncWrite + Unpin, mut messages: mpsc::Receiver<Vec<u8>>) -> io::Result<()> {
    while let Some(mut message) = messages.recv().await {
        message.push(b'\n');
        output.write_all(&message).await?;
        output.flush().await?;
    }
    Ok(())
}
