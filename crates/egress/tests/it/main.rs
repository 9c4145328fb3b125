//! Egress against servers on this machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod addresses;
mod apart;
mod bounds;
mod conditional;
mod connections;
mod files;
mod redirects;
mod retries;
mod secrets;
mod server;
mod tls;
