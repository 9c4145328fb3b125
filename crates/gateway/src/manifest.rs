//! The manifest, from the running configuration (`discovery.md` section 3).

use std::collections::BTreeMap;

use dealeragent_protocol::{
    MCP_REVISION, STANDARD, STANDARD_VERSION,
    error::ErrorCode,
    facts::{
        AuthMode, AuthorityPolicy, Capability, Conformance, FreshnessTargets, Manifest, MaxAge, ProfileStatus,
        TenantRouting,
    },
    tool::{Profile, Tool},
    values::{ExtensionBag, List, OrganizationId, PolicyId, ProviderId, ResourceUri, RooftopId, Set, Timestamp, Uri},
};
use serde_json::{Value, json};

use crate::{Dealer, Failure, Grant, Opening, Site, ToolClass, ToolSet, View};

/// This project's extension key for what `discovery.md` section 3 asks beyond
/// the fields of the manifest.
const DISCOVERY_EXTENSION: &str = "io.github.dealeragent.discovery";

/// MCP revisions that the edge speaks, newest first.
pub(crate) const MCP_REVISIONS: [&str; 3] = [MCP_REVISION, "2025-11-25", "2025-06-18"];

/// How long a manifest may be kept. It is issued anew only when this runs out
/// or what it says changes, so that its bytes stay the same in between.
const LIFETIME_SECONDS: i64 = 3600;

/// The manifest of what one caller sees.
///
/// # Errors
/// `auth.required` where the caller may not know of any dealer here.
pub(crate) fn build(view: &View<'_>) -> Result<Manifest, Failure> {
    if view.dealers().is_empty() {
        return Err(Failure::new(ErrorCode::AuthRequired, "no rooftop of the site is listed"));
    }
    assemble(view)
        .ok_or_else(|| Failure::new(ErrorCode::Internal, "the manifest cannot be made from this configuration"))
}

fn assemble(view: &View<'_>) -> Option<Manifest> {
    let site = view.site;
    let dealers = || view.dealers().iter().map(|seen| &**seen.dealer);
    let rooftops = || view.dealers().iter().flat_map(|seen| &seen.rooftops).map(|seen| seen.rooftop);
    let sla: BTreeMap<RooftopId, FreshnessTargets> =
        rooftops().map(|rooftop| (rooftop.record.rooftop_id.clone(), rooftop.targets)).collect();
    let longest = sla.values().map(|targets| targets.inventory.as_max_age()).max().unwrap_or(MaxAge::LONGEST);
    let policy_uri = Uri::parse(&policy_uri(dealers().next()?)?.to_string()).ok()?;
    let issued_at = issued_at(view.changed_at(), view.context.now);
    let tools = view.tools();
    let claim = site.claim()?;
    Some(Manifest {
        standard: STANDARD.to_owned(),
        standard_version: STANDARD_VERSION.to_owned(),
        mcp_revision: MCP_REVISION.to_owned(),
        gateway_id: site.gateway_id().clone(),
        operator: site.operator().clone(),
        organization_ids: collect(dealers().map(|dealer| dealer.organization_id.clone()))?,
        rooftop_ids: Set::collect(rooftops().map(|rooftop| rooftop.record.rooftop_id.clone())).ok()?,
        capabilities: List::new(capabilities(tools).collect::<Option<_>>()?).ok()?,
        resources: resources(view)?,
        auth_modes: Set::collect(auth_modes(site)).ok()?,
        tenant_routing: TenantRouting::default(),
        schema_base_uri: site.schema_base_uri()?,
        policy_uri: policy_uri.clone(),
        authority_policy: AuthorityPolicy::new(policy_uri, longest),
        freshness_sla_seconds: sla,
        conformance: Conformance { claim_uri: claim.uri.clone(), claim_digest: claim.digest.clone() },
        jwks_uri: site.sign_in().jwks_uri.clone(),
        a2a_agent_card_uri: None,
        issued_at,
        expires_at: issued_at.plus_seconds(LIFETIME_SECONDS),
        extensions: Some(extension(view, tools, &claim.test_run)?),
    })
}

/// How callers come in. `public` where anything beyond this manifest is open to
/// anybody, or where there is no other way.
fn auth_modes(site: &Site) -> Vec<AuthMode> {
    let sign_in = site.sign_in();
    let is_open = |tool: &Tool| *tool != Tool::GetManifest && site.opening(*tool) == Opening::Public;
    let public = Tool::ALL.iter().any(is_open) || !sign_in.is_possible();
    let modes = [
        (AuthMode::Public, public),
        (AuthMode::OAuth21, !sign_in.authorization_servers.is_empty()),
        (AuthMode::WorkloadIdentity, sign_in.workload_identity),
    ];
    modes.into_iter().filter(|(_, is_there)| *is_there).map(|(mode, _)| mode).collect()
}

