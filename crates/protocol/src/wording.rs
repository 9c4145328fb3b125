//! Every sentence that is said about a fact, one file per language.
//!
//! Nothing outside this module puts a fact into words, so that no other place
//! can say "available now" for what a dealer merely published.

pub mod en;
