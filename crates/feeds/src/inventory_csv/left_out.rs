//! Listings that a publication has no row for.

use dealeragent_protocol::values::{RooftopId, VehicleId};

/// A listing that was not written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutListing {
    /// The unit.
    pub vehicle_id: VehicleId,
    /// Where it stands.
    pub rooftop_id: RooftopId,
    /// Why.
    pub reason: Unpublishable,
}

/// What the contract asks of every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unpublishable {
    /// `stock_number` is required.
    #[error("has no stock number, which inventory CSV 0.1 asks for; enter one at the source")]
    NoStockNumber,
    /// `listing_url` is https.
    #[error("has no https page address, which inventory CSV 0.1 asks for; set `listing_url_template`")]
    NoHttpsPage,
    /// A fact that JSON cannot hold.
    #[error("has a fact that cannot be written as JSON")]
    NotJson,
}
