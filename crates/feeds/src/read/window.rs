//! The part of a file that is being looked at.

use std::io::{self, Read};

use crate::FileFault;

/// Bytes that are asked for at a time.
const CHUNK: usize = 64 << 10;

/// A buffer that slides along a file. Positions count from its start, which is
/// the start of the record that is being read.
#[derive(Debug)]
pub(super) struct Window<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
}

impl<R: Read> Window<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), start: 0, end: 0, ended: false }
    }

    pub(super) fn into_input(self) -> R {
        self.input
    }

    pub(super) fn capacity(&self) -> usize {
        self.buffer.capacity()
    }

    /// What is there from a position on.
    pub(super) fn rest(&self, at: usize) -> &[u8] {
        self.buffer.get(self.start + at..self.end).unwrap_or_default()
    }

    pub(super) fn bytes_mut(&mut self, from: usize, to: usize) -> &mut [u8] {
        self.buffer.get_mut(self.start + from..self.start + to).unwrap_or_default()
    }

    /// Moves the start behind these bytes.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.end);
    }

    /// The byte at a position; `None` behind the end of the file.
    pub(super) fn byte(&mut self, at: usize) -> Result<Option<u8>, FileFault> {
        while self.start + at >= self.end {
            if !self.more()? {
                return Ok(None);
            }
        }
        Ok(self.buffer.get(self.start + at).copied())
    }

    /// Reads until this many bytes are there; whether the file ends before.
    pub(super) fn fill(&mut self, bytes: usize) -> Result<bool, FileFault> {
        while self.end - self.start < bytes {
            if !self.more()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads some more; `false` at the end of the file. The buffer grows only
    /// while one record fills it: the caller's caps bound it.
    pub(super) fn more(&mut self) -> Result<bool, FileFault> {
        if self.ended {
            return Ok(false);
        }
        if self.end == self.buffer.len() {
            self.make_room();
        }
        let free = self.buffer.get_mut(self.end..).unwrap_or_default();
        let read = loop {
            match self.input.read(free) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(FileFault::from_io)?,
            }
        };
        self.end += read;
        self.ended = read == 0;
        Ok(read > 0)
    }

    fn make_room(&mut self) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() - self.end < CHUNK {
            let size = (self.buffer.len() * 2).max(2 * CHUNK);
            self.buffer.resize(size, 0);
        }
    }
}
