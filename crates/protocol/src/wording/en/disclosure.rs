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

/// Longest text, in characters: the bound of `disclosure_text` on the wire.
const LONGEST: usize = 4000;

/// Plain text that can be quoted, of at most 4000 characters. Where the lists
/// are longer than that, they end early and say so; what follows them always
/// stands.
#[must_use]
pub fn disclosure_text(disclosure: &PricingDisclosure, words: &DisclosureWords<'_>) -> String {
    let price = &disclosure.advertised_price;
    let includes = if price.includes_required_dealer_charges { "includes" } else { "does not include" };
    let head = format!("{}\nAdvertised price: {} ({includes} required dealer charges)", words.name, price.amount);
    let end = format!(
        "Taxes, title and registration: {}\nAs published by the dealer, {}.\n{NO_TOTAL}",
        government(disclosure),
        words.observed_at.to_speech(words.now),
    );
    let taken = head.chars().count() + end.chars().count() + 2;
    let lists = bounded(&lists(disclosure, words), LONGEST.saturating_sub(taken));
    format!("{head}\n{lists}\n{end}")
}

const NO_TOTAL: &str =
    "This is no quote and gives no out-the-door total: taxes, registration and eligibility depend on the buyer.";

/// The lines of the charges and of the adjustments.
fn lists(disclosure: &PricingDisclosure, words: &DisclosureWords<'_>) -> Vec<String> {
    let mut lines = vec!["Required dealer charges, paid by everybody:".to_owned()];
    if disclosure.required_dealer_charges.is_empty() {
        lines.push(if words.charges_known { "  none" } else { "  not on record; ask the dealer" }.to_owned());
    }
    lines.extend(disclosure.required_dealer_charges.iter().map(charge_line));
    if !disclosure.conditional_adjustments.is_empty() {
        lines.push("Conditional adjustments, only for those who qualify; the dealer decides:".to_owned());
        lines.extend(disclosure.conditional_adjustments.iter().map(adjustment_line));
    }
    lines
}

/// As many whole lines as fit, with a note on the rest.
fn bounded(lines: &[String], longest: usize) -> String {
    let whole = lines.join("\n");
    if whole.chars().count() <= longest {
        return whole;
    }
    let note = |left: usize| format!("  and {left} lines more in the list itself");
    let mut text = String::new();
    let mut room = longest.saturating_sub(note(lines.len()).chars().count());
    for (at, line) in lines.iter().enumerate() {
        let Some(left) = room.checked_sub(line.chars().count() + 1) else {
            return text + &note(lines.len() - at);
        };
        room = left;
        text.push_str(line);
        text.push('\n');
    }
    text
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
