//! Tests of the public API.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests stop at what should not happen"
)]

mod discrepancies;
mod drafts;
mod facets;
mod filters;
mod fixture;
mod lookups;
mod naive;
mod pages;
mod position;
mod search_against_scan;
mod snapshot;
mod summaries;
mod tenure;
mod text;
mod unanswered;
mod writing;
