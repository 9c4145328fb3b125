//! Tokens with real signatures against the verifier, and its issuers on this
//! machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod caching;
mod claims;
mod discovery;
mod introspection;
mod key_fetching;
mod leaks;
mod mapping;
mod server;
mod settings;
mod signatures;
mod signer;
mod support;
