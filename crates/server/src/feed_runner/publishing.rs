//! From kept states to the snapshot.

use std::{collections::BTreeSet, sync::Arc};

use dealeragent_feeds::{
    judge::{FeedState, FeedStock, merge},
    keep::{Kept, KeptFeed},
};
use dealeragent_gateway::Dealer;
use dealeragent_inventory::{OrganizationInventory, RooftopStock, Snapshot, SnapshotError};
use dealeragent_protocol::values::{OrganizationId, RooftopId};

use super::{FeedRunner, desk::Desk};
use crate::config::{Config, FeedPlan};

impl FeedRunner {
    /// Publishes every organization anew. One that does not fit together keeps
    /// what it has.
    pub(super) fn publish_all(&self, desk: &Desk) {
        let mut snapshot = Snapshot::clone(&self.gateway.snapshot());
        for dealer in &self.config.dealers {
            match build(&self.config, &desk.kept, dealer) {
                Ok(organization) => snapshot = with(&snapshot, &dealer.organization_id, organization),
                Err(error) => tracing::error!(%error, "an inventory was refused; the last one stays"),
            }
        }
        self.gateway.publish(snapshot);
    }

    /// Publishes organizations that were built.
    pub(super) fn publish(&self, built: Vec<(OrganizationId, Option<OrganizationInventory>)>) {
        let mut snapshot = Snapshot::clone(&self.gateway.snapshot());
        for (id, organization) in built {
            snapshot = with(&snapshot, &id, organization);
        }
        self.gateway.publish(snapshot);
    }
}

fn with(snapshot: &Snapshot, id: &OrganizationId, organization: Option<OrganizationInventory>) -> Snapshot {
    match organization {
        Some(organization) => snapshot.with_organization(organization),
        None => snapshot.without_organization(id),
    }
}

/// One dealer's inventory; `None` where nothing is known of any rooftop, which
/// is not the same as empty lots.
pub(super) fn build(
    config: &Config,
    kept: &Kept,
    dealer: &Dealer,
) -> Result<Option<OrganizationInventory>, SnapshotError> {
    let organization = &dealer.organization_id;
    let mut stock = Vec::new();
    for rooftop in &dealer.rooftops {
        let id = &rooftop.record.rooftop_id;
        let feeds = feeds_of(config, kept, organization, id);
        if feeds.is_empty() || kept.controls.pauses(organization, id) {
            continue;
        }
        let mut merged = merge(id, &feeds, &config.precedence);
        merged.listings.retain(|listing| !kept.controls.hides(organization, &listing.vehicle_id));
        if merged.conflicts > 0 {
            tracing::warn!(rooftop = %id, conflicts = merged.conflicts, "feeds of one rooftop differ; the first has the say");
        }
        stock.push(RooftopStock {
            organization_id: organization.clone(),
            rooftop_id: id.clone(),
            listings: merged.listings,
            answers: merged.answers,
            targets: rooftop.targets,
            observed_at: merged.observed_at,
        });
    }
    if stock.is_empty() {
        return Ok(None);
    }
    OrganizationInventory::build(organization.clone(), stock).map(Some)
}

/// The states that speak of a rooftop: of the feeds that are configured for it,
/// else, until the first good run of one of those, of those that were (C01).
fn feeds_of<'a>(
    config: &'a Config,
    kept: &'a Kept,
    organization: &OrganizationId,
    rooftop: &RooftopId,
) -> Vec<FeedStock<'a>> {
    let speaks = |state: &FeedState| state.organization_id == *organization && state.rooftops.contains_key(rooftop);
    let plans: Vec<&FeedPlan> = config
        .feeds
        .iter()
        .filter(|plan| plan.settings.organization_id == *organization && plan.fills(rooftop))
        .collect();
    let configured: Vec<FeedStock<'_>> = plans
        .iter()
        .filter_map(|plan| {
            let state = kept.feeds.get(plan.id.as_str())?.state.as_deref().filter(|state| speaks(state))?;
            Some(FeedStock { feed: plan.id.as_str(), role: plan.role, state })
        })
        .collect();
    if !configured.is_empty() || plans.is_empty() {
        return configured;
    }
    let newest = orphans(config, kept)
        .filter(|(_, state)| speaks(state))
        .max_by_key(|(_, state)| state.rooftops.get(rooftop).copied());
    newest.map(|(feed, state)| FeedStock { feed, role: Default::default(), state }).into_iter().collect()
}

/// States of feeds that are not configured any more.
fn orphans<'a>(config: &'a Config, kept: &'a Kept) -> impl Iterator<Item = (&'a str, &'a FeedState)> {
    let states = kept
        .feeds
        .iter()
        .filter_map(|(feed, kept): (&String, &KeptFeed)| Some((feed.as_str(), kept.state.as_deref()?)));
    states.filter(|(feed, _)| config.feeds.iter().all(|plan| plan.id.as_str() != *feed))
}

/// What the feeds before a new one left at the rooftops that it fills, as one
/// state: its first run is compared with that, and its guard guards that.
pub(super) fn predecessor(config: &Config, kept: &Kept, plan: &FeedPlan) -> Option<Arc<FeedState>> {
    let organization = &plan.settings.organization_id;
    let rooftops: BTreeSet<RooftopId> = orphans(config, kept)
        .filter(|(_, state)| state.organization_id == *organization)
        .flat_map(|(_, state)| state.rooftops.keys())
        .filter(|rooftop| plan.fills(rooftop))
        .cloned()
        .collect();
    let mut joined: Option<FeedState> = None;
    for rooftop in rooftops {
        // The same choice as publishing makes: what is on the air is what is compared.
        let Some(stock) = feeds_of(config, kept, organization, &rooftop).into_iter().next() else { continue };
        if config.feeds.iter().any(|plan| plan.id.as_str() == stock.feed) {
            continue;
        }
        let state = stock.state;
        let units = state.units.iter().filter(|unit| unit.listing.rooftop_id == rooftop).cloned();
        let departed = state.departed.iter().filter(|gone| gone.rooftop_id == rooftop).cloned();
        let joined = joined.get_or_insert_with(|| FeedState {
            organization_id: organization.clone(),
            source: state.source.clone(),
            file: state.file.clone(),
            rooftops: Default::default(),
            answers: state.answers.clone(),
            units: Vec::new(),
            departed: Vec::new(),
        });
        joined.rooftops.extend(state.rooftops.get(&rooftop).map(|seen| (rooftop.clone(), *seen)));
        joined.units.extend(units);
        joined.departed.extend(departed);
    }
    joined.map(Arc::new)
}
