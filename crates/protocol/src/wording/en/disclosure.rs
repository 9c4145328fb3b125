//! A price disclosure in words, like a window sticker. Never a total.

use crate::{
    facts::{
        AmountStatus, Charge, ConditionalAdjustment, CriteriaMode, Direction, EvidenceStatus, GovernmentChargeStatus,
        PricingDisclosure,
    },
    values::Timestamp,
};

/// What the text needs beyond the disclosure itself.
#[derive(Debug, Clone, Copy)]
pub struct DisclosureWords<'a> {
    /// `2024 Honda Civic EX`.
    pub name: &'a str,
    /// Whether the dealer's charges are on record at all.
    pub charges_known: bool,
    /// When the price was seen.
    pub observed_at: Timestamp,
    /// The time of the answer.
    pub now: Timestamp,
}

/// Plain text that can be quoted; the caller bounds its length.
#[must_use]
pub fn disclosure_text(disclosure: &PricingDisclosure, words: &DisclosureWords<'_>) -> String {
    let price = &disclosure.advertised_price;
    let includes = if price.includes_required_dealer_charges { "includes" } else { "does not include" };
    let mut lines =
        vec![words.name.to_owned(), format!("Advertised price: {} ({includes} required dealer charges)", price.amount)];
    lines.push("Required dealer charges, paid by everybody:".to_owned());
    if disclosure.required_dealer_charges.is_empty() {
        lines.push(if words.charges_known { "  none" } else { "  not on record; ask the dealer" }.to_owned());
    }
    lines.extend(disclosure.required_dealer_charges.iter().map(charge_line));
    if !disclosure.conditional_adjustments.is_empty() {
        lines.push("Conditional adjustments, only for those who qualify; the dealer decides:".to_owned());
        lines.extend(disclosure.conditional_adjustments.iter().map(adjustment_line));
    }
    lines.push(format!("Taxes, title and registration: {}", government(disclosure)));
    lines.push(format!("As published by the dealer, {}.", words.observed_at.to_speech(words.now)));
    lines.push(
        "This is no quote and gives no out-the-door total: taxes, registration and eligibility depend on the buyer."
            .to_owned(),
    );
    lines.join("\n")
}

fn charge_line(charge: &Charge) -> String {
    let included = if charge.included_in_advertised_price { "already in the price" } else { "not in the price" };
    format!("  {}: {} ({included})", charge.name, charge.amount)
}

fn adjustment_line(adjustment: &ConditionalAdjustment) -> String {
    let kind = match adjustment.direction {
        Direction::Discount => "discount",
        Direction::Surcharge => "surcharge",
    };
    let amount = match (adjustment.amount_status, adjustment.amount) {
        (AmountStatus::Known, Some(amount)) => amount.to_string(),
        _ => "amount not published".to_owned(),
    };
    let joint = if adjustment.criteria_mode == Some(CriteriaMode::Any) { " or " } else { " and " };
    let criteria: Vec<String> = adjustment
        .criteria
        .iter()
        .map(|criterion| {
            let proof = if criterion.evidence_status == EvidenceStatus::Required { ", with proof" } else { "" };
            format!("{}{proof}", criterion.criterion.as_str().replace('_', " "))
        })
        .collect();
    format!("  {}: {kind} of {amount}, for {}", adjustment.name, criteria.join(joint))
}

fn government(disclosure: &PricingDisclosure) -> String {
    let charges = &disclosure.government_charges;
    let total = charges.total.map(|total| format!(" {total}")).unwrap_or_default();
    match charges.status {
        GovernmentChargeStatus::Unknown => "not known".to_owned(),
        GovernmentChargeStatus::Estimated => format!("estimated{total}, on the assumptions given"),
        GovernmentChargeStatus::Calculated => format!("calculated{total}"),
        GovernmentChargeStatus::NotApplicable => "not applicable".to_owned(),
    }
}
