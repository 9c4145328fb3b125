//! What is kept of one feed between two runs.

use std::{collections::BTreeMap, sync::Arc};

use dealeragent_inventory::{Assertion, Listing, search::FilterKind};
use dealeragent_protocol::{
    facts::{AvailabilityAuthority, AvailabilityStatus},
    values::{ContentDigest, OrganizationId, RooftopId, Text, Timestamp, Vin},
};
use serde::{Deserialize, Serialize};

/// The last good state of one feed. All its times are the source's, not ours.
#[derive(Debug, Clone, PartialEq)]
pub struct FeedState {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// Who the source was: another word here is another source (C01).
    pub source: String,
    /// The file that it was made from.
    pub file: FileFacts,
    /// When the newest file that speaks of a rooftop was written.
    pub rooftops: BTreeMap<RooftopId, Timestamp>,
    /// Filters that the source can answer.
    pub answers: Vec<FilterKind>,
    /// Its units: one per rooftop and VIN.
    pub units: Vec<Unit>,
    /// Units that are gone, the newest last, so that one that comes back is
    /// known again. As many as [`super::Remembering`] says.
    pub departed: Vec<Departed>,
}

/// A file, as far as it tells two files apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// The digest of its bytes; `None` for an empty file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<ContentDigest>,
    /// How it was read: profile, settings, side files and program. The same
    /// bytes read otherwise are another content.
    pub reading: String,
    /// When the source wrote it.
    pub source_time: Timestamp,
    /// How that is known.
    pub basis: TimeBasis,
}

/// How a file's time is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeBasis {
    /// The source states it: the time of writing on its disk, `Last-Modified`.
    Stated,
    /// Nobody states it, so it is when the file came. That the same bytes came
    /// again says nothing about the lot (B34).
    Arrived,
}

/// A unit of the last good state.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// As its newest file has it. What follows from a later absence is put on
    /// top by [`Unit::published`].
    pub listing: Arc<Listing>,
    /// When a file had it first. A unit that comes back keeps it.
    pub first_seen: Timestamp,
    /// When a file had it last.
    pub last_seen: Timestamp,
    /// Since when files do not have it.
    pub missing: Option<Missing>,
}

/// An absence that is not yet taken for a removal (C03).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The time of the first file that did not have it.
    pub since: Timestamp,
    /// How many files in a row did not have it; from 1.
    pub files: u32,
}

/// A unit that is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departed {
    /// Where it stood.
    pub rooftop_id: RooftopId,
    /// The unit.
    pub vin: Vin,
    /// When a file had it first.
    pub first_seen: Timestamp,
    /// The time of the file that removed it.
    pub at: Timestamp,
}

impl Unit {
    /// Rooftop and VIN, which make a unit one (B18, B20).
    #[must_use]
    pub fn key(&self) -> (&RooftopId, &Vin) {
        (&self.listing.rooftop_id, &self.listing.vin)
    }

    /// The listing as it is published: of a unit that its last file did not
    /// have, nobody knows whether it is still there.
    #[must_use]
    pub fn published(&self) -> Arc<Listing> {
        let Some(missing) = self.missing else { return Arc::clone(&self.listing) };
        let reason = format!(
            "Not in the dealer's export of {}; last listed on {}.",
            missing.since.to_whole_second(),
            self.last_seen.to_whole_second()
        );
        let availability = Assertion {
            status: AvailabilityStatus::Unknown,
            authority: AvailabilityAuthority::Unknown,
            observed_at: missing.since,
            reason: Some(Text::bounded(&reason)),
        };
        Arc::new(Listing { availability, ..Listing::clone(&self.listing) })
    }
}
