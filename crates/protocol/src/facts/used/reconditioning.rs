//! Work done before sale. No cost and no internal note has a place here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    facts::{Freshness, Provenance},
    values::{List, Text, Timestamp, words::words},
};

words! {
    /// How far the work is.
    pub enum ReconditioningStatus {
        NotStarted = "not_started", InProgress = "in_progress", Completed = "completed", Unknown = "unknown",
    }
}

words! {
    /// What kind of work.
    pub enum ReconditioningCategory {
        Mechanical = "mechanical", Safety = "safety", Tires = "tires", Brakes = "brakes", Cosmetic = "cosmetic",
        Interior = "interior", Glass = "glass", Electrical = "electrical", Recall = "recall", Other = "other",
    }
}

words! {
    /// How far one item is.
    pub enum ReconditioningItemStatus {
        Planned = "planned", InProgress = "in_progress", Completed = "completed", Declined = "declined",
        Unknown = "unknown",
    }
}

/// One piece of work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReconditioningItem {
    /// What kind.
    pub category: ReconditioningCategory,
    /// In words.
    pub description: Text<1, 500>,
    /// How far it is.
    pub status: ReconditioningItemStatus,
}

/// Work done before sale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Reconditioning {
    /// How far the work is; never completed while a safety item is open.
    pub status: ReconditioningStatus,
    /// When it was completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    /// The pieces.
    pub items: List<ReconditioningItem, 0, 100>,
    /// Where this comes from.
    pub provenance: Provenance,
    /// How old it is.
    pub freshness: Freshness,
}

impl ReconditioningStatus {
    /// The status that may be published: `completed` only when no safety item
    /// is still open.
    #[must_use]
    pub fn held_by(self, items: &[ReconditioningItem]) -> Self {
        let open = |item: &&ReconditioningItem| {
            item.category == ReconditioningCategory::Safety && item.status != ReconditioningItemStatus::Completed
        };
        if self == Self::Completed && items.iter().find(open).is_some() { Self::InProgress } else { self }
    }
}
