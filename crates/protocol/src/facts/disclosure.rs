//! Price disclosures (contract.md section 5): no quote, no out-the-door total.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AdvertisedPrice, Band, Freshness, Provenance, Uncertainty};
use crate::values::{
    AdjustmentId, ChargeId, DisclosureId, ExtensionBag, Jurisdiction, List, NonNegativeMoney, OrganizationId,
    RooftopId, Set, Text, Timestamp, VehicleId, words::words,
};

words! {
    /// Who keeps a charge.
    pub enum ChargePayee { Dealer = "dealer", DealerVendor = "dealer_vendor", Other = "other" }
}

words! {
    /// Whether a charge is taxed.
    pub enum TaxableStatus {
        Taxable = "taxable", NotTaxable = "not_taxable", Unknown = "unknown",
        JurisdictionDependent = "jurisdiction_dependent",
    }
}

words! {
    /// Whether an adjustment lowers or raises the price.
    pub enum Direction { Discount = "discount", Surcharge = "surcharge" }
}

words! {
    /// Whether an adjustment's amount is known.
    pub enum AmountStatus { Known = "known", Unknown = "unknown" }
}

words! {
    /// Whether all criteria must hold or any of them.
    pub enum CriteriaMode { All = "all", Any = "any" }
}

words! {
    /// What a shopper must be or do.
    pub enum CriterionKind {
        Residency = "residency", Loyalty = "loyalty", Conquest = "conquest", Military = "military",
        FirstResponder = "first_responder", CollegeGraduate = "college_graduate",
        FinanceProvider = "finance_provider", PaymentMode = "payment_mode", TradeIn = "trade_in",
        LeaseReturn = "lease_return", Membership = "membership", Other = "other",
    }
}

words! {
    /// How a criterion's value is compared.
    pub enum CriterionOperator { Equals = "equals", In = "in", Present = "present", Verified = "verified" }
}

words! {
    /// What proof a criterion wants. The gateway itself never decides it.
    pub enum EvidenceStatus {
        Required = "required", Claimed = "claimed", Verified = "verified", NotRequired = "not_required",
    }
}

words! {
    /// How an adjustment combines with others.
    pub enum Combinability { Stackable = "stackable", Exclusive = "exclusive", RuleDefined = "rule_defined" }
}

words! {
    /// What is known of government charges. Zero never stands for unknown.
    pub enum GovernmentChargeStatus {
        Unknown = "unknown", Estimated = "estimated", Calculated = "calculated", NotApplicable = "not_applicable",
    }
}

words! {
    /// Who receives a government charge.
    pub enum GovernmentPayee { Government = "government", GovernmentAgent = "government_agent" }
}

/// A required dealer charge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Charge {
    /// Its id.
    pub charge_id: ChargeId,
    /// Its name.
    pub name: Text<1, 160>,
    /// The exact amount.
    pub amount: NonNegativeMoney,
    /// Who keeps it.
    pub payee: ChargePayee,
    /// Whether the advertised price already holds it.
    pub included_in_advertised_price: bool,
    /// Whether it is taxed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taxable_status: Option<TaxableStatus>,
    /// Always true: an option is no charge.
    #[schemars(schema_with = "always_true")]
    pub required: bool,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

pub(crate) fn always_true(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "const": true })
}

/// A single value of a criterion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CriterionScalar {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(serde_json::Number),
    /// A word.
    Text(String),
}

/// What a criterion compares with: one value or a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CriterionValue {
    /// One value.
    One(CriterionScalar),
    /// Any of these.
    AnyOf(Vec<CriterionScalar>),
}

impl JsonSchema for CriterionValue {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CriterionValue".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["string", "boolean", "number", "array"],
            "items": { "type": ["string", "number", "boolean"] }
        })
    }
}

/// One condition of an adjustment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// What is asked.
    pub criterion: CriterionKind,
    /// How it is compared.
    pub operator: CriterionOperator,
    /// With what.
    pub value: CriterionValue,
    /// What proof is wanted.
    pub evidence_status: EvidenceStatus,
    /// In words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Text<1, 500>>,
}

