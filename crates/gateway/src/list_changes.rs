//! When what is declared last changed, dealer by dealer: a first file came, or an
//! inventory is gone. One dealer's file changes nothing about another's manifest.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use arc_swap::ArcSwap;
use dealeragent_inventory::Snapshot;
use dealeragent_protocol::values::{OrganizationId, Timestamp};
use tokio::sync::watch;

use crate::Dealer;

/// The changes of a gateway's lists since it started.
#[derive(Debug)]
pub(crate) struct ListChanges {
    started_at: Timestamp,
    changed_at: ArcSwap<BTreeMap<OrganizationId, Timestamp>>,
    /// Dealers whose files are looked for; unknown means that all are.
    awaited: OnceLock<BTreeSet<OrganizationId>>,
    /// While the first files are read nobody was told anything yet, so that
    /// nothing changes: a restart does not make a document younger.
    is_starting: AtomicBool,
    version: watch::Sender<u64>,
}

impl ListChanges {
    pub(crate) fn since(started_at: Timestamp) -> Self {
        Self {
            started_at,
            changed_at: ArcSwap::default(),
            awaited: OnceLock::new(),
            is_starting: AtomicBool::new(false),
            version: watch::Sender::new(0),
        }
    }

    /// When the gateway started.
    pub(crate) fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// Says whose files are looked for, and that they were not read yet.
    pub(crate) fn await_files_of(&self, organizations: BTreeSet<OrganizationId>) {
        // Of two who look for files the first one counts.
        let _ = self.awaited.set(organizations);
        self.is_starting.store(true, Ordering::Relaxed);
    }

    /// Says that every file that was there at the start has been read.
    pub(crate) fn files_were_read(&self) {
        self.is_starting.store(false, Ordering::Relaxed);
    }

    /// Whether a dealer's first file may still come.
    pub(crate) fn is_awaited(&self, dealer: &Dealer) -> bool {
        self.awaited.get().is_none_or(|awaited| awaited.contains(&dealer.organization_id))
    }

    /// Notes what differs between two inventories.
    pub(crate) fn note(&self, before: &Snapshot, after: &Snapshot, now: Timestamp) {
        let (before, after) = (loaded(before), loaded(after));
        let changed: Vec<_> = before.symmetric_difference(&after).cloned().collect();
        if changed.is_empty() {
            return;
        }
        if !self.is_starting.load(Ordering::Relaxed) {
            let mut changed_at = BTreeMap::clone(&self.changed_at.load());
            changed_at.extend(changed.into_iter().map(|organization| (organization, now)));
            self.changed_at.store(changed_at.into());
        }
        self.version.send_modify(|version| *version += 1);
    }

    /// When what is declared of one of these dealers last changed.
    pub(crate) fn last_of<'d>(&self, dealers: impl Iterator<Item = &'d Dealer>) -> Option<Timestamp> {
        let changed_at = self.changed_at.load();
        dealers.filter_map(|dealer| changed_at.get(&dealer.organization_id).copied()).max()
    }

    /// Changes with every change.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }
}

/// Dealers with an inventory.
fn loaded(snapshot: &Snapshot) -> BTreeSet<OrganizationId> {
    let with_file = snapshot.organizations().filter(|o| o.rooftops().any(|rooftop| rooftop.observed_at.is_some()));
    with_file.map(|organization| organization.organization_id().clone()).collect()
}
