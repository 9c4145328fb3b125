//! Evidence about used units, kept per source.

use dealeragent_protocol::facts::{
    Certification, ConditionReport, Discrepancy, HistoryReport, Reconditioning, TitleDisclosure,
};
use serde::{Deserialize, Serialize};

/// What side files say about one unit. Sources that disagree are both kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UsedEvidence {
    /// Reports, one per provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history_reports: Vec<HistoryReport>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<TitleDisclosure>,
    /// Inspection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition_report: Option<ConditionReport>,
    /// Certification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certification: Option<Certification>,
    /// Work done before sale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconditioning: Option<Reconditioning>,
    /// Facts on which sources disagree, found by [`crate::find_discrepancies`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discrepancies: Vec<Discrepancy>,
}

impl UsedEvidence {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
