//! How far a file was read, on a terminal; nothing elsewhere.

use std::io::{self, IsTerminal as _, Read, Write as _};

/// A reader that says how far it is. It has no clock: it speaks whenever
/// another hundredth was read, or another MiB where the length is not known.
pub(crate) struct Progress<R> {
    inner: R,
    total: Option<u64>,
    read: u64,
    /// What was said last; `None` where nobody looks.
    said: Option<u64>,
}

const MIB: u64 = 1 << 20;

impl<R> Progress<R> {
    /// `total` is the file's length, where it is known.
    pub(crate) fn new(inner: R, total: Option<u64>) -> Self {
        Self { inner, total: total.filter(|total| *total > 0), read: 0, said: io::stderr().is_terminal().then_some(0) }
    }

    fn say(&mut self) {
        let Some(said) = self.said else { return };
        let now = match self.total {
            Some(total) => self.read.saturating_mul(100) / total,
            None => self.read / MIB,
        };
        if now != said {
            self.said = Some(now);
            let unit = if self.total.is_some() { "%" } else { "MiB" };
            // Nothing is lost with it.
            let _ = write!(io::stderr(), "\rreading: {now} {unit} ");
        }
    }
}

impl<R: Read> Read for Progress<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.read += count as u64;
        self.say();
        Ok(count)
    }
}

impl<R> Drop for Progress<R> {
    fn drop(&mut self) {
        if self.said.is_some_and(|said| said > 0) {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
