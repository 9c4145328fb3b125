//! A reader whose first bytes can be looked at.

use std::io::{self, Read};

#[derive(Debug)]
pub(super) struct Peeked<R> {
    head: Vec<u8>,
    at: usize,
    input: R,
}

impl<R: Read> Peeked<R> {
    /// Reads the first `want` bytes, or all where there are fewer.
    pub(super) fn new(mut input: R, want: usize) -> io::Result<Self> {
        let mut head = Vec::with_capacity(want);
        (&mut input).take(want as u64).read_to_end(&mut head)?;
        Ok(Self { head, at: 0, input })
    }

    /// What of the first bytes is still to be read.
    pub(super) fn head(&self) -> &[u8] {
        self.head.get(self.at..).unwrap_or_default()
    }

    /// Passes over some of the first bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    pub(super) fn get_ref(&self) -> &R {
        &self.input
    }
}

impl<R: Read> Read for Peeked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.head().is_empty() {
            return self.input.read(into);
        }
        let read = self.head().read(into)?;
        self.at += read;
        Ok(read)
    }
}
