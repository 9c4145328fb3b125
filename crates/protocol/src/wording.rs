//! Every sentence that is said about a fact, one module per language.
//!
//! Nothing else puts a fact into words, so that no other place can say
//! "available now" of what a dealer merely published.

pub mod en;
