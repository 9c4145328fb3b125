//! The edges of the gateway: MCP over HTTP and stdio, configuration, assembly.
//!
//! The only crate that sees axum.

pub mod assembly;
pub mod auth;
pub mod config;
pub mod dap;
pub mod demo;
pub mod feed_runner;
pub mod feed_sources;
pub mod files;
pub mod http;
pub mod mcp;
pub mod publication;
pub mod stdio;
