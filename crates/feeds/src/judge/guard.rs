//! What makes a run wait for a person.

use std::{collections::BTreeMap, fmt};

use dealeragent_protocol::values::{RooftopId, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Diff, GuardRules, Share};

/// Why a run waits. Scripts branch on `kind`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum HoldReason {
    /// An empty file is never taken for an empty lot (A16).
    EmptyFile {
        /// Units that would go.
        units: u64,
    },
    /// No row of the file could be used.
    NothingUsable {
        /// Its rows.
        rows: u64,
        /// Units that the last good state has.
        units: u64,
    },
    /// Too large a part of the lot is not in the file (A16).
    Removes {
        /// The rooftop; `None` for the feed as a whole.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rooftop_id: Option<RooftopId>,
        /// Units that are not in the file.
        absent: u64,
        /// Units that the last file had.
        of: u64,
        /// The share that may be absent.
        bound: Share,
    },
    /// The file is older than the one before (C05).
    OlderFile {
        /// The last good file's time.
        last: Timestamp,
        /// This one's.
        this: Timestamp,
    },
    /// Too many prices moved too far.
    PricesMove {
        /// Prices that moved beyond the bound, or are gone.
        moved: u64,
        /// Prices that were compared.
        of: u64,
        /// The share of prices that may move so far.
        bound: Share,
        /// How far.
        beyond: Share,
    },
}

impl fmt::Display for HoldReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyFile { units } => write!(
                f,
                "the file has no rows, and {units} unit{} would go; an empty export is never taken for an empty lot: \
                 export it again",
                s(*units)
            ),
            Self::NothingUsable { rows, units } => write!(
                f,
                "none of the file's {rows} row{} can be used, and {units} unit{} would go; look at the rejects, and mend \
                 the export or the profile",
                s(*rows),
                s(*units)
            ),
            Self::Removes { rooftop_id, absent, of, bound } => {
                match rooftop_id {
                    Some(rooftop) => write!(f, "rooftop {rooftop}: ")?,
                    None => write!(f, "in the whole feed, ")?,
                }
                let percent = (absent * 100).checked_div(*of).unwrap_or_default();
                write!(
                    f,
                    "{absent} of {of} units ({percent} %) are not in the file, and {bound} may be; check that the export \
                     is whole"
                )
            }
            Self::OlderFile { last, this } => write!(
                f,
                "the file was written at {this}, before the last good one, which is of {last}; send the newest export"
            ),
            Self::PricesMove { moved, of, bound, beyond } => {
                let percent = (moved * 100).checked_div(*of).unwrap_or_default();
                write!(
                    f,
                    "{moved} of {of} prices ({percent} %) moved by more than {beyond} or are gone, and {bound} may; check \
                     that the price column is still the right one"
                )
            }
        }
    }
}

fn s(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl HoldReason {
    /// The reason, and how the run is released all the same.
    #[must_use]
    pub fn sentence(&self, run: &super::RunId) -> String {
        format!("{self}; if it is right as it is, release it with `dealeragent feed accept {run}`")
    }
}

/// Units of a rooftop: those that the last file had, and how many of them this
/// one has not.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Presence {
    pub(super) before: u64,
    pub(super) absent: u64,
}

/// Every reason to hold what `diff` tells.
pub(super) fn weigh(diff: &Diff, presence: &BTreeMap<RooftopId, Presence>, rules: &GuardRules) -> Vec<HoldReason> {
    let mut reasons = Vec::new();
    let bound = rules.most_removed;
    let is_too_much = |Presence { before, absent }: Presence| {
        // A lot that is another altogether is another dealer's file.
        let is_emptied = absent == before && absent >= 2;
        bound.is_exceeded(absent, before) && (absent >= rules.at_least || is_emptied)
    };
    let removes = |rooftop_id, presence: Presence| HoldReason::Removes {
        rooftop_id,
        absent: presence.absent,
        of: presence.before,
        bound,
    };
    for (rooftop, presence) in presence {
        if is_too_much(*presence) {
            reasons.push(removes(Some(rooftop.clone()), *presence));
        }
    }
    let add =
        |sum: Presence, one: &Presence| Presence { before: sum.before + one.before, absent: sum.absent + one.absent };
    let whole = presence.values().fold(Presence::default(), add);
    if reasons.is_empty() && is_too_much(whole) {
        reasons.push(removes(None, whole));
    }
    let (moved, of) = (diff.prices.beyond, diff.prices.compared);
    if rules.most_prices_moved.is_exceeded(moved, of) && moved >= rules.at_least {
        let (bound, beyond) = (rules.most_prices_moved, rules.price_bound);
        reasons.push(HoldReason::PricesMove { moved, of, bound, beyond });
    }
    reasons
}
