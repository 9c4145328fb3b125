//! `dealeragent.pricing.get_disclosure` (contract.md section 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ToolContract;
use crate::{
    facts::PricingDisclosure,
    intake::Violations,
    tool::{Access, Profile, Tool, ToolSpec},
    values::{CountryCode, Jurisdiction, OrganizationId, RooftopId, Subdivision, VehicleId, words::words},
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
    /// The gateway's own id for the vehicle.
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

    fn check_between_fields(arguments: &Value, violations: &mut Violations) {
        let place = |name: &str| arguments.get("jurisdiction")?.get(name)?.as_str();
        let (Some(country), Some(subdivision)) = (place("country"), place("subdivision")) else { return };
        // A code of another shape is refused by its own rule.
        if let Some((home, _)) = subdivision.split_once('-')
            && home != country
            && CountryCode::parse(country).is_ok()
            && Subdivision::parse(subdivision).is_ok()
        {
            violations.add("/jurisdiction/subdivision", "country", "must be a subdivision of the country");
        }
    }
}
