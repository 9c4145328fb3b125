//! What lies on the desk between two looks, and how a look ends.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use dealeragent_feeds::{
    judge::RunOutcome,
    keep::{Change, Commit, HeldRun, KeepFault, Kept},
};
use dealeragent_inventory::OrganizationInventory;
use dealeragent_protocol::values::{OrganizationId, Timestamp};

use super::{
    FeedOutcome, FeedRunner,
    look::{Look, Next},
    publishing,
    reading::KnownEvidence,
};

/// What stays between looks.
pub(super) struct Desk {
    /// As it is in the store.
    pub(super) kept: Kept,
    /// When the files of each feed were written that were read last.
    pub(super) stamps: BTreeMap<String, Vec<Timestamp>>,
    pub(super) evidence: KnownEvidence,
    /// Faults that are on record, so that each is written down once.
    refusals: BTreeMap<String, String>,
}

impl Desk {
    pub(super) fn new(kept: Kept) -> Self {
        Self { kept, stamps: BTreeMap::new(), evidence: KnownEvidence::new(), refusals: BTreeMap::new() }
    }
}

impl FeedRunner {
    /// Builds what would be published, commits each run, and publishes what was
    /// committed.
    pub(super) fn settle(&self, desk: &mut Desk, mut looks: Vec<Look>) -> Vec<FeedOutcome> {
        let mut built = Vec::new();
        for organization in organizations(&looks) {
            match self.build(desk, &looks, &organization) {
                Ok(inventory) => built.push((organization, inventory)),
                Err(why) => refuse_all(&mut looks, &organization, &why),
            }
        }
        let mut failed = BTreeSet::new();
        for look in &mut looks {
            if let Err(fault) = self.commit(desk, look) {
                failed.insert(look.organization.clone());
                desk.stamps.remove(&look.outcome.feed);
                look.refuse(fault.to_string());
            }
        }
        // What was not committed is not published.
        for (organization, inventory) in &mut built {
            if failed.contains(organization) {
                match self.build(desk, &[], organization) {
                    Ok(without) => *inventory = without,
                    Err(why) => tracing::error!(why, "an inventory was refused"),
                }
            }
        }
        if !built.is_empty() {
            self.publish(built);
        }
        looks.into_iter().map(Look::outcome).collect()
    }

    /// One organization with the states that follow from the looks.
    fn build(
        &self,
        desk: &Desk,
        looks: &[Look],
        organization: &OrganizationId,
    ) -> Result<Option<OrganizationInventory>, String> {
        let mut kept = desk.kept.clone();
        for look in looks {
            if let Next::Apply(state) = &look.change {
                kept.feeds.entry(look.outcome.feed.clone()).or_default().state = Some(Arc::clone(state));
            }
        }
        let dealer = self.config.dealers.iter().find(|dealer| dealer.organization_id == *organization);
        let dealer = dealer.ok_or_else(|| format!("organization {organization} is not configured"))?;
        publishing::build(&self.config, &kept, dealer)
            .map_err(|error| format!("its listings do not fit together: {error}"))
    }

    fn commit(&self, desk: &mut Desk, look: &mut Look) -> Result<(), KeepFault> {
        let Some(record) = look.record.take() else { return Ok(()) };
        let feed = record.feed.clone();
        match &record.outcome {
            RunOutcome::Refused { fault, .. } => {
                if desk.refusals.get(&feed) == Some(fault) {
                    return Ok(());
                }
                desk.refusals.insert(feed.clone(), fault.clone());
            }
            _ => drop(desk.refusals.remove(&feed)),
        }
        let change = match &look.change {
            Next::Nothing => Change::None,
            Next::Apply(state) => Change::Apply(state),
            Next::Hold(state) => Change::Hold(state),
        };
        let based_on = desk.kept.feeds.get(&feed).map_or(0, |kept| kept.version);
        let commit = Commit { record: &record, rejects: &look.rejects, change, based_on };
        let generation = self.store.commit(&commit)?;
        // Whatever somebody else changed in between is noticed on the next look.
        if generation == desk.kept.generation + 1 {
            desk.kept.generation = generation;
        }
        let kept = desk.kept.feeds.entry(feed).or_default();
        look.outcome.run = Some(record.id.clone());
        match &look.change {
            Next::Nothing => {}
            Next::Apply(state) => {
                kept.state = Some(Arc::clone(state));
                kept.version += 1;
                kept.held = None;
            }
            Next::Hold(state) => kept.held = Some(HeldRun { run: record.id, file: state.file.clone() }),
        }
        Ok(())
    }
}

/// The organizations whose inventory changes.
fn organizations(looks: &[Look]) -> BTreeSet<OrganizationId> {
    let applied = looks.iter().filter(|look| matches!(look.change, Next::Apply(_)));
    applied.map(|look| look.organization.clone()).collect()
}

fn refuse_all(looks: &mut [Look], organization: &OrganizationId, why: &str) {
    tracing::error!(%organization, why, "the new inventory was refused; the last one stays");
    for look in looks {
        if look.organization == *organization && matches!(look.change, Next::Apply(_)) {
            look.refuse(why.to_owned());
            look.record = None;
        }
    }
}
