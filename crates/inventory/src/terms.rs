//! What a publication says about a unit's price beside the price itself
//! (contract.md section 10), in its short shapes.

use dealeragent_protocol::{
    facts::{ChargePayee, Direction, GovernmentChargeStatus},
    values::{NonNegativeMoney, Text},
};
use serde::{Deserialize, Serialize};

/// Terms of one unit as its publication states them. `None` is "not told",
/// an empty list is "there are none".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PublishedTerms {
    /// Charges that everybody pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charges: Option<Vec<PublishedCharge>>,
    /// Adjustments that only some shoppers get. Never taken off the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjustments: Option<Vec<PublishedAdjustment>>,
    /// What is known of government charges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub government_charges: Option<GovernmentChargeStatus>,
}

/// A charge as it is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedCharge {
    /// Its name.
    pub label: Text<1, 160>,
    /// The exact amount.
    pub amount: NonNegativeMoney,
    /// Who keeps it, where that is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payee: Option<ChargePayee>,
    /// Whether the advertised price already holds it, where that is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub included_in_advertised_price: Option<bool>,
}

/// An adjustment as it is published: its conditions are words, which nobody
/// here decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedAdjustment {
    /// Its name.
    pub name: Text<1, 160>,
    /// Down or up.
    pub direction: Direction,
    /// The amount, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<NonNegativeMoney>,
    /// Who gets it, in the dealer's words.
    pub eligibility: Vec<Text<1, 500>>,
    /// How it combines, in the dealer's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stacking: Option<Text<1, 500>>,
}

impl PublishedTerms {
    /// Whether nothing is told.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
