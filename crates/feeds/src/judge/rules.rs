//! The bounds of a judgement. The defaults and their reasons stand in
//! docs/decisions/0013.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A share in whole percent, 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Share(u8);

/// Refusal of a share beyond the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a share in percent, from 0 to 100")]
pub struct NoShare;

impl Share {
    /// # Errors
    /// [`NoShare`] above 100.
    pub const fn percent(percent: u8) -> Result<Self, NoShare> {
        if percent <= 100 { Ok(Self(percent)) } else { Err(NoShare) }
    }

    /// In percent.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether `part` is more than this share of `whole`; exact.
    #[must_use]
    pub fn is_exceeded(self, part: u64, whole: u64) -> bool {
        u128::from(part) * 100 > u128::from(whole) * u128::from(self.0)
    }
}

impl TryFrom<u8> for Share {
    type Error = NoShare;
    fn try_from(percent: u8) -> Result<Self, NoShare> {
        Self::percent(percent)
    }
}

impl From<Share> for u8 {
    fn from(share: Share) -> Self {
        share.0
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.0)
    }
}

/// Everything that a judgement goes by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JudgeRules {
    /// When a run waits for a person.
    pub guard: GuardRules,
    /// How long an absent unit stays.
    pub grace: Grace,
    /// How long a unit that is gone is known again.
    pub remembering: Remembering,
}

/// When a run waits for a person. An empty file always does, and so does a file
/// that is older than the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuardRules {
    /// The share of a rooftop's units, or of the feed's, that one file may take away.
    pub most_removed: Share,
    /// The share of the feed's prices that one file may move beyond `price_bound`.
    pub most_prices_moved: Share,
    /// By how much of itself a price may move before it counts as moved.
    pub price_bound: Share,
    /// Fewer units than this never hold a run, whatever their share: of three
    /// cars, one sold car is 33 %. A lot of which nothing is left is held from
    /// two units on.
    pub at_least: u64,
}

impl Default for GuardRules {
    /// 30 % of the units; a quarter of the prices by more than a quarter; five units.
    fn default() -> Self {
        Self { most_removed: Share(30), most_prices_moved: Share(25), price_bound: Share(25), at_least: 5 }
    }
}

/// How long a unit stays that its files do not have any more: as long as either
/// says so (C03).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grace {
    /// Files in a row that may lack it.
    pub files: u32,
    /// Seconds, by the files' own times, from the first one that lacks it.
    pub seconds: u32,
}

impl Default for Grace {
    /// One file.
    fn default() -> Self {
        Self { files: 1, seconds: 0 }
    }
}

/// How long a unit that is gone is known again, with its first-seen time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remembering {
    /// In seconds, by the files' own times.
    pub seconds: u32,
    /// How many units at most; the longest gone are forgotten first.
    pub units: usize,
}

impl Default for Remembering {
    /// A year, and 100,000 units.
    fn default() -> Self {
        Self { seconds: 365 * 86_400, units: 100_000 }
    }
}
