//! The data folder: who may read it, and who opens it at a time.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

use crate::StoreFault;

/// The file whose lock keeps two processes from setting up the store at once.
const LOCK_FILE: &str = "dealeragent.lock";

/// Makes the folder, for its owner alone. A folder that exists stays as it is:
/// its permissions are the operator's.
pub(crate) fn create(folder: &Path) -> Result<(), StoreFault> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(StoreFault::files("create the data folder", folder))
}

/// Waits until no other process sets up this store. Held until dropped; the
/// system lets go of it even if the process is killed.
pub(crate) fn lock(folder: &Path) -> Result<File, StoreFault> {
    let path = folder.join(LOCK_FILE);
    let open = private().write(true).create(true).truncate(false).open(&path);
    let file = open.map_err(StoreFault::files("open", &path))?;
    file.lock().map_err(StoreFault::files("lock", &path))?;
    Ok(file)
}

/// Makes an empty database file for its owner alone, before SQLite would make
/// it for everybody; SQLite gives its side files the same permissions.
pub(crate) fn create_database(folder: &Path, path: &Path) -> Result<(), StoreFault> {
    match private().write(true).create_new(true).open(path) {
        Ok(file) => {
            file.sync_all().map_err(StoreFault::files("write", path))?;
            sync(folder).map_err(StoreFault::files("write", folder))
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StoreFault::files("create", path)(error)),
    }
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A new file is only there for good once its folder is written.
#[cfg(unix)]
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync(_: &Path) -> io::Result<()> {
    Ok(())
}
