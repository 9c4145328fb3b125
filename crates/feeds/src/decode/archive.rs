//! Archives behind a text name (A20): unpacked while they are read, with a cap
//! on what comes out and on how much more that is than what went in.

use std::{
    fmt,
    io::{self, BufRead as _, BufReader, Read},
};

use flate2::bufread::GzDecoder;
use serde::Serialize;

use super::{peek::Peeked, source::Source, zip::Zip};
use crate::{FileFault, Limits};

/// Unpacked bytes from which the ratio counts: a small file of equal rows
/// packs very well.
const RATIO_FROM: u64 = 4 << 20;

/// A kind of archive that is unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Container {
    /// gzip.
    Gzip,
    /// zip with one file in it.
    Zip,
}

impl Container {
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1F, 0x8B, ..] => Some(Self::Gzip),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            _ => None,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zip => "zip",
        }
    }
}

impl fmt::Display for Container {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a file holds, packed or not.
#[derive(Debug)]
pub(super) struct Unpacked<P: Read> {
    content: Content<P>,
    bytes: u64,
    most: u64,
    ratio: u64,
}

#[derive(Debug)]
enum Content<P: Read> {
    Plain(P),
    Gzip(Box<GzDecoder<BufReader<P>>>),
    Zip(Box<Zip<BufReader<P>>>),
}

impl<R: Read> Unpacked<Peeked<Source<R>>> {
    pub(super) fn open(packed: Peeked<Source<R>>, container: Option<Container>, limits: &Limits) -> io::Result<Self> {
        let content = match container {
            None => Content::Plain(packed),
            Some(Container::Gzip) => Content::Gzip(Box::new(GzDecoder::new(BufReader::new(packed)))),
            Some(Container::Zip) => Content::Zip(Box::new(Zip::open(BufReader::new(packed)).map_err(broken("zip"))?)),
        };
        Ok(Self { content, bytes: 0, most: limits.unpacked_bytes as u64, ratio: limits.inflate_ratio })
    }

    /// The file as it came.
    pub(super) fn packed(&self) -> &Peeked<Source<R>> {
        match &self.content {
            Content::Plain(packed) => packed,
            Content::Gzip(content) => content.get_ref().get_ref(),
            Content::Zip(content) => content.get_ref().get_ref(),
        }
    }

    /// Whether what came out is still in proportion to what went in.
    fn check(&self) -> Result<(), FileFault> {
        if self.bytes > self.most {
            return Err(FileFault::too_large("the unpacked file", None, "unpacked_bytes", self.most));
        }
        let packed = self.packed().get_ref().bytes().max(1);
        if self.bytes > RATIO_FROM && self.bytes / packed > self.ratio {
            return Err(FileFault::too_large("the unpacked file's multiple", None, "inflate_ratio", self.ratio));
        }
        Ok(())
    }
}

impl<R: Read> Read for Unpacked<Peeked<Source<R>>> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.content {
            Content::Plain(packed) => return packed.read(into),
            Content::Gzip(content) => {
                let read = content.read(into).map_err(broken("gzip"))?;
                if read == 0 && !into.is_empty() && !content.get_mut().fill_buf()?.is_empty() {
                    let problem = "holds more than one file, or something behind it; pack exactly one";
                    return Err(FileFault::Archive { kind: "gzip", problem }.into_io());
                }
                read
            }
            Content::Zip(content) => content.read(into).map_err(broken("zip"))?,
        };
        self.bytes += read as u64;
        self.check().map_err(FileFault::into_io)?;
        Ok(read)
    }
}

/// What an unpacker says about bytes that are no archive of its kind.
fn broken(kind: &'static str) -> impl Fn(io::Error) -> io::Error {
    move |error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            FileFault::Archive { kind, problem: "is cut short; export or upload it again" }.into_io()
        }
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
            FileFault::Archive { kind, problem: "is damaged; export or upload it again" }.into_io()
        }
        _ => error,
    }
}
