//! Tests of the public API.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "helpers of tests stop at what should not happen"
)]

mod availability;
mod bounds;
mod chain;
mod credentials;
mod cursor_keys;
mod delegations;
mod encoding;
mod exports;
mod failing;
mod feeds;
mod group_commit;
mod listing;
mod lookups;
mod noted_tips;
mod opening;
mod records;
mod retention;
mod support;
mod tampering;
mod triggers;
