//! Finds and reads the configuration.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_protocol::values::Timestamp;
use dealeragent_server::{
    config::{Config, ConfigErrors},
    demo,
    files::Files,
};

/// A configuration and where its files are.
pub(super) struct Loaded {
    pub(super) config: Config,
    pub(super) files: Files,
}

/// Reads a file; without one, the demo.
///
/// # Errors
/// When the file cannot be read, or has problems.
pub(super) fn load(path: Option<&Path>, now: Timestamp) -> Result<Result<Loaded, ConfigErrors>> {
    let Some(path) = path else {
        let files = Files::Demo;
        let config = Config::read(demo::CONFIG_NAME, demo::CONFIG, &files, now);
        return Ok(config.map(|config| Loaded { config, files }));
    };
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let files = Files::Folder(folder_of(path));
    let config = Config::read(&path.display().to_string(), &text, &files, now);
    // What it says is as old as the file, however often the gateway starts.
    let written = path.file_name().and_then(|name| files.modified_at(Path::new(name), now)).unwrap_or(now);
    Ok(config.map(|config| Loaded { config: config.changed_at(written), files }))
}

/// The data folder: as named on the command line, else as configured.
///
/// # Errors
/// When the configuration cannot be read, or has problems.
pub(super) fn data_dir(named: Option<&Path>, config: Option<&Path>) -> Result<Option<PathBuf>> {
    match (named, config) {
        (Some(named), _) => Ok(Some(named.to_owned())),
        (None, None) => Ok(None),
        (None, Some(path)) => match load(Some(path), SystemClock.now())? {
            Ok(loaded) => Ok(loaded.config.data_dir.map(|folder| folder_of(path).join(folder))),
            Err(errors) => bail!("{}", errors.to_string().trim_end()),
        },
    }
}

pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
