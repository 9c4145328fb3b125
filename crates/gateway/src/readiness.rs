//! Whether there is anything to answer with.

use dealeragent_inventory::Snapshot;
use dealeragent_protocol::tool::Tool;

use crate::{Dealer, Site};

/// Which dealers have had a first file: until then their inventory cannot be
/// served, and is not declared (`DAP-DISC-002`). This is all of the inventory
/// that policy can see.
#[derive(Clone, Copy)]
pub(crate) struct Readiness<'a>(&'a Snapshot);

impl<'a> Readiness<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot) -> Self {
        Self(snapshot)
    }

    /// Whether a dealer can answer a tool at all.
    pub(crate) fn can_serve(self, dealer: &Dealer, tool: Tool) -> bool {
        !reads_inventory(tool) || self.has_inventory(dealer)
    }

    /// Whether some dealer of the site can.
    pub(crate) fn site_can_serve(self, site: &Site, tool: Tool) -> bool {
        site.dealers().iter().any(|dealer| self.can_serve(dealer, tool))
    }

    /// Whether any rooftop of the dealer has had its first file.
    pub(crate) fn has_inventory(self, dealer: &Dealer) -> bool {
        let organization = self.0.organization(&dealer.organization_id);
        organization.is_some_and(|organization| organization.rooftops().any(|rooftop| rooftop.observed_at.is_some()))
    }
}

/// Whether a tool's answer comes out of the inventory.
fn reads_inventory(tool: Tool) -> bool {
    match tool {
        Tool::GetManifest | Tool::DealerGet => false,
        Tool::Search
        | Tool::GetVehicle
        | Tool::VerifyAvailability
        | Tool::GetDisclosure
        | Tool::GetUsedVehicleDetails => true,
    }
}
