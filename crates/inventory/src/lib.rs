//! An immutable snapshot of published vehicles, its look-ups and its search.
//!
//! Pure: no clock, no I/O, no locks. Whoever asks says what time it is.

mod evidence;
mod identity;
mod listing;
pub mod search;

pub use evidence::UsedEvidence;
pub use identity::vehicle_id;
pub use listing::{Assertion, Listing, RooftopStock, Tenure, TenureBasis};
