//! One caller, one rooftop, one tool.

use dealeragent_protocol::{error::ErrorCode, tool::Tool};

use super::{Policy, Refusals, grant_check, not_loaded, sign_in, undeclared};
use crate::{Dealer, DealerRooftop, Failure, Opening, Principal};

/// What a caller may do with a tool at a rooftop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// What anybody may.
    Open,
    /// What its grant allows.
    Granted,
    /// Nothing.
    Refused(Refusal),
}

/// Why a caller may not use a tool at a rooftop. In the order of how much the
/// caller may be told: of several reasons the greatest is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Refusal {
    /// The rooftop is outside the caller's reach.
    Outside,
    /// Nobody may.
    Undeclared,
    /// Nobody may yet: the dealer's first file is still to come.
    NotLoaded,
    /// The grant has ended.
    Expired,
    /// The grant lacks the scope.
    Scope,
    /// The grant lacks the profile.
    Profile,
    /// Signed-in callers may.
    SignIn,
}

const NEEDS_INVENTORY: &str = "The credential does not allow this: it needs the scope dealeragent:inventory:read.";
const NEEDS_PRICING: &str = "The credential does not allow this: it needs the scope dealeragent:pricing:read.";

impl Refusal {
    /// The refusal as a failure.
    pub(crate) fn failure(self, tool: Tool, refusals: Refusals) -> Failure {
        match self {
            Self::Outside => refusals.outside("the rooftop is outside the grant"),
            Self::Undeclared => undeclared(tool),
            Self::NotLoaded => not_loaded(),
            Self::Expired => Failure::new(ErrorCode::AuthInvalid, "the grant has expired"),
            Self::Scope => {
                let refused = Failure::new(ErrorCode::ScopeInsufficient, format!("the grant has no scope for {tool}"));
                match tool.spec().scope {
                    Some("dealeragent:inventory:read") => refused.saying(NEEDS_INVENTORY),
                    Some("dealeragent:pricing:read") => refused.saying(NEEDS_PRICING),
                    _ => refused,
                }
            }
            Self::Profile => Failure::new(ErrorCode::ScopeInsufficient, format!("the grant has no profile of {tool}")),
            Self::SignIn => sign_in(tool),
        }
    }
}

impl Policy<'_> {
    /// What the caller may do with a tool at a rooftop of a dealer of the site.
    pub(crate) fn access(self, dealer: &Dealer, rooftop: &DealerRooftop, tool: Tool) -> Access {
        let can_serve = self.readiness.can_serve(dealer, tool);
        let opening = if can_serve { dealer.opening(rooftop, tool) } else { Opening::Closed };
        let covered = match &self.context.principal {
            Principal::Named(grant) => grant_check::covers(grant, dealer, rooftop),
            Principal::Anonymous => false,
        };
        let refusal = match (opening, &self.context.principal) {
            (Opening::Public, Principal::Anonymous) if self.is_for_signed_in(tool) => Refusal::SignIn,
            (Opening::Public, _) => return Access::Open,
            // What is not listed is not there for those without a grant for it.
            _ if !covered && !rooftop.policy.listed => Refusal::Outside,
            (Opening::Closed, _) if !can_serve => Refusal::NotLoaded,
            (Opening::Closed, _) => Refusal::Undeclared,
            (Opening::Authenticated, Principal::Anonymous) => Refusal::SignIn,
            (Opening::Authenticated, Principal::Named(_)) if !covered => Refusal::Outside,
            (Opening::Authenticated, Principal::Named(grant)) => {
                match grant_check::refusal(grant, tool, self.context.now) {
                    None => return Access::Granted,
                    Some(refusal) => refusal,
                }
            }
        };
        Access::Refused(refusal)
    }

    /// Whether the caller's own grant covers a tool at a rooftop, public or not.
    pub(super) fn is_accountable(self, dealer: &Dealer, rooftop: &DealerRooftop, tool: Tool) -> bool {
        match &self.context.principal {
            Principal::Named(grant) => {
                grant_check::covers(grant, dealer, rooftop)
                    && grant_check::refusal(grant, tool, self.context.now).is_none()
            }
            Principal::Anonymous => false,
        }
    }

    /// Whether the caller may know that a rooftop is there.
    pub(crate) fn may_know(self, dealer: &Dealer, rooftop: &DealerRooftop) -> bool {
        let covered = match &self.context.principal {
            Principal::Named(grant) => {
                grant_check::covers(grant, dealer, rooftop) && !grant.has_expired(self.context.now)
            }
            Principal::Anonymous => false,
        };
        rooftop.policy.listed || covered
    }
}
