//! A normalised listing: what a feed makes and a snapshot holds.

use dealeragent_protocol::{
    facts::{
        AdvertisedPrice, AvailabilityAuthority, AvailabilityStatus, CertificationType, Condition, FreshnessTargets,
        MediaAsset, Odometer, Powertrain, Provenance, VehicleType,
    },
    tools::search::ModelYear,
    values::{List, OrganizationId, RooftopId, Text, Timestamp, Uri, VehicleId, Vin},
};

use crate::{PublishedTerms, UsedEvidence, search::FilterKind};

/// One unit of one rooftop. Unknown stays `None`; nothing is filled in.
#[derive(Debug, Clone, PartialEq)]
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
    pub stock_number: Option<Text<1, 80>>,
    /// The kind of vehicle.
    pub vehicle_type: Option<VehicleType>,
    /// Model year.
    pub year: ModelYear,
    /// Maker.
    pub make: Text<1, 100>,
    /// Model.
    pub model: Text<1, 120>,
    /// Trim.
    pub trim: Option<Text<0, 120>>,
    /// Condition.
    pub condition: Condition,
    /// Body style.
    pub body_style: Option<Text<0, 80>>,
    /// Outside colour.
    pub exterior_color: Option<Text<0, 80>>,
    /// Inside colour.
    pub interior_color: Option<Text<0, 80>>,
    /// Odometer reading.
    pub odometer: Option<Odometer>,
    /// Engine, wheels and gearbox.
    pub powertrain: Powertrain,
    /// Equipment.
    pub features: List<Text<1, 200>, 0, 500>,
    /// Pictures.
    pub media: List<MediaAsset, 0, 500>,
    /// The dealer's page of this unit: none, no listing.
    pub listing_url: Uri,
    /// The window sticker.
    pub window_sticker_url: Option<Uri>,
    /// The advertised price; `None` is an unknown price, never zero.
    pub price: Option<AdvertisedPrice>,
    /// What the listing itself says of the unit's availability.
    pub availability: Assertion,
    /// Time in stock, where it is known.
    pub tenure: Option<Tenure>,
    /// Who certified it; `None` where the source does not speak of it.
    pub certification_type: Option<CertificationType>,
    /// What the publication says about the price beside the price itself;
    /// `None` where it says nothing.
    pub terms: Option<Box<PublishedTerms>>,
    /// Evidence from side files.
    pub evidence: UsedEvidence,
    /// Where the facts come from.
    pub provenance: Provenance,
    /// When the source saw the unit.
    pub observed_at: Timestamp,
}

/// A status as its source states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    /// The status.
    pub status: AvailabilityStatus,
    /// Who says so.
    pub authority: AvailabilityAuthority,
    /// When it was seen.
    pub observed_at: Timestamp,
    /// Why, in the source's words.
    pub reason: Option<Text<1, 500>>,
}

/// Since when a unit is in stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenure {
    /// When it came into stock.
    pub stocked_at: Timestamp,
    /// When it was first offered to the public.
    pub first_public_listing_at: Option<Timestamp>,
    /// How `stocked_at` came to be known.
    pub basis: TenureBasis,
}

/// How a stocking time is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Its units; no VIN twice.
    pub listings: Vec<Listing>,
    /// Filters that the rooftop's sources can answer at all.
    pub answers: Vec<FilterKind>,
    /// How old its facts may be.
    pub targets: FreshnessTargets,
    /// When its newest source saw the lot; `None` before the first file.
    pub observed_at: Option<Timestamp>,
}
