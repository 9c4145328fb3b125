//! The manifest, from the running configuration (`discovery.md` section 3).

use std::collections::BTreeMap;

use dealeragent_protocol::{
    MCP_REVISION, STANDARD, STANDARD_VERSION,
    error::ErrorCode,
    facts::{
        AuthMode, AuthorityPolicy, Capability, Conformance, FreshnessTargets, Manifest, MaxAge, ProfileStatus,
        TenantRouting,
    },
    tool::Profile,
    values::{ExtensionBag, List, OrganizationId, ProviderId, RooftopId, Set, Timestamp, Uri},
};
use serde_json::json;

use crate::{Dealer, Declaration, Failure, Opening, Site, claim_document};

/// This project's extension key for what `discovery.md` section 3 asks beyond
/// the fields of the manifest.
const DISCOVERY_EXTENSION: &str = "io.github.dealeragent.discovery";

/// MCP revisions that the edge speaks, newest first.
pub(crate) const MCP_REVISIONS: [&str; 3] = [MCP_REVISION, "2025-11-25", "2025-06-18"];

/// How long a manifest may be kept. It is issued anew only when this runs out
/// or the configuration changes, so that its bytes stay the same in between.
const LIFETIME_SECONDS: i64 = 3600;

/// The manifest of a site, or of one of its organizations.
pub(crate) fn build(site: &Site, only: Option<&Dealer>, now: Timestamp) -> Result<Manifest, Failure> {
    let declaration = only.map_or(site.declaration(), |dealer| &dealer.declaration);
    if declaration.profiles().next().is_none() {
        // A manifest declares at least one profile.
        return Err(Failure::new(ErrorCode::CapabilityUnsupported, "no profile is declared here"));
    }
    assemble(site, only, now)
        .ok_or_else(|| Failure::new(ErrorCode::Internal, "the manifest cannot be made from this configuration"))
}

fn assemble(site: &Site, only: Option<&Dealer>, now: Timestamp) -> Option<Manifest> {
    let dealers: Vec<&Dealer> = match only {
        Some(dealer) => vec![dealer],
        None => site.dealers().iter().map(|dealer| &**dealer).collect(),
    };
    let rooftops = || dealers.iter().flat_map(|dealer| &dealer.rooftops);
    let sla: BTreeMap<RooftopId, FreshnessTargets> =
        rooftops().map(|rooftop| (rooftop.record.rooftop_id.clone(), rooftop.targets)).collect();
    let longest = sla.values().map(|targets| targets.inventory.as_max_age()).max().unwrap_or(MaxAge::LONGEST);
    let policy_uri = policy_uri(dealers.first()?)?;
    let issued_at = issued_at(site.issued_at(), now);
    let (_, claim_digest) = claim_document();
    // What one dealer has closed is not declared for it, whatever others open.
    let declaration = only.map_or(site.declaration(), |dealer| &dealer.declaration);
    let synthetic = dealers.iter().any(|dealer| dealer.synthetic);
    Some(Manifest {
        standard: STANDARD.to_owned(),
        standard_version: STANDARD_VERSION.to_owned(),
        mcp_revision: MCP_REVISION.to_owned(),
        gateway_id: site.gateway_id().clone(),
        operator: site.operator().clone(),
        organization_ids: collect(dealers.iter().map(|dealer| dealer.organization_id.clone()))?,
        rooftop_ids: Set::collect(rooftops().map(|rooftop| rooftop.record.rooftop_id.clone())).ok()?,
        capabilities: List::new(declaration.profiles().map(capability).collect::<Option<_>>()?).ok()?,
        resources: resources(&dealers)?,
        auth_modes: Set::collect([AuthMode::Public]).ok()?,
        tenant_routing: TenantRouting::default(),
        schema_base_uri: site.address().join("/schemas/").ok()?,
        policy_uri: policy_uri.clone(),
        authority_policy: AuthorityPolicy::new(policy_uri, longest),
        freshness_sla_seconds: sla,
        conformance: Conformance { claim_uri: site.address().join("/conformance/claim.json").ok()?, claim_digest },
        jwks_uri: None,
        a2a_agent_card_uri: None,
        issued_at,
        expires_at: issued_at.plus_seconds(LIFETIME_SECONDS),
        extensions: Some(extension(declaration, synthetic)?),
    })
}

fn collect(ids: impl Iterator<Item = OrganizationId>) -> Option<Set<OrganizationId, 1>> {
    Set::collect(ids).ok()
}

/// Every resource that can be read: the manifest and the policies.
fn resources(dealers: &[&Dealer]) -> Option<Set<Uri, 1>> {
    let manifest = Uri::parse(crate::resources::MANIFEST_URI).ok()?;
    let policies = dealers.iter().filter_map(|dealer| policy_uri(dealer));
    Set::collect(std::iter::once(manifest).chain(policies)).ok()
}

/// The reserved policy resource of a dealer (`discovery.md` section 5).
pub(crate) fn policy_uri(dealer: &Dealer) -> Option<Uri> {
    Uri::parse(&format!("dealeragent://organization/{}/policy/default", dealer.organization_id)).ok()
}

/// The start of the lifetime that `now` falls into.
fn issued_at(configured_at: Timestamp, now: Timestamp) -> Timestamp {
    let lifetimes = now.seconds_since(configured_at).max(0) / LIFETIME_SECONDS;
    configured_at.to_whole_second().plus_seconds(lifetimes * LIFETIME_SECONDS)
}

fn capability(profile: Profile) -> Option<Capability> {
    Some(Capability {
        profile: profile.name().ok()?,
        status: ProfileStatus::Supported,
        tools: Set::collect(profile.tools()).ok()?,
        scopes: Set::collect(profile.tools().filter_map(|tool| tool.scope())).ok()?,
    })
}

fn extension(declaration: &Declaration, synthetic: bool) -> Option<ExtensionBag> {
    let tools: serde_json::Map<String, serde_json::Value> = declaration
        .tools()
        .map(|tool| {
            let access = match declaration.opening(tool) {
                Opening::Public => "public",
                Opening::Authenticated => "authenticated",
                Opening::Closed => "closed",
            };
            (tool.as_str().to_owned(), json!({ "access": access, "scopes": tool.spec().scope.as_slice() }))
        })
        .collect();
    let mut value = json!({
        "mcp_revisions": MCP_REVISIONS,
        "tools": tools,
        "conformance": { "test_result": "not_run" },
        "extensions": [DISCOVERY_EXTENSION],
    });
    if let Some(object) = value.as_object_mut().filter(|_| synthetic) {
        object.insert("data_notice".into(), dealeragent_protocol::wording::en::SYNTHETIC.into());
    }
    Some(ExtensionBag::of(ProviderId::parse(DISCOVERY_EXTENSION).ok()?, value))
}
