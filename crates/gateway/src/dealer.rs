//! Dealers as this gateway is configured to serve them.

use std::{collections::BTreeSet, sync::Arc};

use dealeragent_protocol::{
    facts::{BandLimits, Charge, FreshnessTargets, Rooftop},
    tool::Tool,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Text, Timestamp},
};

use crate::{Declaration, Incentive, Opening, PublicationPolicy};

/// An organization: its record, its offers and what it opens to callers.
#[derive(Debug, Clone)]
pub struct Dealer {
    /// Its id.
    pub organization_id: OrganizationId,
    /// Name for shoppers.
    pub name: Text<1, 200>,
    /// Name in contracts.
    pub legal_name: Option<Text<1, 240>>,
    /// Whether all of it is made up; then every answer says so.
    pub synthetic: bool,
    /// Its rooftops.
    pub rooftops: Vec<DealerRooftop>,
    /// Conditional offers.
    pub incentives: Vec<Arc<Incentive>>,
    /// Which tools it opens.
    pub declaration: Declaration,
    /// How its inventory is published as files.
    pub publication: PublicationPolicy,
    /// When the record was last changed by its operator.
    pub recorded_at: Timestamp,
}

/// A rooftop: its public record and its charges.
#[derive(Debug, Clone)]
pub struct DealerRooftop {
    /// The record that leaves the gateway; it holds public contacts only.
    pub record: Rooftop,
    /// Charges that every buyer pays; `None` where the dealer has not said.
    pub charges: Option<Vec<Charge>>,
    /// How old its facts may be.
    pub targets: FreshnessTargets,
    /// What its dealer decided for it alone.
    pub policy: RooftopPolicy,
}

/// Dealer policy for one rooftop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RooftopPolicy {
    /// Which tools it opens, where that differs from its organization.
    pub declaration: Option<Declaration>,
    /// Whether callers without a grant for it may know that it is there. What
    /// is not listed is open to nobody without a grant.
    pub listed: bool,
    /// Whether a search over several rooftops may include it without a grant
    /// for all of them.
    pub group_search: bool,
    /// What its availability may be checked for; `None` takes any purpose, and
    /// a check that states none.
    pub purposes: Option<BTreeSet<Purpose>>,
}

impl Default for RooftopPolicy {
    fn default() -> Self {
        Self { declaration: None, listed: true, group_search: true, purposes: None }
    }
}

/// What is said of the price and what is said of the charges differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this and the `included_in_advertised_price` of the rooftop's charges say different things")]
pub struct InvalidCharges;

impl Dealer {
    /// The rooftop of that id.
    #[must_use]
    pub fn rooftop(&self, id: &RooftopId) -> Option<&DealerRooftop> {
        self.rooftops.iter().find(|rooftop| rooftop.record.rooftop_id == *id)
    }

    /// The same dealer where nobody can sign in.
    #[must_use]
    pub fn without_sign_in(&self) -> Self {
        let mut dealer = Self { declaration: self.declaration.without_sign_in(), ..self.clone() };
        for rooftop in &mut dealer.rooftops {
            rooftop.policy.declaration = rooftop.policy.declaration.as_ref().map(Declaration::without_sign_in);
        }
        dealer
    }

    /// Who a tool is opened to at one of its rooftops.
    #[must_use]
    pub fn opening(&self, rooftop: &DealerRooftop, tool: Tool) -> Opening {
        let opening = rooftop.policy.declaration.as_ref().unwrap_or(&self.declaration).opening(tool);
        if rooftop.policy.listed { opening } else { opening.min(Opening::Authenticated) }
    }

    /// The widest opening of a tool at any of its rooftops.
    #[must_use]
    pub fn widest_opening(&self, tool: Tool) -> Opening {
        self.rooftops.iter().map(|rooftop| self.opening(rooftop, tool)).max().unwrap_or(Opening::Closed)
    }
}

impl DealerRooftop {
    /// The bands' limits, shortened by the rooftop's own target.
    #[must_use]
    pub fn band_limits(&self) -> BandLimits {
        BandLimits::default().at_most(self.targets.availability.as_seconds())
    }

    /// Holds the charges against what a price source says of them.
    ///
    /// # Errors
    /// [`InvalidCharges`].
    pub fn check_charges(&self, price_includes_required_charges: bool) -> Result<(), InvalidCharges> {
        let contradicts = |charge: &Charge| charge.included_in_advertised_price != price_includes_required_charges;
        let charges = self.charges.as_deref().unwrap_or_default();
        // A price that does not include all of them may include some.
        let wrong = if price_includes_required_charges {
            charges.iter().any(contradicts)
        } else {
            !charges.is_empty() && charges.iter().all(contradicts)
        };
        if wrong { Err(InvalidCharges) } else { Ok(()) }
    }
}
