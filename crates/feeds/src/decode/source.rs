//! The file as it comes: counted, capped and digested while it is read.

use std::{
    fmt,
    io::{self, Read},
};

use dealeragent_protocol::values::ContentDigest;
use sha2::{Digest as _, Sha256};

use crate::FileFault;

pub(super) struct Source<R> {
    input: R,
    bytes: u64,
    most: u64,
    digest: Sha256,
}

impl<R> Source<R> {
    pub(super) fn new(input: R, most: u64) -> Self {
        Self { input, bytes: 0, most, digest: Sha256::new() }
    }

    /// Bytes that were read.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The digest of what was read.
    pub(super) fn digest(&self) -> ContentDigest {
        ContentDigest::from_sha256(self.digest.clone().finalize().into())
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(into)?;
        self.bytes += read as u64;
        if self.bytes > self.most {
            return Err(FileFault::too_large("the file", None, "file_bytes", self.most).into_io());
        }
        self.digest.update(into.get(..read).unwrap_or_default());
        Ok(read)
    }
}

impl<R> fmt::Debug for Source<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}
