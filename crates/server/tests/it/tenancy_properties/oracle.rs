//! Who may see what, told once more and more simply than the product does.

use dealeragent_protocol::tool::{Profile, Tool};

use super::worlds::{Asker, Held};
use crate::support::dealership::Lot;

pub(super) struct Rights<'a>(Option<&'a Held>);

/// The tools that show cars.
const OF_CARS: [Tool; 5] =
    [Tool::Search, Tool::GetVehicle, Tool::VerifyAvailability, Tool::GetDisclosure, Tool::GetUsedVehicleDetails];

impl<'a> Rights<'a> {
    pub(super) fn of(asker: &'a Asker) -> Self {
        Self(asker.grant.as_ref())
    }

    /// Whether the token is for this dealer, whatever it covers there.
    pub(super) fn names(&self, dealer: &str) -> bool {
        self.0.is_some_and(|held| held.organization == dealer)
    }

    fn covers(&self, dealer: &str, lot: &Lot) -> bool {
        self.0.is_some_and(|held| held.organization == dealer && held.rooftops.contains(&lot.id))
    }

    pub(super) fn may_know(&self, dealer: &str, lot: &Lot) -> bool {
        lot.listed || self.covers(dealer, lot)
    }

    /// Whether it takes the grant, and the grant is enough.
    pub(super) fn is_granted(&self, dealer: &str, lot: &Lot, tool: Tool) -> bool {
        let Some(held) = self.0 else { return false };
        let (profile, scope) = needs(tool);
        self.covers(dealer, lot)
            && opening(lot, profile) != "closed"
            && scope.is_none_or(|scope| held.scopes.contains(&scope))
            && held.profiles.as_ref().is_none_or(|profiles| profiles.contains(&profile))
    }

    pub(super) fn allows(&self, dealer: &str, lot: &Lot, tool: Tool) -> bool {
        is_public(lot, tool) || self.is_granted(dealer, lot, tool)
    }

    pub(super) fn sees_cars_of(&self, dealer: &str, lot: &Lot) -> bool {
        OF_CARS.iter().any(|tool| self.allows(dealer, lot, *tool))
    }

    /// The lots that a search over a whole dealer covers.
    pub(super) fn searched<'l>(&self, dealer: &str, lots: &'l [Lot]) -> Vec<&'l Lot> {
        let mut searched: Vec<&Lot> = lots.iter().filter(|lot| self.allows(dealer, lot, Tool::Search)).collect();
        if searched.len() > 1 {
            searched.retain(|lot| lot.group_search || !is_public(lot, Tool::Search));
        }
        searched
    }
}

/// What is not listed is open to nobody without a grant.
fn is_public(lot: &Lot, tool: Tool) -> bool {
    lot.listed && opening(lot, needs(tool).0) == "public"
}

fn opening(lot: &Lot, profile: Profile) -> &'static str {
    lot.access[match profile {
        Profile::Discovery => 0,
        Profile::InventoryRead => 1,
        Profile::InventoryAvailability => 2,
        Profile::PricingDisclosure => 3,
        Profile::UsedVehicleRead => 4,
    }]
}

/// Profile and scope of a tool, as contract.md has them.
fn needs(tool: Tool) -> (Profile, Option<&'static str>) {
    let inventory = Some("dealeragent:inventory:read");
    match tool {
        Tool::GetManifest | Tool::DealerGet => (Profile::Discovery, None),
        Tool::Search | Tool::GetVehicle => (Profile::InventoryRead, inventory),
        Tool::VerifyAvailability => (Profile::InventoryAvailability, inventory),
        Tool::GetDisclosure => (Profile::PricingDisclosure, Some("dealeragent:pricing:read")),
        Tool::GetUsedVehicleDetails => (Profile::UsedVehicleRead, inventory),
    }
}
