//! Durable state behind the ports of the gateway and of the feeds, in SQLite: the
//! audit log, the records about issued tokens and delegations, the keys of
//! cursors, and what is kept of feeds.
//!
//! [`Store::open`] makes or opens the file and brings its schema up to date.
//! [`Store::audit_store`] starts the writer that the gateway appends to,
//! [`Store::audit_archive`] reads, verifies, exports and retires entries.
//! [`Store::credential_store`] and [`Store::delegation_store`] keep the records
//! about credentials, which [`Store::credential_reader`] looks up for each call.
//! [`Store::feed_store`] keeps the last good listings of feeds and their runs.
//! [`Store::availability_reports`] takes in what dealers' systems report about units,
//! which [`Store::reported_units`] looks up for the gateway.
//! [`Store::cursor_keys`] are the keys of cursors, one set for all processes.
//!
//! Everything here blocks; an async caller uses a blocking thread. Appending
//! is the exception: it only queues, and gives back a future.
//!
//! Nothing here reads a clock: times come with entries or as arguments.

mod audit;
mod availability;
mod columns;
mod connection;
mod credentials;
mod cursor_keys;
mod fault;
mod feeds;
mod folder;
mod migrate;
mod store;

pub use audit::{
    Anchor, AuditArchive, AuditFilter, AuditRecord, AuditStore, Broken, ChainHash, Defect, Hex, InvalidHex, InvalidTip,
    LogId, Mark, NotedTip, OutcomeFilter, Place, RetentionPolicy, Retired, Tip, Unwritten, UnwrittenCount,
    Verification, WriterCounts, WriterSettings, verify_export,
};
pub use availability::{AvailabilityReports, Confirmation, Recorded, Reported, ReportedUnits, UnitReport};
pub use credentials::{
    CredentialReader, CredentialStore, DelegationRecord, DelegationStore, RecordedOnly, RecordedReach, Revocation,
    Revoked, TokenFilter, TokenRecord,
};
pub use cursor_keys::CURSOR_KEYS_REFRESH;
pub use fault::StoreFault;
pub use feeds::SqliteFeedStore;
pub use store::{DATABASE_FILE, Store, StoreSettings};
