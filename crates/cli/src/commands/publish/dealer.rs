//! One dealer's run: read its exports, make its files, put them in place.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use dealeragent_gateway::{Dealer, Gateway};
use dealeragent_inventory::Snapshot;
use dealeragent_protocol::values::Timestamp;
use dealeragent_publication::{DOCUMENT_PATH, FEED_PATH, FeedSlaSeconds, Publication};
use dealeragent_server::{
    config::Config,
    feed_runner::{FeedOutcome, FeedRunner},
    files::Files,
    publication::{public_rooftops, publish},
};

use super::{
    address::DealerAddresses,
    manifest::{Manifest, PublishedFiles},
    output::{self, Change},
    report::{DealerResult, FileResult, Published},
    snippets,
};
use crate::publish_arguments::PublishArguments;

/// A dealer with its last good listings.
pub(super) struct DealerRun {
    dealer: Arc<Dealer>,
    feeds: FeedRunner,
    /// Rooftops that a feed fills.
    filled: Vec<String>,
    gateway: Arc<Gateway>,
    snapshot: Option<Arc<Snapshot>>,
    /// Under the output folder.
    folder: PathBuf,
    addresses: Result<DealerAddresses, String>,
    /// Whether the last run had nothing to complain of.
    settled: bool,
}

impl DealerRun {
    /// The gateway is only where the feeds put their listings; each dealer takes
    /// its own away before the next is read, so that none can fail another.
    pub(super) fn new(
        config: &Config,
        dealer: &Arc<Dealer>,
        files: &Files,
        gateway: &Arc<Gateway>,
        folder: PathBuf,
        addresses: Result<DealerAddresses, String>,
    ) -> Self {
        let mut own = config.clone();
        own.feeds.retain(|feed| feed.settings.organization_id == dealer.organization_id);
        let filled = own.feeds.iter().flat_map(|feed| &feed.rooftops).map(ToString::to_string).collect();
        // Each time the exports as they are: what waits for a person is the serving
        // gateway's to hold.
        let feeds = FeedRunner::in_memory(Arc::new(own), files.clone(), Arc::clone(gateway));
        let (dealer, gateway) = (Arc::clone(dealer), Arc::clone(gateway));
        Self { dealer, feeds, filled, gateway, snapshot: None, folder, addresses, settled: false }
    }

    pub(super) fn name(&self) -> &str {
        self.dealer.organization_id.as_str()
    }

    /// Lets go of its listings.
    pub(super) fn forget(&mut self) {
        self.snapshot = None;
    }

    /// Publishes it, or says why not; then its files stay as they are.
    pub(super) fn publish(
        &mut self,
        arguments: &PublishArguments,
        out: &Path,
        manifest: &mut Manifest,
        now: Timestamp,
    ) -> DealerResult {
        let outcomes = self.feeds.run(now);
        if outcomes.iter().any(|outcome| outcome.result.is_ok()) {
            self.snapshot = Some(self.gateway.snapshot());
        }
        if arguments.watch && outcomes.is_empty() && self.settled {
            return DealerResult::untouched(self.name());
        }
        let mut notes = notes_of(&outcomes);
        let made = self.make(arguments, &outcomes, now).and_then(|made| {
            notes.extend(made.notes.iter().map(ToString::to_string));
            self.put(arguments, out, &made, manifest, now)
        });
        self.settled = made.is_ok();
        DealerResult::of(self.name(), made, notes)
    }

    fn make(
        &self,
        arguments: &PublishArguments,
        outcomes: &[FeedOutcome],
        now: Timestamp,
    ) -> Result<Publication, String> {
        let addresses = self.addresses.as_ref().map_err(Clone::clone)?;
        let inventory = self.snapshot.as_ref().and_then(|all| all.organization(&self.dealer.organization_id));
        // A feed without one of its rooftops would say that all units there are gone.
        for rooftop in public_rooftops(&self.dealer) {
            let id = &rooftop.record.rooftop_id;
            let is_loaded = inventory.and_then(|all| all.rooftop(id)).is_some_and(|facts| facts.observed_at.is_some());
            if is_loaded || !self.filled.iter().any(|filled| filled == id.as_str()) {
                continue;
            }
            let why = outcomes.iter().filter(|outcome| outcome.rooftops.iter().any(|filled| filled == id.as_str()));
            let why = why.filter_map(|outcome| outcome.result.as_ref().err()).next();
            let why = why.map_or("its export was not read", String::as_str);
            return Err(format!("rooftop {id}: {why}"));
        }
        let inventory = inventory.ok_or("none of its exports was read")?;
        let gap = self.longest_gap(arguments);
        publish(&self.dealer, inventory, &addresses.addresses, gap, now).map_err(|fault| fault.to_string())
    }

    /// The longest time between two exports; publishing less often than exports
    /// come makes it longer.
    fn longest_gap(&self, arguments: &PublishArguments) -> Option<u32> {
        let stated = arguments.export_schedule.as_ref().map(|schedule| schedule.longest_gap_seconds());
        let stated = stated.or(self.dealer.publication.longest_gap_seconds);
        let every = arguments.every.map(|every| u32::try_from(every.0.as_secs()).unwrap_or(u32::MAX));
        match (stated, every) {
            (Some(stated), Some(every)) => Some(stated.max(every)),
            (None, Some(every)) if every > FeedSlaSeconds::LONGEST.as_seconds() => Some(every),
            (stated, _) => stated,
        }
    }

    /// The feed goes first: a document never names what is not there yet.
    fn put(
        &self,
        arguments: &PublishArguments,
        out: &Path,
        made: &Publication,
        manifest: &mut Manifest,
        now: Timestamp,
    ) -> Result<Published, String> {
        let folder = out.join(&self.folder);
        let put = |path: &str, bytes: &[u8]| -> Result<FileResult, String> {
            let path = folder.join(path.trim_start_matches('/'));
            let change = output::put(&path, bytes, arguments.dry_run)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            Ok(FileResult { path, change, bytes: bytes.len() })
        };
        let mut files = vec![put(FEED_PATH, &made.feed)?, put(DOCUMENT_PATH, &made.document)?];
        if arguments.snippets {
            let addresses = self.addresses.as_ref().map_err(Clone::clone)?;
            let seconds = made.freshness_sla.as_seconds();
            for snippet in snippets::all(&self.dealer, &folder, &addresses.base, seconds)? {
                files.push(put(&format!("snippets/{}", snippet.file), snippet.text.as_bytes())?);
            }
        }
        manifest.note(self.name(), PublishedFiles::of(made, &self.folder), now);
        let changed = files.iter().any(|file| file.change != Change::None);
        Ok(Published {
            changed,
            files,
            rows: made.rows,
            left_out: made.left_out.iter().map(|unit| (unit.vehicle_id.to_string(), unit.reason.to_string())).collect(),
            freshness_sla_seconds: made.freshness_sla.as_seconds(),
        })
    }
}

/// What went wrong on the way without stopping it.
fn notes_of(outcomes: &[FeedOutcome]) -> Vec<String> {
    let mut notes = Vec::new();
    for outcome in outcomes {
        let name = format!("feed {} for rooftop {}", outcome.feed, outcome.rooftops.join(", "));
        match &outcome.result {
            Ok(run) => {
                if run.report.rejected > 0 {
                    notes.push(format!(
                        "{name}: {} row(s) held back; see `dealeragent config check`",
                        run.report.rejected
                    ));
                }
                notes.extend(run.evidence_faults.iter().map(|fault| format!("{name}: {fault}")));
            }
            Err(reason) => notes.push(format!("{name}: {reason}")),
        }
    }
    notes
}
