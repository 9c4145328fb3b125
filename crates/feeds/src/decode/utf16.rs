//! UTF-16 to UTF-8, piece by piece.

use std::{
    fmt,
    io::{self, Read},
};

use encoding_rs::{Decoder, DecoderResult, UTF_16BE, UTF_16LE};

use crate::FileFault;

/// Bytes that are decoded at a time.
const PIECE: usize = 8_192;

pub(super) struct Utf16<R> {
    input: R,
    decoder: Decoder,
    raw: Piece,
    text: Piece,
    ended: bool,
}

/// A buffer and the part of it that is still to be used.
struct Piece {
    bytes: Box<[u8]>,
    at: usize,
    end: usize,
}

impl Piece {
    fn new(size: usize) -> Self {
        Self { bytes: vec![0; size].into_boxed_slice(), at: 0, end: 0 }
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..self.end).unwrap_or_default()
    }
}

impl<R: Read> Utf16<R> {
    pub(super) fn new(input: R, big_endian: bool) -> Self {
        let codec = if big_endian { UTF_16BE } else { UTF_16LE };
        let decoder = codec.new_decoder_without_bom_handling();
        // Two bytes of UTF-16 make at most three of UTF-8.
        Self { input, decoder, raw: Piece::new(PIECE), text: Piece::new(2 * PIECE), ended: false }
    }

    pub(super) fn get_ref(&self) -> &R {
        &self.input
    }

    /// Fills `text`; it stays empty at the end.
    fn next_piece(&mut self) -> io::Result<()> {
        while self.text.rest().is_empty() && !(self.ended && self.raw.rest().is_empty()) {
            if self.raw.rest().is_empty() {
                self.raw.at = 0;
                self.raw.end = self.input.read(&mut self.raw.bytes)?;
                self.ended = self.raw.end == 0;
            }
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(self.raw.rest(), &mut self.text.bytes, self.ended);
            self.raw.at += read;
            (self.text.at, self.text.end) = (0, written);
            if let DecoderResult::Malformed(..) = result {
                return Err(FileFault::BrokenUtf16.into_io());
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.next_piece()?;
        let read = self.text.rest().read(into)?;
        self.text.at += read;
        Ok(read)
    }
}

impl<R> fmt::Debug for Utf16<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Utf16").field("ended", &self.ended).finish_non_exhaustive()
    }
}
