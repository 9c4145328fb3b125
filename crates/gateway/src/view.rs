//! What one caller sees of a site: the one source of the tool list, the
//! manifest and the resource list (`discovery.md` section 2). It asks policy,
//! so that what is shown and what is allowed cannot differ.

use std::sync::Arc;

use dealeragent_inventory::Snapshot;
use dealeragent_protocol::{
    tool::Tool,
    values::{OrganizationId, Timestamp},
};

use crate::{
    CacheScope, Dealer, DealerRooftop, Grant, Principal, Quotas, Refusals, RequestContext, Site, ToolSet,
    list_changes::ListChanges,
    policy::{Access, Policy},
    readiness::Readiness,
};

/// A site as one caller may know it.
pub struct View<'a> {
    pub(crate) site: &'a Site,
    pub(crate) context: &'a RequestContext,
    dealers: Vec<SeenDealer<'a>>,
    settled: bool,
    changed_at: Timestamp,
    started_at: Timestamp,
    quotas: Quotas,
}

/// A dealer with what the caller may know of it.
pub(crate) struct SeenDealer<'a> {
    pub(crate) dealer: &'a Arc<Dealer>,
    pub(crate) rooftops: Vec<SeenRooftop<'a>>,
}

/// A rooftop with what the caller may call about it.
pub(crate) struct SeenRooftop<'a> {
    pub(crate) rooftop: &'a DealerRooftop,
    pub(crate) tools: ToolSet,
}

impl SeenDealer<'_> {
    /// Tools that the caller may use at any of the rooftops.
    pub(crate) fn tools(&self) -> ToolSet {
        self.rooftops.iter().map(|seen| seen.tools).fold(ToolSet::default(), ToolSet::union)
    }
}

impl<'a> View<'a> {
    pub(crate) fn of(
        site: &'a Site,
        context: &'a RequestContext,
        snapshot: &Snapshot,
        lists: &ListChanges,
        quotas: Quotas,
    ) -> Self {
        let readiness = Readiness::of(snapshot);
        let policy = Policy { site, context, refusals: Refusals::default(), readiness };
        let may_use = |dealer: &Arc<Dealer>, rooftop: &DealerRooftop, tool| {
            tool == Tool::GetManifest || !matches!(policy.access(dealer, rooftop, tool), Access::Refused(_))
        };
        let seen = |dealer: &'a Arc<Dealer>, rooftop: &'a DealerRooftop| SeenRooftop {
            rooftop,
            tools: Tool::ALL.iter().copied().filter(|tool| may_use(dealer, rooftop, *tool)).collect(),
        };
        let dealers = site.dealers().iter().filter_map(|dealer| {
            let known = dealer.rooftops.iter().filter(|rooftop| policy.may_know(dealer, rooftop));
            let rooftops: Vec<_> = known.map(|rooftop| seen(dealer, rooftop)).collect();
            (!rooftops.is_empty()).then_some(SeenDealer { dealer, rooftops })
        });
        let dealers: Vec<_> = dealers.collect();
        let seen = || dealers.iter().map(|seen| &**seen.dealer);
        // A dealer without a feed has nothing to wait for; and how long lists may
        // be kept must not tell of dealers that the caller cannot see.
        let settled = seen().all(|dealer| readiness.has_inventory(dealer) || !lists.is_awaited(dealer));
        let changed_at = lists.last_of(seen()).map_or(site.issued_at(), |changed| changed.max(site.issued_at()));
        let started_at = lists.started_at();
        Self { site, context, dealers, settled, changed_at, started_at, quotas }
    }

    /// The view of one dealer of it; `None` where the caller sees none of it.
    pub(crate) fn only(self, organization: &OrganizationId) -> Option<Self> {
        let dealers: Vec<_> =
            self.dealers.into_iter().filter(|seen| seen.dealer.organization_id == *organization).collect();
        (!dealers.is_empty()).then_some(Self { dealers, ..self })
    }

    pub(crate) fn dealers(&self) -> &[SeenDealer<'a>] {
        &self.dealers
    }

    /// Tools that the caller may use somewhere on the site.
    #[must_use]
    pub fn tools(&self) -> ToolSet {
        let seen = self.dealers.iter().map(SeenDealer::tools).fold(ToolSet::default(), ToolSet::union);
        // What a site is can be asked even where it shows no dealer.
        seen.with(Tool::GetManifest)
    }

    /// Whether its caller may know of any dealer here. Where not, there is no
    /// manifest either.
    #[must_use]
    pub fn shows_dealers(&self) -> bool {
        !self.dealers.is_empty()
    }

    /// When a document about it was last made anew, for `Last-Modified`: no
    /// sooner than the program started, which may say things in other words.
    #[must_use]
    pub fn written_at(&self) -> Timestamp {
        self.changed_at.max(self.started_at)
    }

    /// When what it shows last changed.
    pub(crate) fn changed_at(&self) -> Timestamp {
        self.changed_at
    }

    /// How often its caller may call.
    pub(crate) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Whether any shown data is made up.
    pub(crate) fn is_synthetic(&self) -> bool {
        self.dealers.iter().any(|seen| seen.dealer.synthetic)
    }

    pub(crate) fn grant(&self) -> Option<&'a Grant> {
        match &self.context.principal {
            Principal::Named(grant) => Some(grant),
            Principal::Anonymous => None,
        }
    }

    /// Who may keep what is made from this view: an answer to a credential is
    /// its holder's alone.
    #[must_use]
    pub fn cache_scope(&self) -> CacheScope {
        match self.context.principal {
            Principal::Anonymous => CacheScope::Public,
            Principal::Named(_) => CacheScope::Private,
        }
    }

    /// How long lists made from it may be kept, in milliseconds: short while the
    /// first file of a dealer that it shows is still to come.
    #[must_use]
    pub fn list_ttl_ms(&self) -> u64 {
        let ends_in = self.grant().map_or(i64::MAX, |grant| {
            grant.expires_at.as_millisecond().saturating_sub(self.context.now.as_millisecond())
        });
        let longest = if self.settled { LIST_TTL_MS } else { UNSETTLED_TTL_MS };
        u64::try_from(ends_in).unwrap_or(0).min(longest)
    }
}

/// The longest time for which an anonymous answer may be kept.
pub(crate) const LIST_TTL_MS: u64 = 5 * 60 * 1000;
const UNSETTLED_TTL_MS: u64 = 5 * 1000;
