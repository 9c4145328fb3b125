//! A file on the command line, which may be standard input.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::Path,
};

use anyhow::{Context as _, Result};
use dealeragent_feeds::Limits;
use dealeragent_protocol::values::Timestamp;
use dealeragent_server::files::Files;

use crate::progress::Progress;

/// A file that can be read more than once.
pub(crate) enum Input<'p> {
    /// On disk.
    Path(&'p Path),
    /// What standard input gave.
    Bytes(Vec<u8>),
}

impl<'p> Input<'p> {
    /// Takes a name; `-` is standard input, of which no more is kept than the
    /// cap and the one byte that shows that there is more.
    ///
    /// # Errors
    /// When there is no such file, or standard input cannot be read.
    pub(crate) fn open(path: &'p Path, limits: Limits) -> Result<Self> {
        if path != Path::new("-") {
            // Found out here, with the file's name.
            File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            return Ok(Self::Path(path));
        }
        let mut bytes = Vec::new();
        let most = (limits.file_bytes as u64).saturating_add(1);
        io::stdin().lock().take(most).read_to_end(&mut bytes).context("cannot read standard input")?;
        Ok(Self::Bytes(bytes))
    }

    /// Its bytes from the start.
    ///
    /// # Errors
    /// When the file is gone.
    pub(crate) fn reader(&self) -> Result<Box<dyn Read + '_>> {
        Ok(match self {
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes.as_slice())),
            Self::Path(path) => {
                let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
                Box::new(file)
            }
        })
    }

    /// The same, with its progress on a terminal.
    ///
    /// # Errors
    /// When the file is gone.
    pub(crate) fn watched(&self) -> Result<Progress<Box<dyn Read + '_>>> {
        let total = match self {
            Self::Bytes(bytes) => Some(bytes.len() as u64),
            Self::Path(path) => std::fs::metadata(path).ok().map(|meta| meta.len()),
        };
        Ok(Progress::new(self.reader()?, total))
    }

    /// When its source wrote it; standard input does not say.
    pub(crate) fn written_at(&self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Bytes(_) => None,
            Self::Path(path) => Files::Folder(".".into()).modified_at(path, now),
        }
    }
}
