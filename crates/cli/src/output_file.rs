//! Files that are written for somebody: whole or not at all, and never over
//! another one by accident.

use std::{io::Write as _, path::Path};

use anyhow::{Context as _, Result};

use crate::usage::Usage;

/// Writes a file by a temporary name in its own folder, then gives it its name.
///
/// # Errors
/// [`Usage`] where the file is there already and was not to be replaced; any
/// other failure of the disk.
pub(crate) fn write(path: &Path, content: &[u8], replace: bool) -> Result<()> {
    let taken = || Usage(format!("{} is there already; --force replaces it", path.display()));
    if !replace && path.exists() {
        return Err(taken().into());
    }
    let context = || format!("cannot write {}", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".dealeragent-").suffix(".unfinished");
    // As any other new file: the umask says who may read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).with_context(context)?;
    file.write_all(content).with_context(context)?;
    file.as_file().sync_all().with_context(context)?;
    if replace {
        file.persist(path).map_err(|failed| failed.error).with_context(context)?;
        return Ok(());
    }
    file.persist_noclobber(path).map(drop).map_err(|failed| match failed.error.kind() {
        std::io::ErrorKind::AlreadyExists => taken().into(),
        _ => anyhow::Error::new(failed.error).context(context()),
    })
}
