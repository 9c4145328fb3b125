//! A price disclosure in words, like a window sticker. Never a total.

use super::{UnitWords, adjustment::adjustment_line, price::price_line};
use crate::{
    facts::{Charge, GovernmentChargeStatus, PricingDisclosure},
    values::Timestamp,
};

/// What the text needs beyond the disclosure itself.
#[derive(Debug, Clone, Copy)]
pub struct DisclosureWords<'a> {
    /// The unit.
    pub unit: UnitWords<'a>,
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
    let charges = words.charges_known.then_some(&*disclosure.required_dealer_charges);
    let head = format!(
        "{}\nAvailability: {}\n{}",
        words.unit.name,
        words.unit.claim(words.now),
        price_line(&disclosure.advertised_price, charges),
    );
    let end = format!(
        "Taxes, title and registration: {}\nAs published by the dealer, {}.\n{NO_TOTAL}",
        government(disclosure),
        words.observed_at.to_speech(words.now),
    );
    let taken = head.chars().count() + end.chars().count() + 2;
    let lists = bounded(&lists(disclosure, words), LONGEST.saturating_sub(taken));
    format!("{head}\n{lists}\n{end}")
}

/// The summary of a disclosure: its text, with the band and the ids.
#[must_use]
pub fn disclosure_summary(text: &str, unit: &UnitWords<'_>) -> String {
    format!("{text}\n{}", unit.marks())
}

/// What a disclosure is not sure of.
#[must_use]
pub fn disclosure_uncertainty(charges_known: bool) -> &'static str {
    if charges_known {
        "Price and dealer charges are as published; taxes, title and registration are unknown."
    } else {
        "The price is as published; dealer charges, taxes, title and registration are unknown."
    }
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
