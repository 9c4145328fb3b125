//! `dealeragent.inventory.verify_availability` (contract.md section 4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ToolContract,
    unit::{UnitSelector, check_one_selector, one_selector},
};
use crate::{
    facts::{Availability, Freshness, Provenance},
    intake::Violations,
    tool::{Access, Profile, Tool, ToolSpec},
    values::{OrganizationId, RooftopId, Text, TraceId, VehicleId, Vin, words::words},
};

/// The tool's line in the table.
pub const SPEC: ToolSpec = ToolSpec {
    safe_name: "dealeragent_inventory_verify_availability",
    title: "Check whether a vehicle is still there",
    description: "Checks one vehicle's availability as authoritatively as this gateway can for you, and says how \
        authoritative and how old the answer is and whether a person must still confirm it. Send organization_id, \
        rooftop_id and exactly one of vehicle_id, vin and stock_number. Only an authoritative answer that was \
        verified just now may be told as \"available now\"; an asserted one is what the dealer published.",
    profile: Profile::InventoryAvailability,
    scope: Some("dealeragent:inventory:read"),
    access: Access::AuthenticatedUnlessOpened,
};

/// `dealeragent.inventory.verify_availability`.
pub struct VerifyAvailability;

words! {
    /// What a check is for.
    pub enum Purpose { Display = "display", Comparison = "comparison", ShoppingAssistance = "shopping_assistance" }
}

/// Arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [
    { "required": ["vehicle_id"] }, { "required": ["vin"] }, { "required": ["stock_number"] }
]))]
pub struct AvailabilityRequest {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The gateway's own id for the vehicle. Send exactly one of vehicle_id, vin and stock_number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle_id: Option<VehicleId>,
    /// The VIN. Send exactly one of vehicle_id, vin and stock_number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vin: Option<Vin>,
    /// The dealer's stock number. Send exactly one of vehicle_id, vin and stock_number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock_number: Option<Text<1, 80>>,
    /// What the check is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
}

impl AvailabilityRequest {
    /// The one selector; `None` only where the rule between fields was skipped.
    #[must_use]
    pub fn selector(&self) -> Option<UnitSelector> {
        one_selector(self.vehicle_id.as_ref(), self.vin.as_ref(), self.stock_number.as_ref())
    }
}

/// Result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct AvailabilityResult {
    /// The unit.
    pub vehicle_id: VehicleId,
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The status, its authority and its time.
    pub availability: Availability,
    /// Where it comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
    /// Ties this answer to its audit record.
    pub trace_id: TraceId,
}

impl ToolContract for VerifyAvailability {
    const TOOL: Tool = Tool::VerifyAvailability;
    type Input = AvailabilityRequest;
    type Output = AvailabilityResult;

    fn check_between_fields(arguments: &serde_json::Value, violations: &mut Violations) {
        check_one_selector(arguments, violations);
    }
}
