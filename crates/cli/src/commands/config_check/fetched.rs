//! Feeds without a plain file: folders are looked into, nothing is called.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, Result};
use dealeragent_egress::{Egress, EgressPolicy};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_server::{
    config::FeedPlan,
    feed_runner::{FeedOutcome, FeedRunner},
    feed_sources::opened,
};
use dealeragent_sources::{Fetched, Limits, Look as _, Source, Spool, Validators};

/// What came of a feed.
pub(super) enum Checked {
    /// Its file was read.
    Read(Box<FeedOutcome>),
    /// It was not, which is as it should be.
    NotRead(String),
    /// It cannot be had.
    Fault(String),
}

/// Looks at a feed of which there is no plain file.
pub(super) fn check(feeds: &FeedRunner, plan: &FeedPlan, folder: &Path) -> Result<Checked> {
    let place = plan.source.place();
    if !plan.source.is_local() {
        return Ok(match plan.source.check_secrets(folder) {
            Ok(()) => Checked::NotRead(format!("comes from {place}; not fetched here, its keys and secrets are fine")),
            Err(fault) => Checked::Fault(fault.to_string()),
        });
    }
    let scratch = tempfile::tempdir().context("cannot make a folder to copy files to")?;
    let limits = Limits { settle: Duration::ZERO, ..Limits::default() };
    let (egress, spool) = (Egress::new(EgressPolicy::default())?, Spool::open(scratch.path())?);
    let source = Source::new(plan.source.clone(), folder, egress, spool, limits);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let (known, now) = (Validators::default(), SystemClock.now());
    // The first look only notes what the file looks like.
    let looked = runtime.block_on(async {
        match source.look(&known, now).await {
            Ok(Fetched::NotYet(_)) => source.look(&known, now).await,
            other => other,
        }
    });
    Ok(match looked {
        Ok(Fetched::File(file)) => Checked::Read(Box::new(feeds.import(plan.id.as_str(), opened(&file)?, now)?)),
        Ok(Fetched::NotYet(not_yet)) => Checked::NotRead(format!("comes from {place}; {not_yet}")),
        Ok(Fetched::Unchanged) => Checked::NotRead(format!("comes from {place}; there is nothing new")),
        Err(fault) => Checked::Fault(fault.to_string()),
    })
}
