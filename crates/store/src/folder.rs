//! The data folder: who may read it, and who opens it at a time.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
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

/// Whether a store was set up here before, whatever became of it.
pub(crate) fn was_used(folder: &Path) -> bool {
    folder.join(LOCK_FILE).exists()
}

/// What stands where the database should be.
pub(crate) enum Found {
    /// A file with something in it.
    Content,
    /// A file with nothing in it. This program leaves none behind.
    Empty,
    /// No file.
    Nothing,
}

/// Looks for the database, without SQLite, which would tidy up side files.
pub(crate) fn find(path: &Path) -> Result<Found, StoreFault> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.len() == 0 => Ok(Found::Empty),
        Ok(_) => Ok(Found::Content),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(StoreFault::files("look at", path)(error)),
    }
}

/// Makes a database whole or not at all: `fill` gets the path of a file beside
/// it, which takes its place when it is done. Readable for its owner alone from
/// the start; SQLite gives its side files the same permissions.
pub(crate) fn create_database(
    folder: &Path,
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<(), StoreFault>,
) -> Result<(), StoreFault> {
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    // Another database's log would be read into the new one.
    if beside("-wal").exists() {
        return Err(StoreFault::Parted { path: path.to_owned() });
    }
    let unfinished = beside(".new");
    for left_over in [&unfinished, &beside(".new-journal")] {
        match fs::remove_file(left_over) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(StoreFault::files("remove", left_over)(error));
            }
            _ => {}
        }
    }
    let create = private().write(true).create_new(true).open(&unfinished);
    create.map_err(StoreFault::files("create", &unfinished))?;
    fill(&unfinished)?;
    fs::rename(&unfinished, path).map_err(StoreFault::files("create", path))?;
    sync(folder).map_err(StoreFault::files("write", folder))
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
