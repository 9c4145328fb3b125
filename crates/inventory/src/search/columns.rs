//! What filters look at, one vector for each field.

use dealeragent_protocol::{
    facts::{AvailabilityStatus, CertificationType, Condition, SummaryReportStatus, VehicleType},
    tools::search::SearchableAvailability,
    values::{Distance, NonNegativeMoney, Timestamp},
};

use crate::{StoredListing, Tenure, rooftop::Rooftop};

/// Fields of the searchable units, by row.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Place among the organization's rooftops.
    pub(super) rooftop: Vec<usize>,
    pub(super) vehicle_type: Vec<Option<VehicleType>>,
    pub(super) condition: Vec<Condition>,
    pub(super) year: Vec<u16>,
    pub(super) price: Vec<Option<NonNegativeMoney>>,
    pub(super) odometer: Vec<Option<Distance>>,
    pub(super) tenure: Vec<Option<Tenure>>,
    /// `None` for a new unit, which has no past to speak of.
    pub(super) history: Vec<Option<SummaryReportStatus>>,
    /// `None` for a new unit.
    pub(super) certification: Vec<Option<CertificationType>>,
    /// `None` where the status is unknown.
    pub(super) availability: Vec<Option<SearchableAvailability>>,
    pub(super) observed_at: Vec<Timestamp>,
}

impl Columns {
    pub(super) fn build<'a>(units: impl Iterator<Item = &'a StoredListing>, rooftops: &[Rooftop]) -> Self {
        let mut columns = Self::default();
        for unit in units {
            columns.push(unit, rooftops);
        }
        columns
    }

    fn push(&mut self, unit: &StoredListing, rooftops: &[Rooftop]) {
        let listing = unit.listing();
        let home = rooftops.binary_search_by(|rooftop| rooftop.facts.rooftop_id.cmp(&listing.rooftop_id));
        let is_used = listing.condition != Condition::New;
        // A unit without a rooftop would belong to no scope; the builder lets none through.
        self.rooftop.push(home.unwrap_or(usize::MAX));
        self.vehicle_type.push(listing.vehicle_type);
        self.condition.push(listing.condition);
        self.year.push(listing.year.get());
        self.price.push(listing.price.as_ref().map(|price| price.amount));
        self.odometer.push(listing.odometer.map(|odometer| Distance { value: odometer.value, unit: odometer.unit }));
        self.tenure.push(listing.tenure);
        self.history.push(is_used.then(|| unit.history_report_status()));
        self.certification.push(is_used.then(|| unit.certification_type()));
        self.availability.push(searchable(listing.availability.status));
        self.observed_at.push(listing.observed_at);
    }
}

fn searchable(status: AvailabilityStatus) -> Option<SearchableAvailability> {
    match status {
        AvailabilityStatus::Available => Some(SearchableAvailability::Available),
        AvailabilityStatus::InTransit => Some(SearchableAvailability::InTransit),
        AvailabilityStatus::OnHold => Some(SearchableAvailability::OnHold),
        AvailabilityStatus::PendingSale => Some(SearchableAvailability::PendingSale),
        AvailabilityStatus::Sold | AvailabilityStatus::Unavailable | AvailabilityStatus::Unknown => None,
    }
}
