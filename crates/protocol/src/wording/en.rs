//! English.

mod facts;
mod search;

pub use facts::{availability_claim, disclosure_text, price_claim, used_summary, vehicle_name, VehicleWords};
pub use search::{search_summary, SearchWords};
