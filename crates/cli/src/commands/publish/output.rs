//! Puts a file in place: whole or not at all, and only when it changed.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
};

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// It holds these bytes already, and keeps its time.
    None,
    /// It was not there.
    New,
    /// It held other bytes.
    Replaced,
}

impl Change {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::None => "unchanged",
            Self::New => "new",
            Self::Replaced => "replaced",
        }
    }
}

/// Writes beside the file under another name, then renames: a reader sees the old
/// file or the new one. With `dry_run`, only tells what would happen.
///
/// # Errors
/// Of the file system; the old file stays then.
pub(super) fn put(path: &Path, bytes: &[u8], dry_run: bool) -> io::Result<Change> {
    let change = match fs::read(path) {
        Ok(before) if before == bytes => return Ok(Change::None),
        Ok(_) => Change::Replaced,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Change::New,
        Err(error) => return Err(error),
    };
    if dry_run {
        return Ok(change);
    }
    let folder = path.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".dealeragent-").suffix(".tmp");
    readable(&mut builder, path);
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    // On disk before it bears the name: a crash must not leave an empty feed.
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(change)
}

/// A web server is another user: as readable as the file before, or as any new
/// file.
#[cfg(unix)]
fn readable(builder: &mut tempfile::Builder<'_, '_>, path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let before = fs::metadata(path).ok().map(|meta| meta.permissions());
    builder.permissions(before.unwrap_or_else(|| fs::Permissions::from_mode(0o644)));
}

#[cfg(not(unix))]
fn readable(_: &mut tempfile::Builder<'_, '_>, _: &Path) {}

/// The rename itself, where the system can do that.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
