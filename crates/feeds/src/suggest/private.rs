//! Columns that are internal by their name. Here a word of the name is enough:
//! a proposal that hides too much is mended by a person, one that shows too
//! much is not.

use crate::profile::Profile;

/// Words of internal columns, folded.
const WORDS: [&str; 28] = [
    "cost",
    "invoice",
    "holdback",
    "floorplan",
    "wholesale",
    "bookvalue",
    "alarm",
    "keycode",
    "keyno",
    "keynumber",
    "doorkey",
    "ignition",
    "immobili",
    "radiocode",
    "lockbox",
    "memo",
    "plate",
    "registration",
    "buyer",
    "purchaser",
    "seller",
    "customer",
    "owner",
    "phone",
    "email",
    "payoff",
    "profit",
    "salesperson",
];

pub(super) fn is_private(folded: &str, known: &[Profile]) -> bool {
    WORDS.iter().any(|word| folded.contains(word)) || known.iter().any(|profile| profile.private.contains(folded))
}
