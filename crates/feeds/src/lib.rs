//! Dealers' exports in, listings out: right, or visibly held back.
//!
//! One path for every source: [`decode`] (bytes to text), [`read`] (text to
//! records), [`bind`] (header to fields), map (one row to one listing),
//! validate (rows against each other), [`report`] and [`judge`] (a file against
//! the last good state). What differs between
//! sources is data: a [`Profile`] for the kind of export, [`SourceSettings`]
//! for what no export says. No network, no clock; who calls says what time it
//! is.

pub mod bind;
pub mod decode;
mod evidence;
mod falls;
mod fault;
mod import;
pub mod inventory_csv;
pub mod judge;
pub mod keep;
mod map;
mod profile;
pub mod read;
pub mod report;
mod settings;
pub mod shape;
mod suggest;
mod validate;
pub mod values;

pub use evidence::{AttachReport, Evidence, EvidenceFault, LeftOut};
pub use falls::{OdometerFall, odometer_falls};
pub use fault::{FaultKind, FileFault};
pub use import::{Import, Withheld, import, import_reader, import_within};
pub use profile::{Defaults, Field, ImageRules, Layout, Profile, ProfileFault, RooftopRule};
pub use report::FeedReport;
pub use settings::{CLOCK_SKEW_SECONDS, Limits, Reading, SourceSettings};
pub use suggest::{ColumnGuess, Sample, Suggestion, Verdict, fitting, sample, suggest};
