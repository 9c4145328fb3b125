//! Durable state behind the gateway's ports; for now the audit log, in SQLite.
//!
//! [`Store::open`] makes or opens the file and brings its schema up to date.
//! [`Store::audit_store`] starts the writer that the gateway appends to,
//! [`Store::audit_archive`] reads, verifies, exports and retires entries.
//!
//! Everything here blocks; an async caller uses a blocking thread. Appending
//! is the exception: it only queues, and gives back a future.
//!
//! Nothing here reads a clock: times come with entries or as arguments.

mod audit;
mod connection;
mod fault;
mod folder;
mod migrate;
mod store;

pub use audit::{
    Anchor, AuditArchive, AuditFilter, AuditRecord, AuditStore, Broken, ChainHash, Defect, Hex, InvalidHex, InvalidTip,
    LogId, Mark, NotedTip, OutcomeFilter, Place, RetentionPolicy, Retired, Tip, Unwritten, UnwrittenCount,
    Verification, WriterCounts, WriterSettings, verify_export,
};
pub use fault::StoreFault;
pub use store::{DATABASE_FILE, Store, StoreSettings};
