//! A conditional adjustment in words, always with its conditions.

use super::shortened;
use crate::{
    facts::{
        AmountStatus, ConditionalAdjustment, CriteriaMode, Criterion, CriterionKind, CriterionScalar, CriterionValue,
        Direction, EvidenceStatus,
    },
    values::Jurisdiction,
};

/// Longest words of one condition, in characters.
const LONGEST_CONDITION: usize = 160;

/// Longest line, in characters.
const LONGEST_LINE: usize = 480;

/// Most places that are named.
const MOST_PLACES: usize = 3;

/// `Loyalty: discount of USD 500.00, condition: owns a Honda, with proof`.
pub(super) fn adjustment_line(adjustment: &ConditionalAdjustment) -> String {
    let kind = match adjustment.direction {
        Direction::Discount => "discount",
        Direction::Surcharge => "surcharge",
    };
    let amount = match (adjustment.amount_status, adjustment.amount) {
        (AmountStatus::Known, Some(amount)) => format!("{kind} of {amount}"),
        _ => format!("{kind}, amount not published"),
    };
    let conditions: Vec<String> = adjustment.criteria.iter().map(condition).collect();
    let title = match (conditions.len(), adjustment.criteria_mode) {
        (0 | 1, _) => "condition",
        (_, Some(CriteriaMode::Any)) => "conditions (one of them is enough)",
        (_, Some(CriteriaMode::All) | None) => "conditions (all must hold)",
    };
    // The limits stand before the conditions, which may be cut.
    let line = format!("{}: {amount}{}, {title}: {}", adjustment.name, limits(adjustment), conditions.join("; "));
    format!("  {}", shortened(&line, LONGEST_LINE))
}

/// Where and until when it applies.
fn limits(adjustment: &ConditionalAdjustment) -> String {
    let places = adjustment.jurisdictions.iter().flat_map(|list| list.iter());
    let mut named: Vec<String> = places.clone().take(MOST_PLACES).map(place).collect();
    if places.count() > MOST_PLACES {
        named.push("other places listed".to_owned());
    }
    let mut text = String::new();
    if !named.is_empty() {
        text.push_str(&format!(", only in {}", named.join(" or ")));
    }
    if let Some(until) = adjustment.valid_until {
        text.push_str(&format!(", until {}", until.to_whole_second()));
    }
    text
}

fn place(place: &Jurisdiction) -> String {
    let code = place.subdivision.as_ref().map_or_else(|| place.country.to_string(), ToString::to_string);
    let parts = [Some(code), place.locality.as_ref().map(ToString::to_string)];
    let postal_code = place.postal_code.as_ref().map(ToString::to_string);
    parts.into_iter().chain([postal_code]).flatten().collect::<Vec<_>>().join(" ")
}

/// The dealer's own words, or else the kind with its values.
fn condition(criterion: &Criterion) -> String {
    let described = criterion.description.as_ref().map(|text| text.as_str().trim().trim_end_matches('.'));
    let words = described.filter(|text| !text.is_empty()).map_or_else(|| in_words(criterion), str::to_owned);
    let proof = if criterion.evidence_status == EvidenceStatus::Required { ", with proof" } else { "" };
    format!("{}{proof}", shortened(&words, LONGEST_CONDITION))
}

fn in_words(criterion: &Criterion) -> String {
    let kind = match criterion.criterion {
        CriterionKind::Other => "a condition of the dealer".to_owned(),
        kind => kind.as_str().replace('_', " "),
    };
    let values: Vec<String> = match &criterion.value {
        CriterionValue::One(CriterionScalar::Flag(true)) => Vec::new(),
        CriterionValue::One(value) => vec![scalar(value)],
        CriterionValue::AnyOf(values) => values.iter().map(scalar).collect(),
    };
    match (values.is_empty(), criterion.criterion) {
        (true, CriterionKind::Other) => format!("{kind} that is not described; ask the dealer"),
        (true, _) => kind,
        (false, _) => format!("{kind}: {}", values.join(" or ")),
    }
}

fn scalar(value: &CriterionScalar) -> String {
    match value {
        CriterionScalar::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        CriterionScalar::Number(number) => number.to_string(),
        CriterionScalar::Text(text) => text.clone(),
    }
}