/// How an adjustment combines with others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stacking {
    /// The group it belongs to.
    pub group: Text<1, 80>,
    /// The rule.
    pub combinability: Combinability,
    /// Named partners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combinable_with: Option<Set<AdjustmentId>>,
}

/// A discount or surcharge that only some shoppers get. Never taken off the
/// advertised price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields, extend("allOf" = [{
    "if": { "properties": { "amount_status": { "const": "known" } }, "required": ["amount_status"] },
    "then": { "required": ["amount"] }
}]))]
pub struct ConditionalAdjustment {
    /// Its id.
    pub adjustment_id: AdjustmentId,
    /// Its name.
    pub name: Text<1, 160>,
    /// Down or up.
    pub direction: Direction,
    /// Whether the amount is known.
    pub amount_status: AmountStatus,
    /// The amount, needed when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<NonNegativeMoney>,
    /// The conditions.
    pub criteria: List<Criterion, 1>,
    /// All or any of them; all unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criteria_mode: Option<CriteriaMode>,
    /// Where it applies; everywhere unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jurisdictions: Option<List<Jurisdiction>>,
    /// Start of its validity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<Timestamp>,
    /// End of its validity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Timestamp>,
    /// How it combines.
    pub stacking: Stacking,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// One government charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct GovernmentLine {
    /// Its name.
    pub name: Text<1, 160>,
    /// The exact amount.
    pub amount: NonNegativeMoney,
    /// Who receives it.
    pub payee: GovernmentPayee,
    /// What it is based on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Text<1, 500>>,
}

/// Taxes, registration and the like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct GovernmentCharges {
    /// What is known.
    pub status: GovernmentChargeStatus,
    /// Where they would be due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jurisdiction: Option<Jurisdiction>,
    /// The charges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<List<GovernmentLine>>,
    /// Their sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<NonNegativeMoney>,
    /// What was assumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<List<Text<1, 500>>>,
    /// Where they come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// The parts of the completeness score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CompletenessComponents {
    /// 25 points.
    pub advertised_price_present_and_authoritative: bool,
    /// 20 points.
    pub required_dealer_charges_itemized: bool,
    /// 20 points.
    pub conditional_adjustments_have_eligibility_and_stacking: bool,
    /// 20 points.
    pub government_charges_classified: bool,
    /// 15 points for `verified_current`.
    pub availability_band: Band,
}

/// How complete a disclosure is. The score follows from the parts and cannot
/// be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Completeness {
    #[schemars(range(min = 0, max = 100))]
    score: u8,
    components: CompletenessComponents,
}

impl Completeness {
    /// Adds the points of the parts.
    #[must_use]
    pub fn of(components: CompletenessComponents) -> Self {
        let points = |holds: bool, points: u8| if holds { points } else { 0 };
        let score = points(components.advertised_price_present_and_authoritative, 25)
            + points(components.required_dealer_charges_itemized, 20)
            + points(components.conditional_adjustments_have_eligibility_and_stacking, 20)
            + points(components.government_charges_classified, 20)
            + points(components.availability_band == Band::VerifiedCurrent, 15);
        Self { score, components }
    }

    /// 0 to 100.
    #[must_use]
    pub fn score(&self) -> u8 {
        self.score
    }

    /// What it was made from.
    #[must_use]
    pub fn components(&self) -> &CompletenessComponents {
        &self.components
    }
}

/// Everything known about the price of one unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PricingDisclosure {
    /// Its id.
    pub disclosure_id: DisclosureId,
    /// The unit.
    pub vehicle_id: VehicleId,
    /// The dealer.
    pub organization_id: OrganizationId,
    /// The selling location.
    pub rooftop_id: RooftopId,
    /// The price that anybody gets.
    pub advertised_price: AdvertisedPrice,
    /// Charges that everybody pays.
    pub required_dealer_charges: List<Charge>,
    /// Adjustments that only some get.
    pub conditional_adjustments: List<ConditionalAdjustment>,
    /// Taxes, registration and the like.
    pub government_charges: GovernmentCharges,
    /// How complete this is.
    pub disclosure_completeness: Completeness,
    /// The same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclosure_text: Option<Text<0, 4000>>,
    /// How sure this is.
    pub uncertainty: Uncertainty,
    /// Where it comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
    /// Open members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<ExtensionBag>,
}
