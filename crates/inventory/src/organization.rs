//! One dealer's units: the unit of indexing, sharding and caching.

use dealeragent_protocol::{
    tools::unit::UnitSelector,
    values::{OrganizationId, RooftopId},
};

use crate::{
    RooftopFacts, RooftopStock, SnapshotError, StoredListing,
    rooftop::{Rooftop, UnitNames},
    search::{SearchIndex, SearchOutcome, SearchQuery},
};

/// The published units of one organization, with look-ups and a search index.
#[derive(Debug)]
pub struct OrganizationInventory {
    organization_id: OrganizationId,
    /// In the order of their ids.
    rooftops: Vec<Rooftop>,
    /// In the order of their ids.
    listings: Vec<StoredListing>,
    index: SearchIndex,
}

impl OrganizationInventory {
    /// An organization that publishes nothing.
    #[must_use]
    pub fn empty(organization_id: OrganizationId) -> Self {
        let index = SearchIndex::build(&[], &[]);
        Self { organization_id, rooftops: Vec::new(), listings: Vec::new(), index }
    }

    /// Indexes everything that one organization publishes.
    ///
    /// # Errors
    /// [`SnapshotError`]: a repeated rooftop, unit or VIN, or something that
    /// does not belong where it was given.
    pub fn build(organization_id: OrganizationId, mut stock: Vec<RooftopStock>) -> Result<Self, SnapshotError> {
        stock.sort_by(|a, b| a.rooftop_id.cmp(&b.rooftop_id));
        check_rooftops(&organization_id, &stock)?;
        let mut rooftops = Vec::with_capacity(stock.len());
        let mut listings = Vec::with_capacity(stock.iter().map(|rooftop| rooftop.listings.len()).sum());
        for rooftop in stock {
            let (facts, units) = RooftopFacts::split(rooftop);
            for listing in units {
                let is_home = listing.organization_id == organization_id && listing.rooftop_id == facts.rooftop_id;
                if !is_home {
                    return Err(SnapshotError::Misplaced { vehicle_id: listing.vehicle_id.clone() });
                }
                listings.push(StoredListing::store(listing, facts.targets)?);
            }
            rooftops.push(Rooftop { facts, names: UnitNames::default() });
        }
        listings.sort_by(|a, b| a.listing().vehicle_id.cmp(&b.listing().vehicle_id));
        check_vehicles(&listings)?;
        name_units(&mut rooftops, &listings)?;
        let index = SearchIndex::build(&listings, &rooftops);
        Ok(Self { organization_id, rooftops, listings, index })
    }

    /// The dealer.
    #[must_use]
    pub fn organization_id(&self) -> &OrganizationId {
        &self.organization_id
    }

    /// The selling locations, in the order of their ids.
    pub fn rooftops(&self) -> impl Iterator<Item = &RooftopFacts> {
        self.rooftops.iter().map(|rooftop| &rooftop.facts)
    }

    /// One selling location.
    #[must_use]
    pub fn rooftop(&self, id: &RooftopId) -> Option<&RooftopFacts> {
        self.rooftop_with_names(id).map(|rooftop| &rooftop.facts)
    }

    fn rooftop_with_names(&self, id: &RooftopId) -> Option<&Rooftop> {
        let at = self.rooftops.binary_search_by(|rooftop| rooftop.facts.rooftop_id.cmp(id)).ok()?;
        self.rooftops.get(at)
    }

    /// The unit of one rooftop that bears an id, a VIN or a stock number
    /// (verbatim). A stock number that several units of the rooftop bear finds
    /// nothing; [`RooftopFacts::ambiguous_stock_numbers`] names it.
    #[must_use]
    pub fn find(&self, rooftop: &RooftopId, selector: &UnitSelector) -> Option<&StoredListing> {
        let names = &self.rooftop_with_names(rooftop)?.names;
        self.listings.get(names.find(selector)?)
    }

    /// Every unit, priced or not and gone or not, in the order of their ids.
    pub fn listings(&self) -> impl Iterator<Item = &StoredListing> {
        self.listings.iter()
    }

    /// Searches the units that are priced and not gone.
    #[must_use]
    pub fn search(&self, search: &SearchQuery<'_>) -> SearchOutcome<'_> {
        self.index.search(&self.listings, &self.rooftops, search)
    }
}

fn check_rooftops(organization_id: &OrganizationId, sorted: &[RooftopStock]) -> Result<(), SnapshotError> {
    for rooftop in sorted {
        if rooftop.organization_id != *organization_id {
            let rooftop_id = rooftop.rooftop_id.clone();
            return Err(SnapshotError::ForeignRooftop { organization_id: organization_id.clone(), rooftop_id });
        }
    }
    for (one, next) in sorted.iter().zip(sorted.iter().skip(1)) {
        if one.rooftop_id == next.rooftop_id {
            let rooftop_id = next.rooftop_id.clone();
            return Err(SnapshotError::RepeatedRooftop { organization_id: organization_id.clone(), rooftop_id });
        }
    }
    Ok(())
}

fn check_vehicles(sorted: &[StoredListing]) -> Result<(), SnapshotError> {
    for (one, next) in sorted.iter().zip(sorted.iter().skip(1)) {
        if one.listing().vehicle_id == next.listing().vehicle_id {
            return Err(SnapshotError::RepeatedVehicle { vehicle_id: next.listing().vehicle_id.clone() });
        }
    }
    Ok(())
}

fn name_units(rooftops: &mut [Rooftop], listings: &[StoredListing]) -> Result<(), SnapshotError> {
    for (at, stored) in listings.iter().enumerate() {
        let listing = stored.listing();
        let home = rooftops.binary_search_by(|rooftop| rooftop.facts.rooftop_id.cmp(&listing.rooftop_id));
        let Some(rooftop) = home.ok().and_then(|home| rooftops.get_mut(home)) else { continue };
        rooftop.add(listing, at)?;
    }
    Ok(())
}