fn collect(ids: impl Iterator<Item = OrganizationId>) -> Option<Set<OrganizationId, 1>> {
    Set::collect(ids).ok()
}

/// The resources that the caller can list.
fn resources(view: &View<'_>) -> Option<Set<Uri, 1>> {
    let uris = crate::resources::concrete(view).map(|(uri, _)| Uri::parse(&uri.to_string()).ok());
    Set::collect(uris.collect::<Option<Vec<_>>>()?).ok()
}

/// The reserved policy resource of a dealer (`discovery.md` section 5).
pub(crate) fn policy_uri(dealer: &Dealer) -> Option<ResourceUri> {
    Some(ResourceUri::Policy(dealer.organization_id.clone(), PolicyId::parse("default").ok()?))
}

/// The start of the lifetime that `now` falls into.
fn issued_at(changed_at: Timestamp, now: Timestamp) -> Timestamp {
    let lifetimes = now.seconds_since(changed_at).max(0) / LIFETIME_SECONDS;
    changed_at.to_whole_second().plus_seconds(lifetimes * LIFETIME_SECONDS)
}

/// Profiles that are there as a whole; and discovery with what there is of it.
/// Of that one the contract's table (section 8) leaves `dealer.get` to dealer
/// policy, and whoever reads this has the rest; `tools` says exactly what there is.
/// Core needs it whole.
fn capabilities(tools: ToolSet) -> impl Iterator<Item = Option<Capability>> {
    let whole = move |profile: &Profile| profile.tools().all(|tool| tools.contains(tool));
    let listed = Profile::ALL.iter().copied().filter(move |profile| *profile == Profile::Discovery || whole(profile));
    listed.map(move |profile| {
        let usable = || profile.tools().filter(|tool| tools.contains(*tool));
        Some(Capability {
            profile: profile.name().ok()?,
            status: ProfileStatus::Supported,
            tools: Set::collect(usable()).ok()?,
            scopes: Set::collect(usable().filter_map(|tool| tool.scope())).ok()?,
        })
    })
}

fn extension(view: &View<'_>, tools: ToolSet, test_run: &Value) -> Option<ExtensionBag> {
    let access = |tool: &Tool| {
        let access = match view.site.opening(*tool) {
            Opening::Public => "public",
            Opening::Authenticated | Opening::Closed => "authenticated",
        };
        (tool.as_str().to_owned(), json!({ "access": access, "scopes": tool.spec().scope.as_slice() }))
    };
    let mut value = json!({
        "mcp_revisions": MCP_REVISIONS,
        "tools": Tool::ALL.iter().filter(|tool| tools.contains(**tool)).map(access).collect::<serde_json::Map<_, _>>(),
        "conformance": test_run,
        "extensions": [DISCOVERY_EXTENSION],
    });
    let members = value.as_object_mut()?;
    if view.is_synthetic() {
        members.insert("data_notice".into(), dealeragent_protocol::wording::en::SYNTHETIC.into());
    }
    if let Some(grant) = view.grant() {
        members.insert("caller".into(), caller(view, grant));
    }
    Some(ExtensionBag::of(ProviderId::parse(DISCOVERY_EXTENSION).ok()?, value))
}

/// What a caller's own grant comes to here.
fn caller(view: &View<'_>, grant: &Grant) -> Value {
    let rooftops: Vec<Value> = view
        .dealers()
        .iter()
        .flat_map(|seen| &seen.rooftops)
        .map(|seen| {
            let mut line = json!({
                "rooftop_id": seen.rooftop.record.rooftop_id,
                "tools": seen.tools.iter().collect::<Vec<_>>(),
            });
            if let (Some(purposes), Some(members)) = (&seen.rooftop.policy.purposes, line.as_object_mut()) {
                let words: Vec<_> = purposes.iter().map(|purpose| purpose.as_str()).collect();
                members.insert("accepted_purposes".into(), json!(words));
            }
            line
        })
        .collect();
    json!({
        "organization_id": grant.tenancy.as_ref().map(|tenancy| &tenancy.organization),
        "rooftops": rooftops,
        "scopes": grant.scopes,
        "purposes": grant.purposes.as_ref().map(|set| set.iter().map(|purpose| purpose.as_str()).collect::<Vec<_>>()),
        "expires_at": grant.expires_at.to_whole_second(),
        "quotas": quotas(view),
    })
}

/// How often the caller may call, by class of tool.
fn quotas(view: &View<'_>) -> Value {
    let line = |class: ToolClass| {
        let quota = view.quotas().holder(class);
        (class.as_str().to_owned(), json!({ "at_once": quota.burst, "per_second": quota.per_second }))
    };
    Value::Object([ToolClass::Read, ToolClass::Check].map(line).into_iter().collect())
}
