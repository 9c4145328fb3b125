//! Conditional offers, from the dealer's incentives file.
//!
//! An offer never changes the advertised price, and nothing here decides
//! whether anybody qualifies.

use dealeragent_inventory::Listing;
use dealeragent_protocol::{
    facts::{
        AmountStatus, Authority, AuthorityStatus, Condition, ConditionalAdjustment, CriteriaMode, Criterion,
        CriterionKind, CriterionOperator, CriterionScalar, CriterionValue, Direction, Provenance, Source, Stacking,
    },
    tools::{get_disclosure::PaymentMode, search::ModelYear},
    values::{AdjustmentId, Currency, Jurisdiction, List, Money, NonNegativeMoney, RooftopId, Text, Timestamp, Vin},
};
use schemars::JsonSchema;
use serde::Deserialize;

/// The incentives file.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IncentiveFile {
    /// The offers.
    #[serde(default)]
    pub incentives: Vec<Incentive>,
}

/// One offer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Incentive {
    /// Its id.
    pub id: AdjustmentId,
    /// Its name.
    pub name: Text<1, 160>,
    /// Down or up.
    pub direction: Direction,
    /// The amount as a decimal in a string; left out where it is not known.
    #[serde(default)]
    pub amount: Option<Text<1, 40>>,
    /// Currency of the amount.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Where the offer comes from.
    pub source_name: Text<1, 128>,
    /// Who stands behind it.
    pub authority: Authority,
    /// When it was seen.
    pub observed_at: Timestamp,
    /// Start of its validity.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// End of its validity.
    #[serde(default)]
    pub valid_until: Option<Timestamp>,
    /// All or any of the criteria; all unless said.
    #[serde(default)]
    pub criteria_mode: Option<CriteriaMode>,
    /// Where it applies; everywhere unless said.
    #[serde(default)]
    pub jurisdictions: Option<List<Jurisdiction>>,
    /// Which units it is for.
    #[serde(default, rename = "match")]
    pub matches: IncentiveMatch,
    /// How it combines.
    pub stacking: Stacking,
    /// Its conditions.
    pub criteria: List<Criterion, 1>,
}

/// Which units an offer is for. A list that is left out matches all.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct IncentiveMatch {
    /// Rooftops.
    pub rooftops: Vec<RooftopId>,
    /// Makers; case does not matter.
    pub makes: Vec<Text<1, 100>>,
    /// Models; case does not matter.
    pub models: Vec<Text<1, 120>>,
    /// Trims; case does not matter.
    pub trims: Vec<Text<1, 120>>,
    /// Model years.
    pub years: Vec<ModelYear>,
    /// Conditions.
    pub conditions: Vec<Condition>,
    /// Single units.
    pub vins: Vec<Vin>,
}

impl IncentiveMatch {
    fn fits(&self, listing: &Listing) -> bool {
        let is = |name: &str, other: &str| name.trim().to_lowercase() == other.trim().to_lowercase();
        let trim = listing.trim.as_ref().map(Text::as_str).unwrap_or_default();
        any(&self.rooftops, |rooftop| *rooftop == listing.rooftop_id)
            && any(&self.makes, |make| is(make.as_str(), listing.make.as_str()))
            && any(&self.models, |model| is(model.as_str(), listing.model.as_str()))
            && any(&self.trims, |wanted| is(wanted.as_str(), trim))
            && any(&self.years, |year| *year == listing.year)
            && any(&self.conditions, |condition| *condition == listing.condition)
            && any(&self.vins, |vin| *vin == listing.vin)
    }
}

fn any<T>(list: &[T], fits: impl Fn(&T) -> bool) -> bool {
    list.is_empty() || list.iter().any(fits)
}

impl Incentive {
    /// The exact amount, where it is known.
    ///
    /// # Errors
    /// In words for the operator: no currency, no exact amount, or below zero.
    pub fn known_amount(&self) -> Result<Option<NonNegativeMoney>, String> {
        let Some(amount) = &self.amount else { return Ok(None) };
        let currency = self.currency.ok_or("an amount needs a currency")?;
        let money = Money::from_decimal(amount.as_str(), currency).map_err(|error| format!("the amount {error}"))?;
        NonNegativeMoney::new(money).map(Some).map_err(|error| format!("the amount {error}"))
    }

