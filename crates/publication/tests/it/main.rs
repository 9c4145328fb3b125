//! Behaviour of the crate, through its public API.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod faults;
mod properties;
mod publications;
mod schedules;
mod snippets;
mod support;
