//! A reader that gives its bytes a few at a time.

use std::io::{self, Read};

/// Gives bytes in pieces whose sizes change from read to read.
pub struct Pieces<'b> {
    bytes: &'b [u8],
    size: usize,
}

impl<'b> Pieces<'b> {
    /// Pieces of some bytes; `seed` picks the sizes.
    #[must_use]
    pub fn new(bytes: &'b [u8], seed: usize) -> Self {
        Self { bytes, size: seed }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.size = (self.size * 7 + 3) % 61;
        let size = (self.size + 1).min(into.len()).min(self.bytes.len());
        let (piece, rest) = self.bytes.split_at(size);
        into[..size].copy_from_slice(piece);
        self.bytes = rest;
        Ok(size)
    }
}
