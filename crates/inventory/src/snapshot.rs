//! Everything that is published, by organization.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use dealeragent_protocol::values::{OrganizationId, RooftopId, VehicleId};

use crate::{OrganizationInventory, RooftopStock};

/// Why a snapshot was not built. The snapshot before it stays in use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// A rooftop was given twice.
    #[error("rooftop {rooftop_id} of organization {organization_id} was given twice")]
    RepeatedRooftop {
        /// The dealer.
        organization_id: OrganizationId,
        /// The selling location.
        rooftop_id: RooftopId,
    },
    /// Two units of an organization have the same id.
    #[error("vehicle {vehicle_id} was given twice")]
    RepeatedVehicle {
        /// The id.
        vehicle_id: VehicleId,
    },
    /// Two units of a rooftop have the same VIN.
    #[error("the VIN of vehicle {vehicle_id} stands twice at rooftop {rooftop_id}")]
    RepeatedVin {
        /// The selling location.
        rooftop_id: RooftopId,
        /// The second of the two.
        vehicle_id: VehicleId,
    },
    /// A unit names another organization or rooftop than the stock it came in.
    #[error("vehicle {vehicle_id} was given under a rooftop that is not its own")]
    Misplaced {
        /// The unit.
        vehicle_id: VehicleId,
    },
    /// A rooftop was given to another organization than its own.
    #[error("rooftop {rooftop_id} does not belong to organization {organization_id}")]
    ForeignRooftop {
        /// The dealer that was being built.
        organization_id: OrganizationId,
        /// The selling location.
        rooftop_id: RooftopId,
    },
    /// A unit could not be written in its wire form.
    #[error("vehicle {vehicle_id} cannot be written in its wire form")]
    Unwritable {
        /// The unit.
        vehicle_id: VehicleId,
    },
}

/// Published inventory at one moment. Never changes: a new feed run makes a new
/// snapshot, which shares the organizations that did not change.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    organizations: HashMap<OrganizationId, Arc<OrganizationInventory>>,
}

impl Snapshot {
    /// Nothing is published.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Indexes the stock of any number of organizations.
    ///
    /// # Errors
    /// [`SnapshotError`]: a repeated rooftop, unit or VIN, or a unit that does
    /// not belong where it was given.
    pub fn build(stock: Vec<RooftopStock>) -> Result<Self, SnapshotError> {
        let mut grouped: BTreeMap<OrganizationId, Vec<RooftopStock>> = BTreeMap::new();
        for rooftop in stock {
            grouped.entry(rooftop.organization_id.clone()).or_default().push(rooftop);
        }
        let mut organizations = HashMap::with_capacity(grouped.len());
        for (id, rooftops) in grouped {
            organizations.insert(id.clone(), Arc::new(OrganizationInventory::build(id, rooftops)?));
        }
        Ok(Self { organizations })
    }

    /// This snapshot with one organization added or replaced. The others are
    /// shared, not copied.
    #[must_use]
    pub fn with_organization(&self, organization: impl Into<Arc<OrganizationInventory>>) -> Self {
        let organization = organization.into();
        let mut organizations = self.organizations.clone();
        organizations.insert(organization.organization_id().clone(), organization);
        Self { organizations }
    }

    /// This snapshot without one organization. The others are shared.
    #[must_use]
    pub fn without_organization(&self, id: &OrganizationId) -> Self {
        let mut organizations = self.organizations.clone();
        organizations.remove(id);
        Self { organizations }
    }

    /// One dealer's inventory; `None` before its first file.
    #[must_use]
    pub fn organization(&self, id: &OrganizationId) -> Option<&OrganizationInventory> {
        self.organizations.get(id).map(AsRef::as_ref)
    }

    /// Every organization, in no particular order.
    pub fn organizations(&self) -> impl Iterator<Item = &Arc<OrganizationInventory>> {
        self.organizations.values()
    }
}
