//! The crate through its public surface.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests stop at what should not happen"
)]

mod archives;
mod built_in;
mod decoding;
mod demo;
mod evidence;
mod fitting;
mod golden;
mod headers;
mod honest;
mod inventory_csv;
mod judging;
mod kinds;
mod positional;
mod positions;
mod prices;
mod profiles;
mod properties;
mod quotes;
mod reading;
mod rooftops;
mod rows;
mod shapes;
mod sheets;
mod streaming;
mod suggesting;
mod support;
mod tables;
mod text;
mod values;
mod zones;
