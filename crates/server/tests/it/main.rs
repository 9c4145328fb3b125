//! Tests of the public API: the real router, the real assembly, real sockets
//! where a socket matters.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "helpers of tests stop at what should not happen"
)]

mod access;
mod answer_sizes;
mod answers;
mod config_bounds;
mod config_feeds;
mod config_good;
mod config_problems;
mod config_rules;
mod config_sites;
mod demo_dates;
mod discover;
mod discovery_canaries;
mod discovery_table;
mod edge;
mod enumeration;
mod error_causes;
mod errors;
mod feeds_kept;
mod feeds_last_good;
mod field_requests;
mod health;
mod honest_views;
mod http_rules;
mod leaks;
mod legacy;
mod limits;
mod pages;
mod panics;
mod privacy;
mod publication;
mod require_sign_in;
mod research;
mod rpc_envelope;
mod rpc_headers;
mod rpc_methods;
mod schema_validation;
mod serving;
mod stdio_lines;
mod stdio_messages;
mod stdio_open;
mod streams;
mod support;
mod tenancy_properties;
mod token_matrix;
mod tools_list;
