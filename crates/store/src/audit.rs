//! The audit log: an append-only chain of hashes in SQLite (contract.md
//! section 9, "append-resistant with a retention policy").
//!
//! Each entry has a gapless number and a hash over all its fields and the hash
//! before it; the first follows from the log's random id. Retention leaves an
//! [`Anchor`] in the place of what it dropped, and anchors are a chain too.
//!
//! # What this protects against
//!
//! - A defect or a slip (an `UPDATE` or `DELETE` in a SQL shell) is refused by
//!   triggers. Only entries that the newest anchor stands for can be deleted,
//!   and an anchor can only be written for entries that are there.
//! - Changing, inserting, reordering or deleting anything in the middle, even
//!   past the triggers, is found by the verification, with its place.
//!
//! # What it does not
//!
//! - Whoever owns the file can drop the triggers and rewrite the whole chain:
//!   there is no secret in it. They can also cut off its end, and what is left
//!   verifies. A [`Tip`] noted down elsewhere (or an export) reveals both, for
//!   everything up to that tip.
//! - Whoever owns the file can write an anchor that drops entries before their
//!   time. The anchor tells when and under which policy, and an earlier export
//!   still has the entries.
//! - It cannot tell whether an entry was true when it was made.

mod anchor;
mod append;
mod archive;
mod check;
mod cleaning;
mod counts;
mod draft;
mod encoding;
mod export;
mod filter;
mod hex;
mod log;
mod probe;
mod record;
mod retention;
mod row;
mod state;
mod tip;
mod verification;
mod verify;
mod verify_export;
mod writer;

pub use anchor::Anchor;
pub use archive::AuditArchive;
pub use counts::{Unwritten, UnwrittenCount, WriterCounts};
pub use filter::{AuditFilter, OutcomeFilter};
pub use hex::{ChainHash, Hex, InvalidHex, LogId};
pub use log::{AuditStore, WriterSettings};
pub use record::AuditRecord;
pub use retention::{RetentionPolicy, Retired};
pub use tip::{InvalidTip, Tip};
pub use verification::{Broken, Defect, Mark, NotedTip, Place, Verification};
pub use verify_export::verify_export;
