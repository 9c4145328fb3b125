//! What dealers' own systems, and people at the desk, reported about units.
//!
//! A report is on the disk when [`AvailabilityReports::report`] returns, and every
//! process that looks up after that sees it. Reports are ordered by the time that
//! their source states: whatever the order in which they come, what stands at the
//! end is the same.

mod reader;
mod report;
mod reports;

pub use reader::ReportedUnits;
pub use report::{Confirmation, Recorded, Reported, UnitReport};
pub use reports::AvailabilityReports;
