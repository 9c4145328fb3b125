//! Reading a resource.

use dealeragent_protocol::{
    error::ErrorCode,
    tool::Tool,
    tools::get_manifest::GetManifest,
    values::{OrganizationId, ResourceUri, Timestamp},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    list::JSON,
    policy_document::{self, Terms},
};
use crate::{
    Answer, CacheScope, Failure, Gateway, RequestContext, Site, Target, View, call, manifest, view::LIST_TTL_MS,
};

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

/// Why there is no reading.
#[derive(Debug, Clone)]
pub enum ResourceNotFound {
    /// Absent, or not for this caller; the answer is the same. The failure is
    /// for the operator.
    Absent(Option<Box<Failure>>),
    /// Not now, or not in this state: the caller is told which, since it learns
    /// nothing that the tool of the same facts would not tell it.
    Refused(Box<Failure>),
    /// It is there, but could not be made.
    Failed(Box<Failure>),
}

/// Reads one. The URI names a target and proves nothing.
pub(crate) async fn read(
    gateway: &Gateway,
    site: &Site,
    context: &RequestContext,
    uri: &str,
) -> Result<ResourceContents, ResourceNotFound> {
    let parsed = ResourceUri::parse(uri).ok_or(ResourceNotFound::Absent(None))?;
    let (tool, arguments) = match &parsed {
        ResourceUri::Manifest => (Tool::GetManifest, json!({})),
        ResourceUri::Organization(id) => (Tool::DealerGet, json!({ "organization_id": id })),
        ResourceUri::Rooftop(id, rooftop) => {
            (Tool::DealerGet, json!({ "organization_id": id, "rooftop_ids": [rooftop] }))
        }
        ResourceUri::Vehicle(id, rooftop, unit) => {
            (Tool::GetVehicle, json!({ "organization_id": id, "rooftop_id": rooftop, "vehicle_id": unit }))
        }
        ResourceUri::Policy(id, _) => return policy(gateway, site, context, (uri, &parsed), id).await,
    };
    let answer = gateway.call(site, context, tool, arguments).await.map_err(not_found)?;
    contents(gateway, site, context, uri, answer)
}

/// A dealer's policy is read under the permit of the manifest's tool for that
/// dealer: for an unlisted one that takes a grant with the discovery profile.
async fn policy(
    gateway: &Gateway,
    site: &Site,
    context: &RequestContext,
    (uri, parsed): (&str, &ResourceUri),
    organization: &OrganizationId,
) -> Result<ResourceContents, ResourceNotFound> {
    let target = Target::Organization(Some(organization), None);
    let made = call::permitted::<GetManifest>(gateway, site, context, target, |_| {
        let view = gateway.view(site, context).only(organization);
        let seen = view.as_ref().and_then(|view| view.dealers().first());
        let seen = seen.filter(|seen| manifest::policy_uri(seen.dealer).as_ref() == Some(parsed));
        let absent = || Failure::new(ErrorCode::ResourceNotFound, "no such policy");
        let terms = Terms { site, audit: gateway.audit_policy(), recorded_at: site.issued_at() };
        Answer::of(&policy_document::of(seen.ok_or_else(absent)?, &terms), String::new())
    });
    let answer = made.await.map_err(not_found)?;
    contents(gateway, site, context, uri, answer)
}

/// What is absent and what is forbidden look alike. A caller that went too fast,
/// or a unit that has no answer at the moment, is told so: the first before
/// anything was looked up, the others after the read was allowed.
fn not_found(failure: Failure) -> ResourceNotFound {
    let failure = Box::new(failure);
    match failure.code() {
        ErrorCode::ValidationInvalid
        | ErrorCode::UnsupportedRevision
        | ErrorCode::CapabilityUnsupported
        | ErrorCode::AuthRequired
        | ErrorCode::AuthInvalid
        | ErrorCode::ScopeInsufficient
        | ErrorCode::TenantForbidden
        | ErrorCode::ResourceNotFound => ResourceNotFound::Absent(Some(failure)),
        ErrorCode::VehicleUnavailable
        | ErrorCode::VehicleStale
        | ErrorCode::PricingIncomplete
        | ErrorCode::EligibilityUnverified
        | ErrorCode::StateConflict
        | ErrorCode::RateLimited
        | ErrorCode::UpstreamUnavailable => ResourceNotFound::Refused(failure),
        ErrorCode::Internal => ResourceNotFound::Failed(failure),
    }
}

fn contents(
    gateway: &Gateway,
    site: &Site,
    context: &RequestContext,
    uri: &str,
    answer: Answer,
) -> Result<ResourceContents, ResourceNotFound> {
    let view = gateway.view(site, context);
    let ends_at = Ends::of(&answer.structured);
    let text = String::from_utf8(answer.structured)
        .map_err(|_| ResourceNotFound::Failed(Box::new(Failure::new(ErrorCode::Internal, "JSON is no UTF-8"))))?;
    let ttl_ms = ttl_ms(&view, ends_at, context.now);
    Ok(ResourceContents { uri: uri.to_owned(), mime_type: JSON, text, ttl_ms, scope: view.cache_scope() })
}

/// What is read lives no longer than its facts.
fn ttl_ms(view: &View<'_>, ends_at: Option<Timestamp>, now: Timestamp) -> u64 {
    let left = ends_at.map_or(i64::MAX, |end| end.as_millisecond().saturating_sub(now.as_millisecond()));
    u64::try_from(left).unwrap_or(0).min(view.list_ttl_ms()).min(LIST_TTL_MS)
}

/// The parts of a document that say how long it holds.
#[derive(Deserialize)]
struct Ends {
    expires_at: Option<Timestamp>,
    freshness: Option<Value>,
    availability: Option<Value>,
    advertised_price: Option<Value>,
}

impl Ends {
    /// The earliest: what is past in one part is past.
    fn of(json: &[u8]) -> Option<Timestamp> {
        let ends: Self = serde_json::from_slice(json).ok()?;
        let until = |part: Option<&Value>| Timestamp::parse(part?.get("valid_until")?.as_str()?).ok();
        let parts = [&ends.freshness, &ends.availability, &ends.advertised_price];
        parts.into_iter().filter_map(|part| until(part.as_ref())).chain(ends.expires_at).min()
    }
}
