//! Dealers and rooftops, as far as each dealer shows them to anybody.

use dealeragent_gateway::{Dealer, DealerRooftop, Opening, Site};
use dealeragent_inventory::{OrganizationInventory, RooftopFacts};
use dealeragent_protocol::{
    facts::FreshnessState,
    tool::Tool,
    values::{Address, Timestamp},
};

use super::freshness::FreshnessView;

/// A dealer.
pub(in crate::http::pages) struct OrganizationView<'s> {
    pub(in crate::http::pages) id: &'s str,
    /// Its name, unless its record is closed.
    pub(in crate::http::pages) name: Option<&'s str>,
    pub(in crate::http::pages) synthetic: bool,
    pub(in crate::http::pages) rooftops: Vec<RooftopView<'s>>,
}

/// A selling location.
pub(in crate::http::pages) struct RooftopView<'s> {
    pub(in crate::http::pages) id: &'s str,
    /// What its dealer's record says, unless that is closed.
    pub(in crate::http::pages) record: Option<RecordView<'s>>,
    /// How fresh its inventory is, unless that is closed.
    pub(in crate::http::pages) freshness: Option<FreshnessView>,
}

/// The public part of a rooftop's record.
pub(in crate::http::pages) struct RecordView<'s> {
    pub(in crate::http::pages) name: &'s str,
    pub(in crate::http::pages) town: String,
    pub(in crate::http::pages) timezone: &'s str,
    /// Only http and https: anything else is no link to follow.
    pub(in crate::http::pages) website: Option<&'s str>,
}

impl<'s> OrganizationView<'s> {
    pub(super) fn of(
        site: &Site,
        dealer: &'s Dealer,
        inventory: Option<&OrganizationInventory>,
        now: Timestamp,
    ) -> Self {
        let facts = |rooftop: &DealerRooftop| inventory.and_then(|all| all.rooftop(&rooftop.record.rooftop_id));
        let listed = dealer.rooftops.iter().filter(|rooftop| rooftop.policy.listed);
        Self {
            id: dealer.organization_id.as_str(),
            name: shows_record(site, dealer).then(|| dealer.name.as_str()),
            synthetic: dealer.synthetic,
            rooftops: listed.map(|at| rooftop(site, dealer, at, facts(at), now)).collect(),
        }
    }

    /// How many of its rooftops have an inventory in this state.
    fn count(&self, state: FreshnessState) -> usize {
        let is = |rooftop: &&RooftopView<'_>| rooftop.freshness.as_ref().is_some_and(|fresh| fresh.state == state);
        self.rooftops.iter().filter(is).count()
    }

    /// `40 rooftops: 38 current, 1 stale, 1 without inventory`. Without the
    /// second half where the dealer keeps its inventory to itself.
    pub(in crate::http::pages) fn summary(&self) -> String {
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

/// Whether anybody may know that a dealer is there.
pub(super) fn is_listed(dealer: &Dealer) -> bool {
    dealer.rooftops.iter().any(|rooftop| rooftop.policy.listed)
}

pub(super) fn shows_record(site: &Site, dealer: &Dealer) -> bool {
    site.asked_of(dealer.widest_opening(Tool::DealerGet)) == Opening::Public
}

fn shows(site: &Site, dealer: &Dealer, rooftop: &DealerRooftop, tool: Tool) -> bool {
    site.asked_of(dealer.opening(rooftop, tool)) == Opening::Public
}

fn rooftop<'s>(
    site: &Site,
    dealer: &Dealer,
    rooftop: &'s DealerRooftop,
    facts: Option<&RooftopFacts>,
    now: Timestamp,
) -> RooftopView<'s> {
    let record = &rooftop.record;
    RooftopView {
        id: record.rooftop_id.as_str(),
        record: shows(site, dealer, rooftop, Tool::DealerGet).then(|| RecordView {
            name: record.name.as_str(),
            town: town(&record.address),
            timezone: record.timezone.as_str(),
            website: record.website.as_ref().map(|uri| uri.as_str()).filter(|uri| is_web(uri)),
        }),
        freshness: shows(site, dealer, rooftop, Tool::Search).then(|| FreshnessView::of(rooftop, facts, now)),
    }
}

/// Whether an address may become a link: `javascript:` and the like may not.
pub(in crate::http::pages) fn is_web(uri: &str) -> bool {
    uri.starts_with("https://") || uri.starts_with("http://")
}

/// `Denver, CO, US`.
fn town(address: &Address) -> String {
    let region = address.region.as_ref().map(|region| format!(", {region}")).unwrap_or_default();
    format!("{}{region}, {}", address.locality, address.country)
}
