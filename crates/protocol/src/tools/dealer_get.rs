//! `dealeragent.dealer.get` (contract.md section 3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ToolContract;
use crate::{
    facts::DealerOrganization,
    tool::{Access, Profile, Tool, ToolSpec},
    values::{OrganizationId, RooftopId, Set},
};

/// The tool's line in the table.
pub const SPEC: ToolSpec = ToolSpec {
    safe_name: "dealeragent_dealer_get",
    title: "Get a dealer's record",
    description: "Returns a dealer organization and its rooftops: names, addresses, time zones, departments, public \
        contacts and opening hours. Opening hours are local to each rooftop's time zone.",
    profile: Profile::Discovery,
    scope: None,
    access: Access::PublicByPolicy,
};

/// `dealeragent.dealer.get`.
pub struct DealerGet;

/// Arguments.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealerRequest {
    /// The dealer. May be left out where the gateway serves exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organization_id: Option<OrganizationId>,
    /// Only these rooftops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rooftop_ids: Option<Set<RooftopId, 1>>,
}

impl ToolContract for DealerGet {
    const TOOL: Tool = Tool::DealerGet;
    type Input = DealerRequest;
    type Output = DealerOrganization;
}
