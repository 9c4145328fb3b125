//! Feeds whose files are fetched: from elsewhere, from a folder, or by a
//! schedule.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use dealeragent_egress::EgressPolicy;
use dealeragent_gateway::Clock;
use dealeragent_protocol::values::Timestamp;
use dealeragent_server::{
    config::{Config, FeedPlan},
    feed_runner::FeedRunner,
    feed_sources::{FeedSources, SourceNews, SourcesPlace},
};
use dealeragent_sources::Limits;

use super::{LAST_ANSWERS, feed_log};
use crate::commands::configuration::folder_of;

/// When feeds are looked at next, given when plain files are.
pub(super) type NextLook = Box<dyn Fn(Timestamp) -> Timestamp + Send + Sync>;

/// What is needed to fetch; `None` where no feed is fetched.
pub(super) struct Plan(Option<Parts>);

struct Parts {
    config_folder: PathBuf,
    data_folder: PathBuf,
    egress: EgressPolicy,
}

impl Plan {
    /// Files come to the data folder, so one must be named.
    pub(super) fn of(config: &Config, data_folder: Option<&Path>, path: Option<&Path>) -> Result<Self> {
        let Some(fetched) = config.feeds.iter().find(|plan| plan.is_fetched()) else { return Ok(Self(None)) };
        let Some(data_folder) = data_folder else {
            let (feed, place) = (&fetched.id, fetched.source.place());
            bail!(
                "feed {feed} is fetched from {place}, and files come to the data folder: name one with \
                server.data_dir in the configuration, or with --data-dir"
            );
        };
        let config_folder = path.map_or_else(|| PathBuf::from("."), folder_of);
        let egress = config.issuers.egress_policy();
        Ok(Self(Some(Parts { config_folder, data_folder: data_folder.to_owned(), egress })))
    }

    /// Begins to look.
    pub(super) fn start(self, feeds: &Arc<FeedRunner>, clock: &Arc<dyn Clock>) -> Result<Option<FeedSources>> {
        let Some(Parts { config_folder, data_folder, egress }) = self.0 else { return Ok(None) };
        let clock = Arc::clone(clock);
        let place = SourcesPlace {
            config_folder: &config_folder,
            data_folder: &data_folder,
            egress,
            limits: Limits::default(),
        };
        FeedSources::start(feeds, place, Arc::new(move || clock.now()), Arc::new(log)).context("cannot fetch feeds")
    }
}

/// One line of the log for each thing that is new.
fn log(news: SourceNews) {
    match news {
        SourceNews::Failed { feed, fault, next } => {
            let (kind, next) = (fault.kind().as_str(), next.to_whole_second());
            tracing::warn!(feed, kind, %next, "feed not fetched; the last good listings stay: {fault}");
        }
        SourceNews::Works { feed } => tracing::info!(feed, "its source works again"),
        SourceNews::Waits { feed, reason } => tracing::warn!(feed, "nothing to take: {reason}"),
        SourceNews::PassedOver { feed, files } => {
            let names = files.names.join(", ");
            tracing::warn!(feed, count = files.count, "other new files were passed over for a newer one: {names}");
        }
        SourceNews::Ran { said, outcome } => {
            tracing::info!(feed = outcome.feed, "file taken: {said}");
            feed_log::log_runs(std::slice::from_ref(&outcome));
        }
    }
}

/// For each feed where it comes from and when it is looked at, for the banner.
pub(super) fn lines(feeds: &FeedRunner, refresh: Duration, now: Timestamp) -> Vec<String> {
    feeds.plans().iter().map(|plan| line(plan, refresh, now)).collect()
}

fn line(plan: &FeedPlan, refresh: Duration, now: Timestamp) -> String {
    let when = match &plan.schedule {
        Some(schedule) => {
            format!("looked at now, then at {} by its schedule", schedule.next_after(now).to_whole_second())
        }
        None => format!("looked at every {} s", refresh.as_secs()),
    };
    format!("{} from {}, {when}", plan.id, plan.source.place())
}

/// Callers who wait for fresher facts are told of the next look of any feed.
pub(super) fn next_look(feeds: &FeedRunner, sources: Option<&FeedSources>) -> NextLook {
    let Some(sources) = sources else { return Box::new(|tick| tick) };
    let has_plain = feeds.plans().iter().any(|plan| !plan.is_fetched());
    let fetched = sources.next_look();
    Box::new(move |tick| match fetched() {
        Some(next) if has_plain => next.min(tick),
        Some(next) => next,
        None => tick,
    })
}

/// Ends the looks; the file that is being taken in has as long as last answers.
pub(super) async fn stop(sources: Option<FeedSources>) {
    let Some(sources) = sources else { return };
    if tokio::time::timeout(LAST_ANSWERS, sources.stop()).await.is_err() {
        tracing::warn!("a file is still being taken in at the stop; what it gives is not published");
    }
}
