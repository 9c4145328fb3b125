//! An immutable snapshot of published vehicles, its look-ups and its search.
//!
//! Pure: no clock, no I/O, no locks. Whoever asks says what time it is.
//!
//! - [`Snapshot`]: everything that is published, by organization.
//! - [`OrganizationInventory`]: one dealer's units, the unit of indexing.
//! - [`StoredListing`]: one unit, and its wire form as of a stated time.
//! - [`search`]: the query, its pages and its facets.
//! - [`find_discrepancies`]: the facts on which a unit's sources differ.

mod discrepancy;
mod evidence;
mod identity;
mod listing;
mod organization;
mod rooftop;
pub mod search;
mod snapshot;
mod stored;
mod terms;

pub use discrepancy::{feed_conflict, find_discrepancies};
pub use evidence::UsedEvidence;
pub use identity::vehicle_id;
pub use listing::{Assertion, Listing, RooftopStock, Tenure, TenureBasis};
pub use organization::OrganizationInventory;
pub use rooftop::RooftopFacts;
pub use search::{FilterKind, Hit, Position, SearchOutcome, SearchQuery, Unanswered};
pub use snapshot::{Snapshot, SnapshotError};
pub use stored::StoredListing;
pub use terms::{PublishedAdjustment, PublishedCharge, PublishedTerms};
