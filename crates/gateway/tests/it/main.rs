//! Tests of the public API.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "helpers of tests stop at what should not happen, and take JSON literals as they are"
)]

mod access_matrix;
mod audit;
mod availability;
mod availability_sources;
mod cursor_keys;
mod cursors;
mod dealers;
mod disclosures;
mod empty_matches;
mod fixture;
mod grant_matrix;
mod incentives;
mod manifests;
mod notices;
mod page_budget;
mod pages;
mod records;
mod refusals;
mod resources;
mod used_details;
mod vehicles;
mod world;
