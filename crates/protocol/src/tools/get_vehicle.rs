//! `dealeragent.inventory.get_vehicle` (contract.md section 4).

use super::{ToolContract, unit::VehicleRequest, unit::check_one_selector};
use crate::{
    facts::Vehicle,
    intake::Violations,
    tool::{Access, Profile, Tool, ToolSpec},
};

/// The tool's line in the table.
pub const SPEC: ToolSpec = ToolSpec {
    safe_name: "dealeragent_inventory_get_vehicle",
    title: "Get one vehicle",
    description: "Returns one published vehicle with its price, availability as last published, source and \
        freshness. Send organization_id, rooftop_id and exactly one of vehicle_id, vin and stock_number. The \
        availability here is the last published statement, not a live check: {still_there}.",
    profile: Profile::InventoryRead,
    scope: Some("dealeragent:inventory:read"),
    access: Access::PublicByPolicy,
};

/// `dealeragent.inventory.get_vehicle`.
pub struct GetVehicle;

impl ToolContract for GetVehicle {
    const TOOL: Tool = Tool::GetVehicle;
    type Input = VehicleRequest;
    type Output = Vehicle;

    fn check_between_fields(arguments: &serde_json::Value, violations: &mut Violations) {
        check_one_selector(arguments, violations);
    }
}
