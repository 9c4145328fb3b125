//! Finds the unit of a call. Every way to the inventory takes a permit.

use std::sync::Arc;

use dealeragent_inventory::{OrganizationInventory, Snapshot, StoredListing};
use dealeragent_protocol::{
    error::ErrorCode,
    facts::{Availability, Band},
    tools::unit::UnitSelector,
    values::{Text, Timestamp},
    wording::en,
};

use crate::{DealerRooftop, Failure, Gateway, Permit};

/// The inventory as of the call's start.
pub(crate) struct Inventory {
    snapshot: Arc<Snapshot>,
}

impl Inventory {
    pub(crate) fn of<T>(gateway: &Gateway, permit: &Permit<T>) -> Self {
        Self { snapshot: gateway.look_up(permit) }
    }

    /// The permitted dealer's inventory; `None` before its first file.
    pub(crate) fn organization<T>(&self, permit: &Permit<T>) -> Result<Option<&OrganizationInventory>, Failure> {
        Ok(self.snapshot.organization(&permit.dealer()?.organization_id))
    }

    /// The one permitted unit.
    ///
    /// # Errors
    /// `resource.not_found`, the same for every reason.
    pub(crate) fn unit<T>(
        &self,
        permit: &Permit<T>,
        selector: Option<&UnitSelector>,
    ) -> Result<&StoredListing, Failure> {
        let rooftop = &permit.rooftop()?.record.rooftop_id;
        let inventory = self.organization(permit)?;
        let found = inventory.zip(selector).and_then(|(inventory, selector)| inventory.find(rooftop, selector));
        found.ok_or_else(|| Failure::new(ErrorCode::ResourceNotFound, "no such unit at the permitted rooftop"))
    }
}

/// `2024 Honda Civic EX`.
pub(crate) fn name_of(unit: &StoredListing) -> String {
    let listing = unit.listing();
    let trim = listing.trim.as_ref().map(Text::as_str);
    en::vehicle_name(listing.year.get(), listing.make.as_str(), listing.model.as_str(), trim)
}

/// The band of what the unit's listing says of its availability.
pub(crate) fn band_of(unit: &StoredListing, rooftop: &DealerRooftop, now: Timestamp) -> Band {
    let assertion = &unit.listing().availability;
    rooftop.band_limits().of_observation(assertion.authority, assertion.observed_at, now)
}

/// The unit as its summaries name it.
pub(super) fn unit_words<'a>(
    unit: &'a StoredListing,
    name: &'a str,
    availability: &'a Availability,
    band: Band,
) -> en::UnitWords<'a> {
    let listing = unit.listing();
    en::UnitWords { name, vehicle_id: &listing.vehicle_id, rooftop_id: &listing.rooftop_id, availability, band }
}

/// Adds the notice on made-up data to a summary.
pub(super) fn with_notice(mut summary: String, synthetic: bool) -> String {
    if synthetic {
        summary.push('\n');
        summary.push_str(en::SYNTHETIC);
    }
    summary
}
