//! Policy: who may do what to which dealer. The only maker of permits.
//!
//! Public access comes first, and a credential only adds to it. Nothing is
//! looked up in the inventory on the way, so that a refusal cannot tell what is
//! there; that a rooftop is listed is no secret, what is not listed looks absent
//! to everybody without a grant for it (`errors.md` section 4).

mod access;
mod grant_check;
mod group;
mod permit;

use std::sync::Arc;

use dealeragent_protocol::{
    error::ErrorCode,
    intake::Violations,
    tool::Tool,
    tools::{ToolContract, verify_availability::Purpose},
    values::{OrganizationId, RooftopId},
};

pub(crate) use permit::MayAsk;
pub use permit::Permit;

pub(crate) use self::access::Access;
use crate::{Dealer, DealerRooftop, Failure, Opening, Principal, RequestContext, Site, readiness::Readiness};

/// Whether a refusal tells why (`errors.md` section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Refusals {
    /// Absent, foreign and forbidden records get one answer.
    #[default]
    Collapsed,
    /// An organization or rooftop outside the caller's reach is
    /// `tenant.forbidden`.
    Distinct,
}

impl Refusals {
    fn outside(self, private: &'static str) -> Failure {
        match self {
            Self::Collapsed => Failure::new(ErrorCode::ResourceNotFound, private),
            Self::Distinct => Failure::new(ErrorCode::TenantForbidden, private),
        }
    }
}

/// What a call is about, before anything was looked up.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a> {
    /// The site itself.
    Site,
    /// One organization, or the site's only one; with these rooftops or all.
    Organization(Option<&'a OrganizationId>, Option<&'a [RooftopId]>),
    /// One rooftop of one organization.
    Rooftop(&'a OrganizationId, &'a RooftopId),
    /// One rooftop of one organization, for a purpose where one is stated.
    RooftopFor(&'a OrganizationId, &'a RooftopId, Option<Purpose>),
}

impl<'a> Target<'a> {
    /// The organization and the rooftops that are named.
    pub(crate) fn parts(self) -> (Option<&'a OrganizationId>, &'a [RooftopId]) {
        match self {
            Self::Site => (None, &[]),
            Self::Organization(organization, rooftops) => (organization, rooftops.unwrap_or_default()),
            Self::Rooftop(organization, rooftop) | Self::RooftopFor(organization, rooftop, _) => {
                (Some(organization), std::slice::from_ref(rooftop))
            }
        }
    }
}

/// Policy for one call.
#[derive(Clone, Copy)]
pub(crate) struct Policy<'a> {
    pub(crate) site: &'a Site,
    pub(crate) context: &'a RequestContext,
    pub(crate) refusals: Refusals,
    pub(crate) readiness: Readiness<'a>,
}

