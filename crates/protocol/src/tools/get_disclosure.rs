//! `dealeragent.pricing.get_disclosure` (contract.md section 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ToolContract;
use crate::{
    facts::PricingDisclosure,
    tool::{Access, Profile, Tool, ToolSpec},
    values::{Jurisdiction, OrganizationId, RooftopId, VehicleId, words::words},
};

/// The tool's line in the table.
pub const SPEC: ToolSpec = ToolSpec {
    safe_name: "dealeragent_pricing_get_disclosure",
    title: "Get a vehicle's price disclosure",
    description: "Returns one vehicle's advertised price, the dealer charges that everybody pays and whether the \
        price already holds them, the conditional adjustments with their criteria, and what is known of taxes and \
        registration. It is no quote: do not add the parts up to a total, and do not take a conditional \
        adjustment off the price. jurisdiction and payment_mode narrow what is shown; they decide nobody's \
        eligibility.",
    profile: Profile::PricingDisclosure,
    scope: Some("dealeragent:pricing:read"),
    access: Access::PublicByPolicy,
};

/// `dealeragent.pricing.get_disclosure`.
pub struct GetDisclosure;

words! {
    /// How the shopper means to pay.
    pub enum PaymentMode { Cash = "cash", Finance = "finance", Lease = "lease", Unknown = "unknown" }
}

/// Arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DisclosureRequest {
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The gateway's id, as a search gives it.
    pub vehicle_id: VehicleId,
    /// Where the vehicle would be registered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jurisdiction: Option<Jurisdiction>,
    /// How the shopper means to pay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_mode: Option<PaymentMode>,
}

impl ToolContract for GetDisclosure {
    const TOOL: Tool = Tool::GetDisclosure;
    type Input = DisclosureRequest;
    type Output = PricingDisclosure;
}
