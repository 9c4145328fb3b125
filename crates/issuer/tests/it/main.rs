//! Tests of the public API.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests stop at what should not happen"
)]

mod folder;
mod garbage;
mod issuing;
mod rotation;
mod round_trip;
mod support;
