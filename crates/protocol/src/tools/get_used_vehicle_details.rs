//! `dealeragent.inventory.get_used_vehicle_details` (contract.md section 6).

use super::{ToolContract, unit::VehicleRequest, unit::check_one_selector};
use crate::{
    facts::UsedVehicleDetails,
    intake::Violations,
    tool::{Access, Profile, Tool, ToolSpec},
};

/// The tool's line in the table.
pub const SPEC: ToolSpec = ToolSpec {
    safe_name: "dealeragent_inventory_get_used_vehicle_details",
    title: "Get a used vehicle's evidence",
    description: "Returns what is known of a used, certified or demo vehicle's past: odometer, time in stock, \
        history reports, title, inspection, certification, reconditioning, and every fact on which sources \
        disagree. Send organization_id, rooftop_id and exactly one of vehicle_id, vin and stock_number. \"No \
        events reported\" does not mean accident-free; where sources disagree, tell the shopper both.",
    profile: Profile::UsedVehicleRead,
    scope: Some("dealeragent:inventory:read"),
    access: Access::PublicByPolicy,
};

/// `dealeragent.inventory.get_used_vehicle_details`.
pub struct GetUsedVehicleDetails;

impl ToolContract for GetUsedVehicleDetails {
    const TOOL: Tool = Tool::GetUsedVehicleDetails;
    type Input = VehicleRequest;
    type Output = UsedVehicleDetails;

    fn check_between_fields(arguments: &serde_json::Value, violations: &mut Violations) {
        check_one_selector(arguments, violations);
    }
}
