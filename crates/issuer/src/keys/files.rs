//! Files that only their owner may read.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read as _, Write as _},
    path::Path,
};

use crate::IssuerFault;

/// Permissions of the folder and of files in it.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// The lock that writers hold alone and readers share.
const LOCK_FILE: &str = "lock";

/// What unfinished files end with.
pub(super) const UNFINISHED: &str = ".unfinished";

/// Makes the folder where it is missing, and refuses one that is open to others.
pub(super) fn open_folder(folder: &Path) -> Result<(), IssuerFault> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(folder).map_err(IssuerFault::files("create the folder", folder))?;
    let metadata = fs::symlink_metadata(folder).map_err(IssuerFault::files("look at", folder))?;
    if !metadata.is_dir() {
        return Err(IssuerFault::NotPlain { path: folder.to_owned(), wanted: "a folder" });
    }
    refuse_open(folder, &metadata, FOLDER_MODE)
}

/// Waits until nobody changes the keys; held until dropped.
pub(super) fn lock_shared(folder: &Path) -> Result<File, IssuerFault> {
    let (path, file) = lock_file(folder)?;
    file.lock_shared().map_err(IssuerFault::files("lock", &path))?;
    Ok(file)
}

/// Waits until nobody else reads or changes the keys; held until dropped.
pub(super) fn lock_alone(folder: &Path) -> Result<File, IssuerFault> {
    let (path, file) = lock_file(folder)?;
    file.lock().map_err(IssuerFault::files("lock", &path))?;
    Ok(file)
}

fn lock_file(folder: &Path) -> Result<(std::path::PathBuf, File), IssuerFault> {
    let path = folder.join(LOCK_FILE);
    let open = private().read(true).write(true).create(true).truncate(false).open(&path);
    let file = open.map_err(IssuerFault::files("open", &path))?;
    Ok((path, file))
}

/// Reads a file of at most `most` bytes that is its owner's alone; `None` where
/// there is none.
pub(super) fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, IssuerFault> {
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(IssuerFault::files("look at", path)(error)),
    };
    if !metadata.is_file() {
        return Err(IssuerFault::NotPlain { path: path.to_owned(), wanted: "a file" });
    }
    refuse_open(path, &metadata, FILE_MODE)?;
    let mut content = Vec::new();
    let file = File::open(path).map_err(IssuerFault::files("open", path))?;
    file.take(most.saturating_add(1)).read_to_end(&mut content).map_err(IssuerFault::files("read", path))?;
    Ok(Some(content))
}

/// Writes a file for its owner alone, whole or not at all: under another name
/// first, which then takes the place of `path`.
pub(super) fn write(folder: &Path, path: &Path, content: &[u8]) -> Result<(), IssuerFault> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(UNFINISHED);
    let unfinished = Path::new(&unfinished);
    // Only under the lock: what a crash left there is nobody's.
    remove(unfinished)?;
    let create = private().write(true).create_new(true).open(unfinished);
    let mut file = create.map_err(IssuerFault::files("create", unfinished))?;
    let written = file.write_all(content).and_then(|()| file.sync_all());
    written.map_err(IssuerFault::files("write", unfinished))?;
    drop(file);
    fs::rename(unfinished, path).map_err(IssuerFault::files("put in place", path))?;
    sync(folder).map_err(IssuerFault::files("write", folder))
}

/// Deletes a file, if it is there.
pub(super) fn remove(path: &Path) -> Result<(), IssuerFault> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(IssuerFault::files("delete", path)(error)),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn refuse_open(path: &Path, metadata: &Metadata, wanted: u32) -> Result<(), IssuerFault> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & 0o077 == 0 { Ok(()) } else { Err(IssuerFault::OpenToOthers { path: path.to_owned(), mode, wanted }) }
}

/// Elsewhere the user's own folders are closed to others by the system.
#[cfg(not(unix))]
fn refuse_open(_: &Path, _: &Metadata, _: u32) -> Result<(), IssuerFault> {
    Ok(())
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    options
}

/// A new name is only there for good once its folder is written.
#[cfg(unix)]
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync(_: &Path) -> io::Result<()> {
    Ok(())
}
