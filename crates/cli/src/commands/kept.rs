//! What is kept of feeds, for the commands that look at it or change it.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use dealeragent_store::{DATABASE_FILE, SqliteFeedStore, Store};

use super::configuration::data_dir;
use crate::{kept_arguments::KeptPlace, usage::Usage};

/// What a person is told after each change.
pub(super) const NEXT_LOOK: &str = "a gateway that serves this data folder takes it up at its next look";

/// The data folder.
///
/// # Errors
/// [`Usage`] where none is named; a configuration with problems.
pub(super) fn folder(place: &KeptPlace) -> Result<PathBuf> {
    let folder = data_dir(place.data_dir.as_deref(), place.config.as_deref())?;
    folder.ok_or_else(|| {
        Usage("no data folder is named; use --data-dir DIR, or --config FILE with server.data_dir in it".to_owned())
            .into()
    })
}

/// A store that is there already. A folder with a misspelt name must not be
/// made, and then found to be empty.
///
/// # Errors
/// The same, and where the folder holds nothing.
pub(super) fn store(place: &KeptPlace) -> Result<SqliteFeedStore> {
    let folder = folder(place)?;
    ensure!(
        folder.join(DATABASE_FILE).is_file(),
        "{} holds nothing yet; check the name, or begin with `dealeragent feed import`",
        folder.display()
    );
    Ok(Store::open(&folder)?.feed_store())
}
