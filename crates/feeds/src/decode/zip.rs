//! The one file of a zip archive, read in order (A20).
//!
//! A zip's table of contents stands at its end, so the usual readers need the
//! whole file or a seek. A compressed file says itself where it ends, which is
//! enough for an archive with one file in it: this goes from entry to entry and
//! never holds more than a buffer. The names of entries tell data from litter
//! and are used for nothing else.

use std::{
    fmt,
    io::{self, BufRead, Read},
};

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::zip_entry::{Entry, Method, descriptor, next_entry};
use crate::FileFault;

/// Bytes that folders and system files beside the data may unpack to, all
/// together.
const MOST_LITTER: u64 = 16 << 20;

/// An archive, at its data.
pub(super) struct Zip<B> {
    input: B,
    entry: Entry,
    inflate: Decompress,
    crc: Crc,
    /// Bytes that went into the entry, and that came out of it.
    packed: u64,
    written: u64,
    litter: u64,
    ended: bool,
}

impl<B: BufRead> Zip<B> {
    /// Goes to the first entry that is data.
    pub(super) fn open(mut input: B) -> io::Result<Self> {
        let Some(entry) = next_entry(&mut input)? else { return Err(refuse("holds no file")) };
        let inflate = Decompress::new(false);
        let mut zip = Self { input, entry, inflate, crc: Crc::new(), packed: 0, written: 0, litter: 0, ended: false };
        while zip.entry.is_litter {
            zip.pass_over()?;
            let Some(entry) = next_entry(&mut zip.input)? else { return Err(refuse("holds no file")) };
            zip.begin(entry);
        }
        Ok(zip)
    }

    pub(super) fn get_ref(&self) -> &B {
        &self.input
    }

    fn begin(&mut self, entry: Entry) {
        self.entry = entry;
        self.inflate.reset(false);
        self.crc.reset();
        (self.packed, self.written) = (0, 0);
    }

    /// Reads an entry that is no data, to its end.
    fn pass_over(&mut self) -> io::Result<()> {
        let mut piece = [0; 4_096];
        loop {
            let read = self.body(&mut piece)?;
            self.litter += read as u64;
            if self.litter > MOST_LITTER {
                return Err(refuse("holds too much beside the file; pack the export alone"));
            }
            if read == 0 {
                return self.check_sums();
            }
        }
    }

    fn body(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = match self.entry.method {
            Method::Deflated => self.inflated(into)?,
            Method::Stored { bytes } => {
                let left = bytes - self.packed;
                let read = (&mut self.input).take(left).read(into)?;
                if read == 0 && left > 0 && !into.is_empty() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.packed += read as u64;
                read
            }
        };
        self.crc.update(into.get(..read).unwrap_or_default());
        self.written += read as u64;
        Ok(read)
    }

    fn inflated(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let packed = self.input.fill_buf()?;
            let cut = packed.is_empty();
            let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self.inflate.decompress(packed, into, FlushDecompress::None);
            let used = self.inflate.total_in() - before_in;
            let read = self.inflate.total_out() - before_out;
            self.input.consume(usize::try_from(used).unwrap_or_default());
            self.packed += used;
            match status {
                Err(_) => return Err(io::ErrorKind::InvalidData.into()),
                Ok(Status::StreamEnd) => {}
                Ok(Status::Ok | Status::BufError) if read > 0 || into.is_empty() => {}
                Ok(Status::Ok | Status::BufError) if cut => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(Status::Ok | Status::BufError) => continue,
            }
            return Ok(usize::try_from(read).unwrap_or_default());
        }
    }

    fn check_sums(&mut self) -> io::Result<()> {
        let crc = match self.entry.crc {
            Some(crc) => crc,
            None => descriptor(&mut self.input, self.packed, self.written)?,
        };
        if crc == self.crc.sum() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    /// Behind the data nothing but litter may follow. The rest is read, so that
    /// the file's digest is that of the whole file.
    fn finish(&mut self) -> io::Result<()> {
        self.check_sums()?;
        while let Some(entry) = next_entry(&mut self.input)? {
            if !entry.is_litter {
                return Err(refuse("holds more than one file; pack exactly one"));
            }
            self.begin(entry);
            self.pass_over()?;
        }
        io::copy(&mut self.input, &mut io::sink())?;
        self.ended = true;
        Ok(())
    }
}

impl<B: BufRead> Read for Zip<B> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.ended || into.is_empty() {
            return Ok(0);
        }
        let read = self.body(into)?;
        if read == 0 {
            self.finish()?;
        }
        Ok(read)
    }
}

pub(super) fn refuse(problem: &'static str) -> io::Error {
    FileFault::Archive { kind: "zip", problem }.into_io()
}

impl<B> fmt::Debug for Zip<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zip").field("written", &self.written).finish_non_exhaustive()
    }
}
