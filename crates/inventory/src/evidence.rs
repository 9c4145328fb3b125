//! Evidence about used units, kept per source.

use dealeragent_protocol::facts::{
    Certification, ConditionReport, Discrepancy, HistoryReport, Reconditioning, TitleDisclosure,
};

/// What side files say about one unit. Sources that disagree are both kept.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UsedEvidence {
    /// Reports, one per provider.
    pub history_reports: Vec<HistoryReport>,
    /// Title.
    pub title: Option<TitleDisclosure>,
    /// Inspection.
    pub condition_report: Option<ConditionReport>,
    /// Certification.
    pub certification: Option<Certification>,
    /// Work done before sale.
    pub reconditioning: Option<Reconditioning>,
    /// Facts on which sources disagree, found by [`crate::find_discrepancies`].
    pub discrepancies: Vec<Discrepancy>,
}
