//! `dealeragent.discovery.get_manifest` (contract.md section 2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ToolContract;
use crate::{
    facts::Manifest,
    tool::{Access, Profile, Tool, ToolSpec},
    values::OrganizationId,
};

/// The tool's line in the table.
pub const SPEC: ToolSpec = ToolSpec {
    safe_name: "dealeragent_discovery_get_manifest",
    title: "Get the dealer gateway's manifest",
    description: "Start here. Returns what this gateway declares to you: organization and rooftop ids to use in \
        every other call, profiles, tools, freshness targets and data policy. A tool or profile that the manifest \
        does not declare is not offered; do not call or assume it.",
    profile: Profile::Discovery,
    scope: None,
    access: Access::Public,
};

/// `dealeragent.discovery.get_manifest`.
pub struct GetManifest;

/// Arguments.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManifestRequest {
    /// Only this organization's part of the manifest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organization_id: Option<OrganizationId>,
}

impl ToolContract for GetManifest {
    const TOOL: Tool = Tool::GetManifest;
    type Input = ManifestRequest;
    type Output = Manifest;
}
