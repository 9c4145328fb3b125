//! Policy: who may do what to which dealer. The only maker of permits.

use std::{marker::PhantomData, sync::Arc};

use dealeragent_protocol::{
    error::ErrorCode,
    tool::Tool,
    tools::ToolContract,
    values::{OrganizationId, RooftopId},
};

use crate::{Dealer, DealerRooftop, Failure, Opening, Principal, RequestContext, Site};

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
    fn outside(self, what: &str) -> Failure {
        let private = format!("the site does not serve that {what}");
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
}

/// Proof that policy allowed a call. Private fields: only this module makes
/// one, and no look-up takes less.
#[derive(Debug)]
pub struct Permit<T> {
    dealer: Option<Arc<Dealer>>,
    rooftops: Vec<RooftopId>,
    _tool: PhantomData<fn() -> T>,
}

impl<T> Permit<T> {
    /// The dealer that the call is about.
    ///
    /// # Errors
    /// `internal` where the target was the site itself: a defect.
    pub(crate) fn dealer(&self) -> Result<&Arc<Dealer>, Failure> {
        self.dealer.as_ref().ok_or_else(|| Failure::new(ErrorCode::Internal, "a site permit was used for a dealer"))
    }

    /// The rooftops that the call may see, never empty for a dealer.
    pub(crate) fn rooftops(&self) -> &[RooftopId] {
        &self.rooftops
    }

    /// The one rooftop of a unit call.
    ///
    /// # Errors
    /// `internal` where the target was no single rooftop: a defect.
    pub(crate) fn rooftop(&self) -> Result<&DealerRooftop, Failure> {
        let dealer = self.dealer()?;
        let only = match self.rooftops.as_slice() {
            [only] => dealer.rooftop(only),
            _ => None,
        };
        only.ok_or_else(|| Failure::new(ErrorCode::Internal, "a permit for several rooftops was used for one"))
    }
}

/// Whether the caller may use a tool at all on this site. Comes before the
/// arguments are read.
///
/// # Errors
/// `capability.unsupported` for a tool that nobody may use, `auth.required`
/// for one that only signed-in callers may use.
pub(crate) fn admit(site: &Site, context: &RequestContext, tool: Tool) -> Result<(), Failure> {
    allow(site.declaration().opening(tool), context, tool)
}

fn allow(opening: Opening, context: &RequestContext, tool: Tool) -> Result<(), Failure> {
    match (opening, &context.principal) {
        (Opening::Public, _) | (Opening::Authenticated, Principal::Named(_)) => Ok(()),
        (Opening::Authenticated, Principal::Anonymous) => {
            Err(Failure::new(ErrorCode::AuthRequired, format!("{tool} is for signed-in callers")))
        }
        (Opening::Closed, _) => Err(Failure::new(ErrorCode::CapabilityUnsupported, format!("{tool} is not declared"))),
    }
}

/// Makes the permit for a call, or refuses it. Nothing is looked up in the
/// inventory on the way, so a refusal cannot tell what is there.
///
/// # Errors
/// `resource.not_found` for an organization or rooftop that the site does not
/// serve, in the same words whatever the reason, unless `refusals` are distinct.
pub(crate) fn authorize<T: ToolContract>(
    site: &Site,
    context: &RequestContext,
    refusals: Refusals,
    target: Target<'_>,
) -> Result<Permit<T>, Failure> {
    admit(site, context, T::TOOL)?;
    let (dealer, rooftops) = match target {
        Target::Site => return Ok(Permit { dealer: None, rooftops: Vec::new(), _tool: PhantomData }),
        Target::Organization(organization, wanted) => {
            let dealer = match organization {
                Some(id) => site.dealer(id).ok_or_else(|| refusals.outside("organization"))?,
                None => site.only_dealer().ok_or_else(which_organization)?,
            };
            (dealer, wanted)
        }
        Target::Rooftop(organization, rooftop) => (
            site.dealer(organization).ok_or_else(|| refusals.outside("organization"))?,
            Some(std::slice::from_ref(rooftop)),
        ),
    };
    allow(dealer.declaration.opening(T::TOOL), context, T::TOOL)?;
    let rooftops = match wanted_rooftops(dealer, target_rooftops(rooftops)) {
        Some(rooftops) => rooftops,
        None => return Err(refusals.outside("rooftop")),
    };
    Ok(Permit { dealer: Some(Arc::clone(dealer)), rooftops, _tool: PhantomData })
}

fn target_rooftops(wanted: Option<&[RooftopId]>) -> Option<&[RooftopId]> {
    wanted.filter(|wanted| !wanted.is_empty())
}

/// All rooftops, or the wanted ones if the dealer has every one of them.
fn wanted_rooftops(dealer: &Dealer, wanted: Option<&[RooftopId]>) -> Option<Vec<RooftopId>> {
    match wanted {
        None => Some(dealer.rooftops.iter().map(|rooftop| rooftop.record.rooftop_id.clone()).collect()),
        Some(wanted) => {
            wanted.iter().map(|id| dealer.rooftop(id).map(|rooftop| rooftop.record.rooftop_id.clone())).collect()
        }
    }
}

fn which_organization() -> Failure {
    let mut violations = dealeragent_protocol::intake::Violations::default();
    violations.add("", "required", "`organization_id` is required here; the manifest lists the organizations");
    Failure::validation(violations)
}
