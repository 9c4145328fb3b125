//! What a site may say of itself to anybody: the words behind the front page and
//! `llms.txt`.
//!
//! It is what an anonymous caller could get by calling tools, no more: a dealer
//! that closes its record is shown by its id, as in the manifest, and one that
//! closes its inventory shows nothing of it.

mod access;
mod freshness;
mod organization;

use dealeragent_gateway::{Dealer, Opening, Principal, Site, ToolSet};
use dealeragent_protocol::{
    facts::{AuthMode, Manifest},
    tool::Tool,
    values::Timestamp,
};

pub(super) use self::organization::is_web;
use self::{
    access::who_may_call,
    organization::{OrganizationView, is_listed, shows_record},
};
use crate::http::SiteDirectory;

/// A site at one moment.
pub(super) struct SiteView<'s> {
    /// The site itself.
    pub(super) site: &'s Site,
    /// When this was looked at.
    pub(super) now: Timestamp,
    /// How long what depends on its lists may be kept, in milliseconds.
    pub(super) list_ttl_ms: u64,
    /// When what it shows was last written anew.
    pub(super) written_at: Timestamp,
    /// Its dealers.
    pub(super) organizations: Vec<OrganizationView<'s>>,
    /// Whether there is a manifest for anybody to read.
    pub(super) has_manifest: bool,
    /// Tools that anybody may call.
    tools: ToolSet,
    /// The profiles that its manifest declares.
    pub(super) profiles: Vec<ProfileView>,
    /// Tools that it offers although their profile is not complete.
    pub(super) other_tools: Vec<ToolView>,
    /// Whether anybody can use all that is declared without signing in.
    pub(super) without_sign_in: bool,
    /// Whether all four profiles of Core are declared.
    pub(super) is_core: bool,
}

/// A declared profile.
pub(super) struct ProfileView {
    pub(super) name: String,
    pub(super) status: &'static str,
    pub(super) tools: Vec<ToolView>,
}

/// A declared tool.
pub(super) struct ToolView {
    pub(super) title: &'static str,
    pub(super) name: &'static str,
    pub(super) safe_name: &'static str,
    /// Who may call it, in words.
    pub(super) access: &'static str,
}

/// What a site goes by: its dealer, where it shows one alone and that with an open
/// record, else its operator.
pub(super) fn title(site: &Site) -> &str {
    let mut shown = listed(site);
    match (shown.next(), shown.next()) {
        (Some(dealer), None) if shows_record(site, dealer) => dealer.name.as_str(),
        _ => site.operator().name.as_str(),
    }
}

/// Whether any data that it shows is made up.
pub(super) fn shows_synthetic(site: &Site) -> bool {
    listed(site).any(|dealer| dealer.synthetic)
}

/// Dealers that anybody may know of.
fn listed(site: &Site) -> impl Iterator<Item = &Dealer> {
    site.dealers().iter().map(|dealer| &**dealer).filter(|dealer| is_listed(dealer))
}

impl<'s> SiteView<'s> {
    /// Looks at a site now.
    pub(super) async fn of(sites: &SiteDirectory, site: &'s Site) -> Self {
        let gateway = sites.gateway();
        let context = gateway.context(Principal::Anonymous);
        let manifest = gateway.read_resource(site, &context, "dealeragent://manifest").await.ok();
        let manifest: Option<Manifest> = manifest.and_then(|read| serde_json::from_str(&read.text).ok());
        let seen = gateway.view(site, &context);
        let (tools, list_ttl_ms, written_at) = (seen.tools(), seen.list_ttl_ms(), seen.written_at());
        let snapshot = gateway.snapshot();
        let organizations = listed(site).map(|dealer| {
            OrganizationView::of(site, dealer, snapshot.organization(&dealer.organization_id), context.now)
        });
        let capabilities = manifest.as_ref().map(|manifest| &*manifest.capabilities).unwrap_or_default();
        let profiles: Vec<ProfileView> = capabilities
            .iter()
            .map(|capability| ProfileView {
                name: capability.profile.to_string(),
                status: capability.status.as_str(),
                tools: capability.tools.iter().map(|tool| view(site, *tool)).collect(),
            })
            .collect();
        let in_profile =
            |tool: &Tool| profiles.iter().any(|profile| profile.tools.iter().any(|t| t.name == tool.as_str()));
        Self {
            site,
            now: context.now,
            list_ttl_ms,
            written_at,
            has_manifest: manifest.is_some(),
            tools,
            organizations: organizations.collect(),
            other_tools: tools.iter().filter(|tool| !in_profile(tool)).map(|tool| view(site, tool)).collect(),
            without_sign_in: manifest.is_some_and(|manifest| *manifest.auth_modes == [AuthMode::Public]),
            is_core: tools.is_core(),
            profiles,
        }
    }

    /// What the site goes by.
    pub(super) fn title(&self) -> &str {
        title(self.site)
    }

    /// Its address, without a slash at the end.
    pub(super) fn base(&self) -> &str {
        self.site.address().as_str()
    }

    /// Whether anybody may call a tool of it now.
    pub(super) fn offers(&self, tool: Tool) -> bool {
        self.tools.contains(tool)
    }

    /// Whether callers who sign in may call a tool that others may not.
    pub(super) fn keeps_for_signed_in(&self, tool: Tool) -> bool {
        self.site.sign_in().is_possible() && self.site.opening(tool) == Opening::Authenticated
    }

    /// Whether nothing but documents is there without signing in.
    pub(super) fn needs_sign_in(&self) -> bool {
        self.site.sign_in().required
    }

    /// Where its conformance claim is.
    pub(super) fn claim(&self) -> Option<ClaimView> {
        let is_recorded = self.site.recorded_claim().is_some();
        self.site.claim().map(|claim| ClaimView { uri: claim.uri.to_string(), is_recorded })
    }

    /// Whether everything that is shown here is made up.
    pub(super) fn all_synthetic(&self) -> bool {
        !self.organizations.is_empty() && self.organizations.iter().all(|organization| organization.synthetic)
    }
}

/// The conformance claim of a site.
pub(super) struct ClaimView {
    /// Where it is.
    pub(super) uri: String,
    /// Whether it is one, and no statement that there is none.
    pub(super) is_recorded: bool,
}

fn view(site: &Site, tool: Tool) -> ToolView {
    let spec = tool.spec();
    ToolView { title: spec.title, name: tool.as_str(), safe_name: spec.safe_name, access: who_may_call(site, tool) }
}
