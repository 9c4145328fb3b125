//! The records about credentials: which tokens this gateway issued and which
//! of them it revoked, and the delegations of groups (contract.md section 9).
//!
//! No token and no key stands here, so that whoever reads the database gains
//! no access by it. A revocation is committed when the call returns, and every
//! process that looks up after that sees it.

mod delegation;
mod delegation_row;
mod delegations;
mod lookups;
mod reader;
mod revoked;
mod token;
mod token_row;
mod tokens;

pub use delegation::DelegationRecord;
pub use delegations::DelegationStore;
pub use reader::{CredentialReader, RecordedOnly};
pub use revoked::Revoked;
pub use token::{RecordedReach, Revocation, TokenFilter, TokenRecord};
pub use tokens::CredentialStore;

use std::path::Path;

use crate::{StoreFault, columns};

/// A fault of the database, or of what stands in one of its records.
fn fault(doing: &'static str, kind: &'static str, path: &Path) -> impl Fn(rusqlite::Error) -> StoreFault {
    let (path, failed) = (path.to_owned(), StoreFault::database(doing, path));
    move |error| {
        if columns::is_content(&error) {
            StoreFault::BadRecord { path: path.clone(), kind, problem: error.to_string() }
        } else {
            failed(error)
        }
    }
}
