//! The capability manifest (contract.md section 2, `discovery.md` section 3).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MaxAge, disclosure::always_true};
use crate::{
    tool::Tool,
    values::{
        ContentDigest, ExtensionBag, GatewayId, List, OrganizationId, ProfileName, RooftopId, Scope, Set, Text,
        Timestamp, Uri, words::words,
    },
};

words! {
    /// How finished a profile is.
    pub enum ProfileStatus {
        Draft = "draft", Experimental = "experimental", Supported = "supported", Deprecated = "deprecated",
    }
}

words! {
    /// How callers may sign in.
    pub enum AuthMode { Public = "public", OAuth21 = "oauth_2_1", WorkloadIdentity = "workload_identity" }
}

/// Who runs the gateway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Operator {
    /// Name.
    pub name: Text<1, 200>,
    /// Web site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri: Option<Uri>,
}

/// One profile that the gateway serves to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Capability {
    /// The profile.
    pub profile: ProfileName,
    /// How finished it is.
    pub status: ProfileStatus,
    /// Its tools.
    #[schemars(with = "Set<DeclaredToolName>")]
    pub tools: Set<Tool>,
    /// Its scopes.
    pub scopes: Set<Scope>,
}

/// Schema of a declared tool name.
struct DeclaredToolName;

impl JsonSchema for DeclaredToolName {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DeclaredToolName".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^dealeragent\\.[a-z0-9._-]+$" })
    }
}

/// How a call finds its tenant. All three are always true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TenantRouting {
    #[schemars(schema_with = "always_true")]
    organization_id_required: bool,
    #[schemars(schema_with = "always_true")]
    rooftop_id_required_for_unit_reads: bool,
    #[schemars(schema_with = "always_true")]
    group_delegation_explicit: bool,
}

impl Default for TenantRouting {
    fn default() -> Self {
        Self {
            organization_id_required: true,
            rooftop_id_required_for_unit_reads: true,
            group_delegation_explicit: true,
        }
    }
}

/// Where the rules on data authority stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct AuthorityPolicy {
    /// The rules.
    pub uri: Uri,
    /// Oldest inventory that is served as current.
    pub inventory_max_age_seconds: MaxAge,
    #[schemars(schema_with = "always_true")]
    authoritative_availability_required_for_actions: bool,
}

impl AuthorityPolicy {
    /// The policy at `uri`.
    #[must_use]
    pub fn new(uri: Uri, inventory_max_age_seconds: MaxAge) -> Self {
        Self { uri, inventory_max_age_seconds, authoritative_availability_required_for_actions: true }
    }
}

/// A target in seconds, 1 to 2,592,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct SlaSeconds(u32);

impl SlaSeconds {
    /// One second.
    pub const SHORTEST: Self = Self(1);

    /// `None` for zero and beyond 30 days.
    #[must_use]
    pub fn new(seconds: u32) -> Option<Self> {
        (1..=MaxAge::LONGEST.as_seconds()).contains(&seconds).then_some(Self(seconds))
    }

    /// Seconds.
    #[must_use]
    pub fn as_seconds(self) -> u32 {
        self.0
    }

    /// The same length as an age limit.
    #[must_use]
    pub fn as_max_age(self) -> MaxAge {
        MaxAge::from_seconds(self.0).unwrap_or(MaxAge::LONGEST)
    }
}

impl<'de> Deserialize<'de> for SlaSeconds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(u32::deserialize(deserializer)?)
            .ok_or_else(|| serde::de::Error::custom("must be 1 to 2592000 seconds"))
    }
}

impl JsonSchema for SlaSeconds {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SlaSeconds".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 1, "maximum": 2_592_000 })
    }
}

/// Freshness targets of one rooftop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FreshnessTargets {
    /// Inventory.
    pub inventory: SlaSeconds,
    /// Availability.
    pub availability: SlaSeconds,
    /// Pricing.
    pub pricing: SlaSeconds,
}

/// Where the conformance claim stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Conformance {
    /// The claim, or a document that says there is none.
    pub claim_uri: Uri,
    /// Digest of that document's bytes.
    pub claim_digest: ContentDigest,
}

/// What a gateway offers to the caller who asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Manifest {
    /// `dealer-agent-protocol`.
    #[schemars(schema_with = "standard")]
    pub standard: String,
    /// `0.1`.
    #[schemars(schema_with = "standard_version")]
    pub standard_version: String,
    /// `2026-07-28`.
    #[schemars(schema_with = "mcp_revision")]
    pub mcp_revision: String,
    /// The gateway.
    pub gateway_id: GatewayId,
    /// Who runs it.
    pub operator: Operator,
    /// Organizations served.
    pub organization_ids: Set<OrganizationId, 1>,
    /// Rooftops served.
    pub rooftop_ids: Set<RooftopId, 1>,
    /// Profiles served.
    pub capabilities: List<Capability, 1>,
    /// Resources served.
    #[schemars(with = "Set<ResourceUri, 1>")]
    pub resources: Set<Uri, 1>,
    /// Ways to sign in.
    pub auth_modes: Set<AuthMode, 1>,
    /// How a call finds its tenant.
    pub tenant_routing: TenantRouting,
    /// Where the JSON Schemas stand.
    pub schema_base_uri: Uri,
    /// Where the dealer policy stands.
    pub policy_uri: Uri,
    /// Rules on data authority.
    pub authority_policy: AuthorityPolicy,
    /// Freshness targets per rooftop.
    #[schemars(schema_with = "sla_map")]
    pub freshness_sla_seconds: BTreeMap<RooftopId, FreshnessTargets>,
    /// The conformance claim.
    pub conformance: Conformance,
    /// Keys that sign this gateway's documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jwks_uri: Option<Uri>,
    /// The A2A agent card, where there is a bridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a2a_agent_card_uri: Option<Uri>,
    /// When this was made.
    pub issued_at: Timestamp,
    /// Until when it may be kept.
    pub expires_at: Timestamp,
    /// Open members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<ExtensionBag>,
}

fn standard(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "const": crate::STANDARD })
}

fn standard_version(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "const": crate::STANDARD_VERSION })
}

fn mcp_revision(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "const": crate::MCP_REVISION })
}

fn sla_map(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let targets = generator.subschema_for::<FreshnessTargets>();
    schemars::json_schema!({
        "type": "object",
        "minProperties": 1,
        "propertyNames": { "pattern": "^[a-z0-9][a-z0-9._-]{0,127}$" },
        "additionalProperties": targets
    })
}

/// Schema of a reserved resource URI.
struct ResourceUri;

impl JsonSchema for ResourceUri {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ResourceUri".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^dealeragent://" })
    }
}
