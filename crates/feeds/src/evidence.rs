//! Evidence about used units from a side file.

use dealeragent_inventory::{Listing, search::FilterKind};
use dealeragent_protocol::values::Timestamp;

/// stub
#[derive(Debug, Clone)]
pub struct Evidence;
/// stub
#[derive(Debug, Clone, thiserror::Error)]
#[error("stub")]
pub struct EvidenceFault;
/// stub
#[derive(Debug, Clone, Default)]
pub struct LeftOut;
/// stub
#[derive(Debug, Clone, Default)]
pub struct AttachReport {
    /// stub
    pub answers: Vec<FilterKind>,
}
impl Evidence {
    /// stub
    pub fn read(_: &str) -> Result<Self, EvidenceFault> {
        Ok(Self)
    }
    /// stub
    #[must_use]
    pub fn shifted(self, _: i64) -> Self {
        self
    }
    /// stub
    pub fn attach(&self, _: &mut [Listing], _: Timestamp) -> AttachReport {
        AttachReport::default()
    }
}
