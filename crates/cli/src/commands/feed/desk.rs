//! A feed's file before the runner that judges it.

use std::{
    io::{self, Read},
    path::Path,
    sync::Arc,
};

use anyhow::{Context as _, Result, bail};
use dealeragent_feeds::{
    judge::TimeBasis,
    keep::{FeedStore, MemoryFeedStore},
};
use dealeragent_gateway::SystemClock;
use dealeragent_protocol::values::Timestamp;
use dealeragent_server::{
    assembly::{Services, assemble_with},
    feed_runner::FeedRunner,
    files::{Files, OpenedFile},
};
use dealeragent_store::{DATABASE_FILE, Store};

use crate::{
    commands::{
        configuration::{Loaded, load},
        kept,
    },
    kept_arguments::FeedFileArguments,
    progress::Progress,
    usage::Usage,
};

/// What is done with the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Only to look at it: nothing is made that is not there.
    Look,
    /// To keep what follows.
    Keep,
}

/// The runner, and the file.
pub(super) struct Desk {
    pub(super) runner: Arc<FeedRunner>,
    pub(super) file: OpenedFile,
    /// How the file is called in messages.
    pub(super) name: String,
}

/// Sets all of it up.
///
/// # Errors
/// [`Usage`] where the command line lacks something; whatever cannot be read.
pub(super) fn open(arguments: &FeedFileArguments, purpose: Purpose, now: Timestamp) -> Result<Desk> {
    let place = &arguments.place;
    let Some(path) = place.config.as_deref() else {
        return Err(Usage("--config FILE is needed: it says how the feed is read".to_owned()).into());
    };
    let Loaded { config, files } = match load(Some(path), now)? {
        Ok(loaded) => loaded,
        Err(errors) => bail!("{}", errors.to_string().trim_end()),
    };
    let Some(plan) = config.feeds.iter().find(|plan| plan.id.as_str() == arguments.feed) else {
        let known: Vec<&str> = config.feeds.iter().map(|plan| plan.id.as_str()).collect();
        let known = known.join(", ");
        return Err(Usage(format!("there is no feed `{}`; configured are: {known}", arguments.feed)).into());
    };
    let (file, name) = match (arguments.file.as_deref(), plan.path.as_deref()) {
        (Some(path), _) => (named(path, now)?, path.display().to_string()),
        (None, Some(path)) => (files.open(path, now)?, path.display().to_string()),
        (None, None) => {
            let (feed, place) = (&arguments.feed, plan.source.place());
            let message =
                format!("feed `{feed}` comes from {place}, which `serve` fetches: name a FILE, or - for a pipe");
            return Err(Usage(message).into());
        }
    };
    let file = watched(dated(file, arguments.observed_at));
    let folder = kept::folder(place)?;
    let feeds: Arc<dyn FeedStore> = if purpose == Purpose::Keep || folder.join(DATABASE_FILE).is_file() {
        Arc::new(Store::open(&folder)?.feed_store())
    } else {
        Arc::new(MemoryFeedStore::new())
    };
    let services = Services { feeds, ..Services::default() };
    let runner = assemble_with(config, files, Arc::new(SystemClock), None, services)?.feeds;
    Ok(Desk { runner, file, name })
}

fn named(path: &Path, now: Timestamp) -> Result<OpenedFile> {
    if path == Path::new("-") {
        let input = Box::new(io::stdin());
        // Nobody says when it was written.
        return Ok(OpenedFile { input, modified_at: now, basis: TimeBasis::Arrived, bytes: None });
    }
    let folder = Files::Folder(".".into());
    folder.open(path, now).with_context(|| format!("the file {}", path.display()))
}

fn dated(file: OpenedFile, said: Option<Timestamp>) -> OpenedFile {
    match said {
        Some(modified_at) => OpenedFile { modified_at, basis: TimeBasis::Stated, ..file },
        None => file,
    }
}

fn watched(file: OpenedFile) -> OpenedFile {
    let input: Box<dyn Read + Send> = Box::new(Progress::new(file.input, file.bytes));
    OpenedFile { input, ..file }
}
