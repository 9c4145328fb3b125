//! Sources against real files and real servers on this machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod config;
mod fetcher;
mod http;
mod local;
mod passwords;
mod pattern;
mod s3;
mod schedule;
mod secrets;
mod sftp;
mod spool;
mod state;
mod tls;
mod web;
mod world;
