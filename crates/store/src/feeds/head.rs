//! A state without its units, as it is stored.

use std::collections::BTreeMap;

use dealeragent_feeds::judge::{Departed, FeedState, FileFacts, Unit};
use dealeragent_inventory::FilterKind;
use dealeragent_protocol::values::{OrganizationId, RooftopId, Timestamp};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Head {
    organization_id: OrganizationId,
    source: String,
    pub(super) file: FileFacts,
    rooftops: BTreeMap<RooftopId, Timestamp>,
    answers: Vec<FilterKind>,
    /// How many units stand in its chunks.
    pub(super) units: u64,
    departed: Vec<Departed>,
}

impl Head {
    pub(super) fn of(state: &FeedState) -> Self {
        Self {
            organization_id: state.organization_id.clone(),
            source: state.source.clone(),
            file: state.file.clone(),
            rooftops: state.rooftops.clone(),
            answers: state.answers.clone(),
            units: state.units.len() as u64,
            departed: state.departed.clone(),
        }
    }

    pub(super) fn with(self, units: Vec<Unit>) -> FeedState {
        let Self { organization_id, source, file, rooftops, answers, departed, .. } = self;
        FeedState { organization_id, source, file, rooftops, answers, units, departed }
    }
}
