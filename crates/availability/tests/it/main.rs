//! Sources against real servers of their kind, on this machine alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod http;
mod postgres;
mod readings;
mod server;
mod sql;
mod templates;
mod unit;
