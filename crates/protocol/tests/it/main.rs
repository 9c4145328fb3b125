//! Tests of the public API.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests stop at what should not happen"
)]

mod arguments;
mod error_payload;
mod error_registry;
mod history_sharing;
mod intake_agreement;
mod intake_lenient;
mod intake_violations;
mod mutations;
mod samples;
mod schema_documents;
mod schema_tools;
mod search_rules;
mod selectors;
mod snapshots;
mod values_distance;
mod values_identifiers;
mod values_money;
mod values_text;
mod values_timestamp;
mod well_known;
mod wording_availability;
mod wording_claims;
mod wording_prices;
