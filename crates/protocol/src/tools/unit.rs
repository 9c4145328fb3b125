//! How a single unit is named: exactly one of three selectors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    intake::Violations,
    values::{OrganizationId, RooftopId, Text, VehicleId, Vin},
};

/// The one selector of a unit. A VIN or a stock number finds a unit; neither
/// stands in for its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnitSelector {
    /// The gateway's id.
    VehicleId(VehicleId),
    /// The VIN.
    Vin(Vin),
    /// The dealer's stock number, verbatim.
    StockNumber(Text<1, 80>),
}

/// Arguments that name one unit of one rooftop.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [
    { "required": ["vehicle_id"] }, { "required": ["vin"] }, { "required": ["stock_number"] }
]))]
pub struct VehicleRequest {
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
}

impl VehicleRequest {
    /// The one selector; `None` only where [`check_one_selector`] was skipped.
    #[must_use]
    pub fn selector(&self) -> Option<UnitSelector> {
        one_selector(self.vehicle_id.as_ref(), self.vin.as_ref(), self.stock_number.as_ref())
    }
}

/// Picks the one selector that is there.
pub(super) fn one_selector(
    vehicle_id: Option<&VehicleId>,
    vin: Option<&Vin>,
    stock_number: Option<&Text<1, 80>>,
) -> Option<UnitSelector> {
    match (vehicle_id, vin, stock_number) {
        (Some(id), None, None) => Some(UnitSelector::VehicleId(id.clone())),
        (None, Some(vin), None) => Some(UnitSelector::Vin(vin.clone())),
        (None, None, Some(stock)) => Some(UnitSelector::StockNumber(stock.clone())),
        _ => None,
    }
}

/// A `null` is refused by its own rule; it selects nothing.
fn is_sent(object: &serde_json::Map<String, Value>, name: &str) -> bool {
    object.get(name).is_some_and(|value| !value.is_null())
}

/// The rule that exactly one selector is sent.
pub fn check_one_selector(arguments: &Value, violations: &mut Violations) {
    let Some(object) = arguments.as_object() else { return };
    let sent = ["vehicle_id", "vin", "stock_number"].iter().filter(|name| is_sent(object, name)).count();
    if sent != 1 {
        let how_many = if sent == 0 { "none was sent" } else { "more than one was sent" };
        violations.add("", "oneOf", &format!("send exactly one of vehicle_id, vin and stock_number; {how_many}"));
    }
}
