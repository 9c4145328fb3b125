//! What a site may say of itself to anybody: the words behind the front page and
//! `llms.txt`.
//!
//! It is what an anonymous caller could get by calling tools, no more: a dealer
//! that closes its record is shown by its id, as in the manifest, and one that
//! closes its inventory shows nothing of it.

mod access;
mod freshness;

use dealeragent_gateway::{Dealer, DealerRooftop, Opening, Principal, Site};
use dealeragent_inventory::RooftopFacts;
use dealeragent_protocol::{
    facts::{AuthMode, FreshnessState, Manifest},
    tool::{Profile, Tool},
    values::{Address, Timestamp},
};

use self::access::who_may_call;
pub(super) use self::freshness::FreshnessView;
use crate::http::SiteDirectory;

/// A site at one moment.
pub(super) struct SiteView<'s> {
    /// The site itself.
    pub(super) site: &'s Site,
    /// When this was looked at.
    pub(super) now: Timestamp,
    /// Its dealers.
    pub(super) organizations: Vec<OrganizationView<'s>>,
    /// The profiles that its manifest declares.
    pub(super) profiles: Vec<ProfileView>,
    /// Tools that it offers although their profile is not complete.
    pub(super) other_tools: Vec<ToolView>,
    /// Whether anybody can use all that is declared without signing in.
    pub(super) without_sign_in: bool,
    /// Whether all four profiles of Core are declared.
    pub(super) is_core: bool,
}

/// A dealer.
pub(super) struct OrganizationView<'s> {
    pub(super) id: &'s str,
    /// Its name, unless its record is closed.
    pub(super) name: Option<&'s str>,
    pub(super) synthetic: bool,
    pub(super) rooftops: Vec<RooftopView<'s>>,
}

/// A selling location.
pub(super) struct RooftopView<'s> {
    pub(super) id: &'s str,
    /// What its dealer's record says, unless that is closed.
    pub(super) record: Option<RecordView<'s>>,
    /// How fresh its inventory is, unless that is closed.
    pub(super) freshness: Option<FreshnessView>,
}

/// The public part of a rooftop's record.
pub(super) struct RecordView<'s> {
    pub(super) name: &'s str,
    pub(super) town: String,
    pub(super) timezone: &'s str,
    /// Only http and https: anything else is no link to follow.
    pub(super) website: Option<&'s str>,
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

/// What a site goes by: its dealer, where there is one with an open record, else
/// its operator.
pub(super) fn title(site: &Site) -> &str {
    match site.only_dealer() {
        Some(dealer) if shows_record(dealer) => dealer.name.as_str(),
        _ => site.operator().name.as_str(),
    }
}

fn shows_record(dealer: &Dealer) -> bool {
    dealer.widest_opening(Tool::DealerGet) == Opening::Public
}

fn shows(dealer: &Dealer, rooftop: &DealerRooftop, tool: Tool) -> bool {
    dealer.opening(rooftop, tool) == Opening::Public
}

impl OrganizationView<'_> {
    /// How many of its rooftops have an inventory in this state.
    pub(super) fn count(&self, state: FreshnessState) -> usize {
        let is = |rooftop: &&RooftopView<'_>| rooftop.freshness.as_ref().is_some_and(|fresh| fresh.state == state);
        self.rooftops.iter().filter(is).count()
    }

    /// `40 rooftops: 38 current, 1 stale, 1 without inventory`. Without the
    /// second half where the dealer keeps its inventory to itself.
    pub(super) fn summary(&self) -> String {
        let total = self.rooftops.len();
        let plural = if total == 1 { "" } else { "s" };
        let states = [
            (FreshnessState::Current, "current"),
            (FreshnessState::Stale, "stale"),
            (FreshnessState::Unknown, "without inventory"),
        ];
        let counted =
            states.into_iter().map(|(state, words)| (self.count(state), words)).filter(|(count, _)| *count > 0);
        let parts: Vec<String> = counted.map(|(count, words)| format!("{count} {words}")).collect();
        if parts.is_empty() {
            format!("{total} rooftop{plural}")
        } else {
            format!("{total} rooftop{plural}: {}", parts.join(", "))
        }
    }
}

impl<'s> SiteView<'s> {
    /// Looks at a site now. `None` where its manifest cannot be had: nothing is
    /// declared then.
    pub(super) async fn of(sites: &SiteDirectory, site: &'s Site) -> Self {
        let gateway = sites.gateway();
        let context = gateway.context(Principal::Anonymous);
        let manifest = gateway.read_resource(site, &context, "dealeragent://manifest").await.ok();
        let manifest: Option<Manifest> = manifest.and_then(|read| serde_json::from_str(&read.text).ok());
        let snapshot = gateway.snapshot();
        let listed = |dealer: &'s Dealer| dealer.rooftops.iter().filter(|rooftop| rooftop.policy.listed);
        let shown = site.dealers().iter().filter(|dealer| listed(dealer).next().is_some());
        let organizations = shown.map(|dealer| {
            let inventory = snapshot.organization(&dealer.organization_id);
            let facts = |rooftop: &DealerRooftop| inventory.and_then(|all| all.rooftop(&rooftop.record.rooftop_id));
            OrganizationView {
                id: dealer.organization_id.as_str(),
                name: shows_record(dealer).then(|| dealer.name.as_str()),
                synthetic: dealer.synthetic,
                rooftops: listed(dealer).map(|at| rooftop(dealer, at, facts(at), context.now)).collect(),
            }
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
            organizations: organizations.collect(),
            other_tools: site.declaration().tools().filter(|tool| !in_profile(tool)).map(|t| view(site, t)).collect(),
            without_sign_in: manifest.is_some_and(|manifest| *manifest.auth_modes == [AuthMode::Public]),
            is_core: Profile::CORE.iter().all(|core| profiles.iter().any(|profile| profile.name == core.as_str())),
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

    /// Whether anybody may call a tool of it.
    pub(super) fn offers(&self, tool: Tool) -> bool {
        self.site.declaration().opening(tool) == Opening::Public
    }

    /// Whether everything here is made up.
    pub(super) fn all_synthetic(&self) -> bool {
        self.organizations.iter().all(|organization| organization.synthetic)
    }
}

fn view(site: &Site, tool: Tool) -> ToolView {
    let spec = tool.spec();
    ToolView { title: spec.title, name: tool.as_str(), safe_name: spec.safe_name, access: who_may_call(site, tool) }
}

fn rooftop<'s>(
    dealer: &Dealer,
    rooftop: &'s DealerRooftop,
    facts: Option<&RooftopFacts>,
    now: Timestamp,
) -> RooftopView<'s> {
    let record = &rooftop.record;
    RooftopView {
        id: record.rooftop_id.as_str(),
        record: shows(dealer, rooftop, Tool::DealerGet).then(|| RecordView {
            name: record.name.as_str(),
            town: town(&record.address),
            timezone: record.timezone.as_str(),
            website: record.website.as_ref().map(|uri| uri.as_str()).filter(|uri| is_web(uri)),
        }),
        freshness: shows(dealer, rooftop, Tool::Search).then(|| FreshnessView::of(rooftop, facts, now)),
    }
}

/// Whether an address may become a link: `javascript:` and the like may not.
pub(super) fn is_web(uri: &str) -> bool {
    uri.starts_with("https://") || uri.starts_with("http://")
}

/// `Denver, CO, US`.
fn town(address: &Address) -> String {
    let region = address.region.as_ref().map(|region| format!(", {region}")).unwrap_or_default();
    format!("{}{region}, {}", address.locality, address.country)
}