    /// Whether the offer is shown for a unit: it matches, it is valid now, and
    /// what the caller said of place and payment does not rule it out.
    #[must_use]
    pub fn is_shown(
        &self,
        listing: &Listing,
        now: Timestamp,
        jurisdiction: Option<&Jurisdiction>,
        payment: Option<PaymentMode>,
    ) -> bool {
        let begun = self.valid_from.is_none_or(|from| from <= now);
        let not_over = self.valid_until.is_none_or(|until| now < until);
        begun
            && not_over
            && self.matches.fits(listing)
            && jurisdiction.is_none_or(|place| self.applies_in(place))
            && payment.is_none_or(|mode| self.goes_with(mode))
    }

    fn applies_in(&self, place: &Jurisdiction) -> bool {
        self.jurisdictions.as_ref().is_none_or(|list| list.is_empty() || list.iter().any(|own| overlap(own, place)))
    }

    /// A criterion about payment rules the offer out only when all criteria
    /// must hold and this one cannot.
    fn goes_with(&self, mode: PaymentMode) -> bool {
        let cannot_hold = |criterion: &Criterion| match criterion.criterion {
            CriterionKind::FinanceProvider => mode == PaymentMode::Cash,
            CriterionKind::PaymentMode => names_values(criterion) && !names(&criterion.value, mode.as_str()),
            _ => false,
        };
        mode == PaymentMode::Unknown
            || self.criteria_mode == Some(CriteriaMode::Any)
            || !self.criteria.iter().any(cannot_hold)
    }

    /// The offer as the wire has it; `None` where its amount is unusable,
    /// which the configuration's check has refused before.
    #[must_use]
    pub fn adjustment(&self) -> Option<ConditionalAdjustment> {
        let amount = self.known_amount().ok()?;
        let source = Source {
            source_name: self.source_name.clone(),
            source_uri: None,
            source_record_id: Text::truncated(self.id.as_str()),
            authority: self.authority,
            observed_at: self.observed_at,
            content_digest: None,
        };
        Some(ConditionalAdjustment {
            adjustment_id: self.id.clone(),
            name: self.name.clone(),
            direction: self.direction,
            amount_status: if amount.is_some() { AmountStatus::Known } else { AmountStatus::Unknown },
            amount,
            criteria: self.criteria.clone(),
            criteria_mode: Some(self.criteria_mode.unwrap_or(CriteriaMode::All)),
            jurisdictions: self.jurisdictions.clone(),
            valid_from: self.valid_from,
            valid_until: self.valid_until,
            stacking: self.stacking.clone(),
            provenance: Some(Provenance {
                sources: List::new(vec![source]).ok()?,
                authority_status: AuthorityStatus::Asserted,
                transformed_at: None,
                transformations: None,
            }),
        })
    }
}

/// Two places overlap when every level that both name is the same.
fn overlap(one: &Jurisdiction, other: &Jurisdiction) -> bool {
    fn agree<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
        one.is_none() || other.is_none() || one == other
    }
    one.country == other.country
        && agree(one.subdivision.as_ref(), other.subdivision.as_ref())
        && agree(one.locality.as_ref(), other.locality.as_ref())
        && agree(one.postal_code.as_ref(), other.postal_code.as_ref())
}

/// Whether the criterion's value says which, rather than that there is one.
fn names_values(criterion: &Criterion) -> bool {
    matches!(criterion.operator, CriterionOperator::Equals | CriterionOperator::In)
}

fn names(value: &CriterionValue, word: &str) -> bool {
    let is = |scalar: &CriterionScalar| matches!(scalar, CriterionScalar::Text(text) if text == word);
    match value {
        CriterionValue::One(scalar) => is(scalar),
        CriterionValue::AnyOf(scalars) => scalars.iter().any(is),
    }
}
