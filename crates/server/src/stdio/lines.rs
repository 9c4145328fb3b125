//! Messages as lines.

use std::io;

use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWrite, AsyncWriteExt as _},
    sync::mpsc,
};

/// Longest message; a longer one is answered with an error and skipped.
const LONGEST_LINE: usize = 256 * 1024;

/// The next line that is not blank; what is too long is cut, so that it fails
/// to parse and gets its answer.
pub(super) async fn next_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
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

/// Writes messages, one a line, until nobody sends any more.
pub(super) async fn write_lines(
    mut output: impl AsyncWrite + Unpin,
    mut messages: mpsc::Receiver<Vec<u8>>,
) -> io::Result<()> {
    while let Some(mut message) = messages.recv().await {
        message.push(b'\n');
        output.write_all(&message).await?;
        output.flush().await?;
    }
    Ok(())
}
