//! The crate through its public surface.

mod decoding;
mod demo;
mod evidence;
mod golden;
mod profiles;
mod reading;
mod rows;
mod support;
mod values;
mod zones;
