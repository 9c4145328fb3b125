//! Where files are put while they come: a folder of this process alone in the
//! data folder. Whatever is left of a process that was killed goes at the next
//! start.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::SourceFault;

/// The folder. Cheap to clone; it goes with the last clone and the last file.
#[derive(Debug, Clone)]
pub struct Spool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    next: AtomicU64,
    /// Held while the process lives: the system lets go of it with the process.
    _lock: File,
}

impl Spool {
    /// Makes the folder `incoming` in the data folder and one of this process in
    /// it, after those of processes that are gone were removed.
    ///
    /// # Errors
    /// [`crate::FaultKind::LocalDisk`].
    pub fn open(data_folder: &Path) -> Result<Self, SourceFault> {
        let incoming = data_folder.join("incoming");
        Self::open_in(&incoming).map_err(|error| SourceFault::of_disk(&incoming.display().to_string(), &error))
    }

    fn open_in(incoming: &Path) -> io::Result<Self> {
        make_folder(incoming)?;
        // One process at a time sweeps and makes its own folder, so that none
        // takes a folder for left over that is just being made.
        let gate = lock_file(&incoming.join("lock"))?;
        gate.lock()?;
        for entry in fs::read_dir(incoming)? {
            let folder = entry?.path();
            if folder.is_dir() && is_left_over(&folder) {
                fs::remove_dir_all(&folder)?;
            }
        }
        let mut number = 0_u32;
        let folder = loop {
            let folder = incoming.join(format!("{}-{number}", std::process::id()));
            if !folder.exists() {
                break folder;
            }
            number += 1;
        };
        make_folder(&folder)?;
        let lock = lock_file(&folder.join("lock"))?;
        lock.lock()?;
        Ok(Self(Arc::new(Inner { folder, next: AtomicU64::new(0), _lock: lock })))
    }

    /// A new empty file that its owner alone can read.
    ///
    /// # Errors
    /// [`crate::FaultKind::LocalDisk`].
    pub fn create(&self) -> Result<SpoolFile, SourceFault> {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        let path = self.0.folder.join(format!("{number}.part"));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        private(&mut options);
        options.open(&path).map_err(|error| SourceFault::of_disk(&path.display().to_string(), &error))?;
        Ok(SpoolFile { path, _spool: self.clone() })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            tracing::debug!(%error, "the folder for incoming files stays; the next start removes it");
        }
    }
}

/// A file of the spool; it is removed when this is dropped.
#[derive(Debug)]
pub struct SpoolFile {
    path: PathBuf,
    _spool: Spool,
}

impl SpoolFile {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens it to be written from its start.
    pub(crate) fn writer(&self) -> Result<File, SourceFault> {
        let opened = OpenOptions::new().write(true).truncate(true).open(&self.path);
        opened.map_err(|error| self.fault(&error))
    }

    pub(crate) fn fault(&self, error: &io::Error) -> SourceFault {
        SourceFault::of_disk(&self.path.display().to_string(), error)
    }
}

impl Drop for SpoolFile {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::debug!(%error, "an incoming file stays; the next start removes it");
        }
    }
}

/// Whether nobody holds the folder's lock any more.
fn is_left_over(folder: &Path) -> bool {
    lock_file(&folder.join("lock")).is_ok_and(|lock| lock.try_lock().is_ok())
}

fn lock_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    private(&mut options);
    options.open(path)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}

fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}
