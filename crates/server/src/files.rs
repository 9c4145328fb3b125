//! Where configured files come from: a folder, or the binary itself.

use std::{
    fmt, fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use dealeragent_feeds::judge::TimeBasis;
use dealeragent_protocol::values::Timestamp;

use crate::demo;

/// A file that was read.
#[derive(Debug, Clone)]
pub struct ReadFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// When its source wrote it. Not when we read it.
    pub modified_at: Timestamp,
}

/// A file that is read piece by piece.
pub struct OpenedFile {
    /// Its bytes.
    pub input: Box<dyn Read + Send>,
    /// When its source wrote it.
    pub modified_at: Timestamp,
    /// How that is known.
    pub basis: TimeBasis,
    /// Its length, where it is known.
    pub bytes: Option<u64>,
}

impl fmt::Debug for OpenedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { modified_at, basis, bytes, .. } = self;
        f.debug_struct("OpenedFile")
            .field("modified_at", modified_at)
            .field("basis", basis)
            .field("bytes", bytes)
            .finish_non_exhaustive()
    }
}

/// Files by path.
#[derive(Debug, Clone)]
pub enum Files {
    /// Relative paths start at this folder.
    Folder(PathBuf),
    /// The demo dealership, in the binary.
    Demo,
}

/// A file that could not be read: which, why, and what to do.
#[derive(Debug)]
pub struct FileUnreadable {
    path: PathBuf,
    reason: String,
}

impl fmt::Display for FileUnreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for FileUnreadable {}

/// Longest file that is read whole.
const LONGEST: u64 = 512 * 1024 * 1024;

impl Files {
    /// Reads a file. The demo's files count as written at `now`, as if the
    /// dealer had exported them this moment.
    ///
    /// # Errors
    /// [`FileUnreadable`].
    pub fn read(&self, path: &Path, now: Timestamp) -> Result<ReadFile, FileUnreadable> {
        let unreadable = |reason: String| FileUnreadable { path: path.to_owned(), reason };
        match self {
            Self::Folder(folder) => read_from_disk(&folder.join(path)).map_err(|error| unreadable(said(&error))),
            Self::Demo => {
                let bytes = demo::file(path).ok_or_else(|| unreadable("it is not part of the demo".to_owned()))?;
                Ok(ReadFile { bytes: bytes.to_vec(), modified_at: now })
            }
        }
    }

    /// Opens a file, to be read while it is used. The demo's count as written at
    /// `now`, as with [`Files::read`].
    ///
    /// # Errors
    /// [`FileUnreadable`].
    pub fn open(&self, path: &Path, now: Timestamp) -> Result<OpenedFile, FileUnreadable> {
        match self {
            Self::Folder(folder) => open_on_disk(&folder.join(path))
                .map_err(|error| FileUnreadable { path: path.to_owned(), reason: said(&error) }),
            Self::Demo => self.read(path, now).map(|file| OpenedFile {
                bytes: Some(file.bytes.len() as u64),
                input: Box::new(io::Cursor::new(file.bytes)),
                modified_at: file.modified_at,
                basis: TimeBasis::Stated,
            }),
        }
    }

    /// By how many whole days the dates in these files are moved: only the
    /// demo's are (docs/decisions/0005).
    #[must_use]
    pub fn date_shift_days(&self, now: Timestamp) -> i64 {
        match self {
            Self::Demo => demo::date_shift_days(now),
            Self::Folder(_) => 0,
        }
    }

    /// When a file was last written, without reading it.
    #[must_use]
    pub fn modified_at(&self, path: &Path, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Folder(folder) => fs::metadata(folder.join(path)).ok().and_then(|meta| modified(&meta)),
            Self::Demo => Some(now),
        }
    }
}

fn read_from_disk(path: &Path) -> io::Result<ReadFile> {
    let meta = fs::metadata(path)?;
    if meta.len() > LONGEST {
        return Err(io::Error::other(format!("it is longer than {} MiB", LONGEST / 1024 / 1024)));
    }
    let modified_at = modified(&meta).ok_or_else(|| io::Error::other("its time of writing is not known"))?;
    Ok(ReadFile { bytes: fs::read(path)?, modified_at })
}

fn open_on_disk(path: &Path) -> io::Result<OpenedFile> {
    let file = fs::File::open(path)?;
    // Of the file that is open: another may take its name meanwhile.
    let meta = file.metadata()?;
    if meta.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let modified_at = modified(&meta).ok_or_else(|| io::Error::other("its time of writing is not known"))?;
    Ok(OpenedFile { input: Box::new(file), modified_at, basis: TimeBasis::Stated, bytes: Some(meta.len()) })
}

fn modified(meta: &fs::Metadata) -> Option<Timestamp> {
    let time = meta.modified().ok()?;
    jiff::Timestamp::try_from(time).ok().map(Timestamp::from)
}

fn said(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; paths are relative to the configuration file".to_owned(),
        io::ErrorKind::PermissionDenied => "this user may not read it".to_owned(),
        _ => error.to_string(),
    }
}
