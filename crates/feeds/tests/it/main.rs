//! The crate through its public surface.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests stop at what should not happen"
)]

mod archives;
mod decoding;
mod demo;
mod evidence;
mod golden;
mod headers;
mod positions;
mod profiles;
mod properties;
mod quotes;
mod reading;
mod rows;
mod sheets;
mod streaming;
mod support;
mod tables;
mod values;
mod zones;
