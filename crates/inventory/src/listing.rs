//! A normalised listing: what a feed makes and a snapshot holds.
//!
//! Its serde form is the one in which a feed's last good listings are stored:
//! whoever changes a name here changes files out there, which the fixtures of the
//! store's tests notice.

use std::sync::Arc;

use dealeragent_protocol::{
    facts::{
        AdvertisedPrice, AvailabilityAuthority, AvailabilityStatus, CertificationType, Condition, FreshnessTargets,
        MediaAsset, Odometer, Powertrain, Provenance, VehicleType,
    },
    tools::search::ModelYear,
    values::{List, OrganizationId, RooftopId, Text, Timestamp, Uri, VehicleId, Vin},
};
use serde::{Deserialize, Serialize};

use crate::{PublishedTerms, UsedEvidence, search::FilterKind};

/// One unit of one rooftop. Unknown stays `None`; nothing is filled in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// See [`crate::vehicle_id`].
    pub vehicle_id: VehicleId,
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The VIN: no VIN, no listing.
    pub vin: Vin,
    /// The dealer's stock number, verbatim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock_number: Option<Text<1, 80>>,
    /// The kind of vehicle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle_type: Option<VehicleType>,
    /// Model year.
    pub year: ModelYear,
    /// Maker.
    pub make: Text<1, 100>,
    /// Model.
    pub model: Text<1, 120>,
    /// Trim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trim: Option<Text<0, 120>>,
    /// Condition.
    pub condition: Condition,
    /// Body style.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body_style: Option<Text<0, 80>>,
    /// Outside colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exterior_color: Option<Text<0, 80>>,
    /// Inside colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interior_color: Option<Text<0, 80>>,
    /// Odometer reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odometer: Option<Odometer>,
    /// Engine, wheels and gearbox.
    pub powertrain: Powertrain,
    /// Equipment.
    #[serde(default, skip_serializing_if = "no_items")]
    pub features: List<Text<1, 200>, 0, 500>,
    /// Pictures.
    #[serde(default, skip_serializing_if = "no_items")]
    pub media: List<MediaAsset, 0, 500>,
    /// The dealer's page of this unit: none, no listing.
    pub listing_url: Uri,
    /// The window sticker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_sticker_url: Option<Uri>,
    /// The advertised price; `None` is an unknown price, never zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<AdvertisedPrice>,
    /// What the listing itself says of the unit's availability.
    pub availability: Assertion,
    /// Time in stock, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenure: Option<Tenure>,
    /// Who certified it; `None` where the source does not speak of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certification_type: Option<CertificationType>,
    /// What the publication says about the price beside the price itself;
    /// `None` where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Box<PublishedTerms>>,
    /// Evidence from side files.
    #[serde(default, skip_serializing_if = "UsedEvidence::is_empty")]
    pub evidence: UsedEvidence,
    /// Where the facts come from.
    pub provenance: Provenance,
    /// When the source saw the unit.
    pub observed_at: Timestamp,
}

fn no_items<T, const MAX: usize>(list: &List<T, 0, MAX>) -> bool {
    list.is_empty()
}

/// A status as its source states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assertion {
    /// The status.
    pub status: AvailabilityStatus,
    /// Who says so.
    pub authority: AvailabilityAuthority,
    /// When it was seen.
    pub observed_at: Timestamp,
    /// Why, in the source's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Text<1, 500>>,
}

/// Since when a unit is in stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenure {
    /// When it came into stock.
    pub stocked_at: Timestamp,
    /// When it was first offered to the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_public_listing_at: Option<Timestamp>,
    /// How `stocked_at` came to be known.
    pub basis: TenureBasis,
}

/// How a stocking time is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TenureBasis {
    /// The source states the date.
    Stated,
    /// The source reports a number of days; the date was worked out.
    ReportedDays,
}

/// Whole 24-hour periods in a span of seconds.
const SECONDS_PER_DAY: i64 = 86_400;

impl Tenure {
    /// Whole 24-hour periods in stock as of the whole second of `now`, which is
    /// the time that the wire states; `None` when the unit comes into stock
    /// only after it (a future basis is refused, contract.md section 6).
    #[must_use]
    pub fn age_days(&self, now: Timestamp) -> Option<u32> {
        let as_of = now.to_whole_second();
        if as_of < self.stocked_at {
            return None;
        }
        u32::try_from(as_of.seconds_since(self.stocked_at) / SECONDS_PER_DAY).ok()
    }
}

impl Listing {
    /// Whether a search may show the unit: it has a price and is not gone.
    #[must_use]
    pub fn is_searchable(&self) -> bool {
        self.price.is_some() && !self.availability.status.is_gone()
    }
}

/// Everything that one rooftop publishes.
#[derive(Debug, Clone)]
pub struct RooftopStock {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// Its units; no VIN twice. Shared with whoever keeps them between runs.
    pub listings: Vec<Arc<Listing>>,
    /// Filters that the rooftop's sources can answer at all.
    pub answers: Vec<FilterKind>,
    /// How old its facts may be.
    pub targets: FreshnessTargets,
    /// When its newest source saw the lot; `None` before the first file.
    pub observed_at: Option<Timestamp>,
}
