//! What a seller's text says about its price. Only ever a warning: text is
//! never read as an instruction, and nothing is taken off a price (B06, B07).

use super::{html, text};

/// Words of a price that not everybody gets.
const CONDITIONS: [&str; 24] = [
    "must qualify",
    "must finance",
    "if qualified",
    "if you qualify",
    "when financed",
    "with approved credit",
    "with trade",
    "trade assist",
    "trade-in assist",
    "loyalty cash",
    "loyalty rebate",
    "loyalty bonus",
    "conquest cash",
    "conquest bonus",
    "lease cash",
    "finance cash",
    "college grad",
    "military rebate",
    "military bonus",
    "first responder",
    "price includes rebate",
    "includes all rebates",
    "after rebate",
    "conditional offer",
];

/// Words of charges that come on top.
const EXTRA_CHARGES: [&str; 14] = [
    "plus fees",
    "plus dealer fee",
    "plus doc",
    "plus tax",
    "plus freight",
    "plus dealer prep",
    "excludes fees",
    "excludes doc",
    "excludes dealer",
    "excluding fees",
    "does not include doc",
    "does not include dealer",
    "not including fees",
    "fees extra",
];

/// What was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Claims {
    /// Cash that only some shoppers get may already be taken off.
    pub conditional_cash: bool,
    /// Charges come on top.
    pub extra_charges: bool,
}

/// Looks for such words.
#[must_use]
pub fn find(description: &str) -> Claims {
    let plain = html::to_text(description);
    let words = text::clean(&plain).to_lowercase();
    Claims {
        conditional_cash: CONDITIONS.iter().any(|phrase| words.contains(phrase)),
        extra_charges: EXTRA_CHARGES.iter().any(|phrase| words.contains(phrase)),
    }
}
