//! Why the issuer cannot do its work.

use std::{io, path::Path, path::PathBuf};

use crate::OrderRefused;

/// A fault of the issuer. Every message says what is wrong, where, and how to
/// mend it. For operators: it names paths, so no caller may see it. No message
/// holds a key or a token.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IssuerFault {
    /// The order cannot be fulfilled.
    #[error(transparent)]
    Order(#[from] OrderRefused),
    /// A file cannot be used.
    #[error(
        "cannot {doing} {path}: {source}; check that the folder is on a local disk and belongs to this user",
        path = path.display()
    )]
    Files {
        /// What was being done.
        doing: &'static str,
        /// Where.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Others on this machine can get at a key.
    #[error(
        "{path} is open to others (mode {mode:04o}); whoever reads the signing key can make tokens. Mend it with \
         `chmod {wanted:o} {path}`, and if somebody may have read it, run `dealeragent token rotate-key --now`",
        path = path.display()
    )]
    OpenToOthers {
        /// Where.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
        /// What they must be.
        wanted: u32,
    },
    /// A link or a device where a file or folder is expected.
    #[error("{path} is not {wanted}; put the real one there, not a link", path = path.display())]
    NotPlain {
        /// Where.
        path: PathBuf,
        /// What is expected.
        wanted: &'static str,
    },
    /// The list of keys cannot be used.
    #[error(
        "the list of signing keys {path} cannot be used: {problem}; restore the folder from a backup, or move it away: \
         the gateway then begins with a new key, and all tokens end",
        path = path.display()
    )]
    BadRing {
        /// Where.
        path: PathBuf,
        /// What is wrong.
        problem: &'static str,
    },
    /// A key file cannot be used.
    #[error(
        "the signing key {path} cannot be used: {problem}; restore it from a backup, or run `dealeragent token \
         rotate-key` for a new one",
        path = path.display()
    )]
    BadKey {
        /// Where.
        path: PathBuf,
        /// What is wrong.
        problem: &'static str,
    },
    /// The system gives no randomness.
    #[error("the system gives no randomness, without which there are no keys and no ids")]
    Randomness,
    /// The token could not be signed.
    #[error("the token could not be signed; this is a defect, please report it")]
    Signing,
}

impl IssuerFault {
    pub(crate) fn files(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Files { doing, path, source }
    }
}
