//! What a dealer's own systems say of a unit, and how their words are weighed.
//!
//! A rooftop may have any number of sources, in the order of its dealer's trust:
//! systems that report changes by themselves, systems that can be asked. What the
//! sources say is weighed together with the listing's own assertion
//! (docs/decisions/0016-weighing-availability.md):
//!
//! - how firmly a source's word stands is decided by dealer policy, never by what
//!   the source says of itself;
//! - a later word of a source further down may confirm or lower an earlier one,
//!   never raise it;
//! - a word that lowers holds until a source takes it back; any other holds as long
//!   as its band.

mod desk;
mod live;
mod source;
mod statement;
mod weigh;

pub(crate) use desk::{Check, Checked};
pub use desk::{Desk, RankedSource};
pub use live::{Live, LiveSource};
pub use source::{Asking, AvailabilitySource, Heard, SourceDown, UnitKey};
pub use statement::Statement;
