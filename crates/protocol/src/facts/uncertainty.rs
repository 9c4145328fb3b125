//! How sure a fact is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::{List, Text, words::words};

words! {
    /// How sure a fact is. Unknown is never zero, false or included.
    pub enum UncertaintyStatus {
        Exact = "exact",
        Estimated = "estimated",
        Unknown = "unknown",
        NotApplicable = "not_applicable",
    }
}

/// How sure a fact is, and why not surer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Uncertainty {
    /// The degree.
    pub status: UncertaintyStatus,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Text<1, 500>>,
    /// What was assumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<List<Text<1, 500>, 0, 32>>,
}
