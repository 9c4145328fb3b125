//! Tests of the program as its users run it: real processes, real sockets.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "helpers of tests stop at what should not happen"
)]

mod audit;
mod audit_arguments;
mod audit_kept;
mod audit_panic;
mod banner;
mod call;
mod call_faults;
mod config_check;
mod config_check_files;
mod cursor_keys;
mod delegation;
mod feed_check;
mod feed_convert;
mod feed_kept;
mod feed_profile;
mod feed_sources;
mod help;
mod init;
mod init_answers;
mod log;
mod off_air;
mod publish;
#[cfg(unix)]
mod publish_served;
mod rmcp_http;
mod rmcp_oauth;
mod rmcp_stdio;
mod serve;
mod stdio;
mod support;
mod token;
mod token_audience;
mod token_keys;