impl Policy<'_> {
    /// Whether the caller may use a tool at all on this site. Comes before the
    /// arguments are read.
    ///
    /// # Errors
    /// `capability.unsupported` for a tool that nobody may use, `auth.required`
    /// for one that only signed-in callers may use, `auth.invalid` and
    /// `scope.insufficient` for a grant that cannot use it anywhere.
    pub(crate) fn admit(self, tool: Tool) -> Result<(), Failure> {
        if !self.readiness.site_can_serve(self.site, tool) {
            return Err(not_loaded());
        }
        match (self.site.declaration().opening(tool), &self.context.principal) {
            (Opening::Public, Principal::Anonymous) if self.is_for_signed_in(tool) => Err(sign_in(tool)),
            (Opening::Public, _) => Ok(()),
            (Opening::Closed, _) => Err(undeclared(tool)),
            (Opening::Authenticated, Principal::Anonymous) => Err(sign_in(tool)),
            (Opening::Authenticated, Principal::Named(grant)) => grant_check::tool(grant, tool, self.context.now),
        }
    }

    /// Makes the permit for a call, or refuses it.
    ///
    /// # Errors
    /// As [`Self::admit`]; and the one answer for what is absent or out of
    /// reach, in the same words whatever the reason, unless refusals are
    /// distinct.
    pub(crate) fn authorize<T: ToolContract>(self, target: Target<'_>) -> Result<Permit<T>, Failure> {
        self.admit(T::TOOL)?;
        let purpose = match target {
            Target::Site => return Ok(Permit::site()),
            Target::RooftopFor(_, _, purpose) => Some(purpose),
            Target::Organization(..) | Target::Rooftop(..) => None,
        };
        let (organization, wanted) = target.parts();
        let dealer = match organization {
            Some(id) => self
                .site
                .dealer(id)
                .ok_or_else(|| self.refusals.outside("the site does not serve that organization"))?,
            None => self.only_known_dealer()?,
        };
        let (allowed, left_out) = if wanted.is_empty() {
            group::of_all(T::TOOL, self.all(dealer, T::TOOL)?)?
        } else {
            (self.wanted(dealer, wanted, T::TOOL)?, Vec::new())
        };
        if let Some(purpose) = purpose {
            allowed.iter().try_for_each(|(rooftop, _)| self.purpose(rooftop, purpose))?;
        }
        let accountable = allowed.iter().all(|(rooftop, _)| self.is_accountable(dealer, rooftop, T::TOOL));
        Ok(Permit::at(Arc::clone(dealer), &allowed, left_out).of_accountable(accountable))
    }

    /// Whether the operator wants everybody to sign in for it. The manifest stays
    /// readable as a document: it says how.
    fn is_for_signed_in(self, tool: Tool) -> bool {
        self.site.sign_in().required && tool != Tool::GetManifest
    }

    /// The dealer that a caller means who names none: the only one that it may
    /// know of. Others must not show by being asked for.
    fn only_known_dealer(&self) -> Result<&Arc<Dealer>, Failure> {
        let knows = |dealer: &&Arc<Dealer>| dealer.rooftops.iter().any(|rooftop| self.may_know(dealer, rooftop));
        let mut known = self.site.dealers().iter().filter(knows);
        match (known.next(), known.next()) {
            (Some(only), None) => Ok(only),
            (Some(_), Some(_)) => Err(which_organization()),
            (None, _) => Err(self.refusals.outside("the caller knows of no dealer of the site")),
        }
    }

    /// The wanted rooftops, if the caller may use the tool at every one of them.
    fn wanted<'d>(
        self,
        dealer: &'d Dealer,
        wanted: &[RooftopId],
        tool: Tool,
    ) -> Result<Vec<(&'d DealerRooftop, Access)>, Failure> {
        let mut allowed = Vec::with_capacity(wanted.len());
        for id in wanted {
            let rooftop =
                dealer.rooftop(id).ok_or_else(|| self.refusals.outside("the site does not serve that rooftop"))?;
            match self.access(dealer, rooftop, tool) {
                Access::Refused(refusal) => return Err(refusal.failure(tool, self.refusals)),
                access => allowed.push((rooftop, access)),
            }
        }
        group::of_wanted(tool, &allowed)?;
        Ok(allowed)
    }

    /// Every rooftop of the dealer at which the caller may use the tool.
    fn all(self, dealer: &Dealer, tool: Tool) -> Result<Vec<(&DealerRooftop, Access)>, Failure> {
        let mut refusal = None;
        let mut allowed = Vec::with_capacity(dealer.rooftops.len());
        for rooftop in &dealer.rooftops {
            match self.access(dealer, rooftop, tool) {
                Access::Refused(reason) => refusal = refusal.max(Some(reason)),
                access => allowed.push((rooftop, access)),
            }
        }
        if allowed.is_empty() {
            let none = || self.refusals.outside("the organization has no rooftop");
            return Err(refusal.map_or_else(none, |refusal| refusal.failure(tool, self.refusals)));
        }
        Ok(allowed)
    }

    fn purpose(self, rooftop: &DealerRooftop, purpose: Option<Purpose>) -> Result<(), Failure> {
        let accepts = |accepted: &std::collections::BTreeSet<Purpose>| purpose.is_some_and(|p| accepted.contains(&p));
        if rooftop.policy.purposes.as_ref().is_some_and(|accepted| !accepts(accepted)) {
            let refused = Failure::new(ErrorCode::ScopeInsufficient, "dealer policy does not accept the purpose");
            return Err(refused.saying(PURPOSE_BY_POLICY));
        }
        match &self.context.principal {
            Principal::Named(grant) if grant.purposes.as_ref().is_some_and(|granted| !accepts(granted)) => {
                let refused = Failure::new(ErrorCode::ScopeInsufficient, "the grant does not cover the purpose");
                Err(refused.saying(PURPOSE_BY_GRANT))
            }
            _ => Ok(()),
        }
    }
}

const PURPOSE_BY_POLICY: &str =
    "The dealer accepts this check for certain purposes only. State one that its policy document lists, as `purpose`.";
const PURPOSE_BY_GRANT: &str =
    "The credential covers this check for certain purposes only. State one of them as `purpose`.";

fn undeclared(tool: Tool) -> Failure {
    Failure::new(ErrorCode::CapabilityUnsupported, format!("{tool} is not declared"))
}

/// Absence is authoritative, also while it will pass.
fn not_loaded() -> Failure {
    let failure = Failure::new(ErrorCode::CapabilityUnsupported, "no rooftop has had its first file");
    failure.saying(NOT_LOADED)
}

const NOT_LOADED: &str =
    "The dealer's inventory has not been loaded yet, so no tool that reads it is declared at the moment.";

fn sign_in(tool: Tool) -> Failure {
    Failure::new(ErrorCode::AuthRequired, format!("{tool} is for signed-in callers"))
}

fn which_organization() -> Failure {
    let mut violations = Violations::default();
    violations.add("", "required", "`organization_id` is required here; the manifest lists the organizations");
    Failure::validation(violations)
}
