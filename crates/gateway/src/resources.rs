//! Resources (`discovery.md` section 5): the manifest, and the policy document
//! that it points at. The other reserved forms have their own issue.

use dealeragent_protocol::{
    error::ErrorCode,
    tool::Tool,
    tools::get_manifest::GetManifest,
    values::{Text, Timestamp},
    wording::en,
};
use serde::Serialize;
use serde_json::json;

use crate::{CacheScope, Dealer, Failure, Opening, Permit, Refusals, RequestContext, Site, Target, manifest, policy};

/// The manifest's reserved URI.
pub(crate) const MANIFEST_URI: &str = "dealeragent://manifest";

/// Longest time that an anonymous answer may be kept.
const PUBLIC_TTL_MS: u64 = 5 * 60 * 1000;

/// A resource in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// Its URI.
    pub uri: String,
    /// Short name.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it is.
    pub description: &'static str,
    /// What it is made of.
    pub mime_type: &'static str,
}

/// What reading a resource gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceContents {
    /// The URI that was read.
    pub uri: String,
    /// What it is made of.
    pub mime_type: &'static str,
    /// The text.
    pub text: String,
    /// How long it may be kept, in milliseconds.
    pub ttl_ms: u64,
    /// By whom.
    pub scope: CacheScope,
}

/// There is no such resource for this caller.
#[derive(Debug, Clone)]
pub enum ResourceNotFound {
    /// Absent, or not for this caller; the answer is the same.
    Absent,
    /// It is there, but could not be made.
    Failed(Box<Failure>),
}

/// Concrete resources of a site.
pub(crate) fn list(site: &Site) -> Vec<Resource> {
    let mut resources = vec![Resource {
        uri: MANIFEST_URI.to_owned(),
        name: "manifest",
        title: "Dealer Agent Protocol manifest",
        description: "What this gateway declares: organizations, rooftops, profiles, tools, freshness and policy.",
        mime_type: "application/json",
    }];
    resources.extend(site.dealers().iter().filter_map(|dealer| {
        Some(Resource {
            uri: manifest::policy_uri(dealer)?.to_string(),
            name: "policy",
            title: "Dealer policy",
            description: "Which tools the dealer opens, freshness targets and data authority.",
            mime_type: "application/json",
        })
    }));
    resources
}

/// Reads one.
pub(crate) fn read(site: &Site, context: &RequestContext, uri: &str) -> Result<ResourceContents, ResourceNotFound> {
    if uri == MANIFEST_URI {
        may_read(site, context, Target::Site)?;
        let manifest = manifest::build(site, None, context.now).map_err(failed)?;
        let until_expiry = manifest.expires_at.as_millisecond() - context.now.as_millisecond();
        let ttl_ms = u64::try_from(until_expiry).unwrap_or(0).min(PUBLIC_TTL_MS);
        return contents(uri, &manifest, ttl_ms);
    }
    let dealer =
        site.dealers().iter().find(|dealer| manifest::policy_uri(dealer).is_some_and(|own| own.as_str() == uri));
    let dealer = dealer.ok_or(ResourceNotFound::Absent)?;
    let permit = may_read(site, context, Target::Organization(Some(&dealer.organization_id), None))?;
    contents(uri, &policy_document(permit.dealer().map_err(failed)?), PUBLIC_TTL_MS)
}

/// The manifest and the policy that it points at go together: who may call the
/// tool may read both. Every refusal looks like absence.
fn may_read(
    site: &Site,
    context: &RequestContext,
    target: Target<'_>,
) -> Result<Permit<GetManifest>, ResourceNotFound> {
    policy::authorize(site, context, Refusals::Collapsed, target).map_err(|_| ResourceNotFound::Absent)
}

fn contents(uri: &str, value: &impl Serialize, ttl_ms: u64) -> Result<ResourceContents, ResourceNotFound> {
    let text = serde_json::to_string(value)
        .map_err(|error| failed(Failure::new(ErrorCode::Internal, format!("cannot write JSON: {error}"))))?;
    let (uri, scope) = (uri.to_owned(), CacheScope::Public);
    Ok(ResourceContents { uri, mime_type: "application/json", text, ttl_ms, scope })
}

fn failed(failure: Failure) -> ResourceNotFound {
    ResourceNotFound::Failed(Box::new(failure))
}

/// The dealer's policy as far as the configuration states it.
fn policy_document(dealer: &Dealer) -> serde_json::Value {
    let access: serde_json::Map<String, serde_json::Value> = Tool::ALL
        .iter()
        .map(|tool| {
            let opening = match dealer.declaration.opening(*tool) {
                Opening::Public => "public",
                Opening::Authenticated => "authenticated",
                Opening::Closed => "closed",
            };
            (tool.as_str().to_owned(), opening.into())
        })
        .collect();
    let freshness: serde_json::Map<String, serde_json::Value> =
        dealer.rooftops.iter().map(|rooftop| (rooftop.record.rooftop_id.to_string(), json!(rooftop.targets))).collect();
    let mut policy = json!({
        "policy_id": "default",
        "organization_id": dealer.organization_id,
        "access": access,
        "freshness_sla_seconds": freshness,
        "data_authority": en::DATA_AUTHORITY,
        "recorded_at": recorded(dealer.recorded_at),
    });
    if let Some(members) = policy.as_object_mut().filter(|_| dealer.synthetic) {
        members.insert("data_notice".into(), en::SYNTHETIC.into());
    }
    policy
}

fn recorded(at: Timestamp) -> Option<Text<1, 64>> {
    Text::truncated(&at.to_whole_second().to_string())
}
