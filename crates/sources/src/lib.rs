//! Where a feed's file comes from, and when.
//!
//! [`SourceKeys`] and [`ScheduleKeys`] check what the configuration says and make
//! a [`SourcePlan`] and a [`Schedule`] of it. A [`Source`] looks at its place
//! once per [`Look::look`]: it brings a whole file in the data folder with the
//! source's own time, or says that nothing changed, that it is too early, or what
//! is wrong. A [`Fetcher`] looks at many, each at its times, none delayed by
//! another.
//!
//! All that leaves the machine goes through `egress`, SFTP too: which addresses
//! may be called is decided there. Secrets stand in the environment or in files
//! ([`SecretRef`]); nothing here shows them.

mod check;
mod choose;
mod fault;
mod fetched;
mod fetcher;
mod http;
mod keys;
mod local;
mod pattern;
mod plan;
mod s3;
mod schedule;
mod secret;
mod sftp;
mod source;
mod spool;
mod state;
mod task;
mod words;

pub use fault::{FaultKind, SourceFault};
pub use fetched::{Fetched, FetchedFile, NotYet, PassedOver, SourceTime, TimeBasis, Validators};
pub use fetcher::{Clock, Fetcher, FetcherSettings, Job, Looked};
pub use keys::{
    BasicSection, FolderSection, KeyFault, S3Section, S3Style, ScheduleKeys, SftpSection, SourceKeys, UrlSection,
};
pub use pattern::{InvalidPattern, NamePattern};
pub use plan::SourcePlan;
pub use schedule::{Every, InvalidPeriod, Schedule};
pub use secret::SecretRef;
pub use source::{Limits, Look, Looking, Source};
pub use spool::{Spool, SpoolFile};
pub use state::{BackOff, SourceState, Standing};
