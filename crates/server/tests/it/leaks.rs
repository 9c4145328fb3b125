//! Nothing that a caller sends comes back in an error, in the log or in the
//! audit (errors.md section 1). Answers that succeed are another matter: they
//! show what the dealer publishes.
//!
//! The inputs are data under `fixtures/hostile/`, the arguments come from the
//! tools' schemas; a new input or a new argument is covered by itself.

mod arguments;
mod corpus;
mod elsewhere;
mod giants;
mod judge;
mod places;
mod requests;
mod sinks;
mod world;
