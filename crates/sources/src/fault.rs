//! Why no file came, in words for an operator.

use std::{fmt, io, time::Duration};

use dealeragent_egress::EgressError;
use serde::{Deserialize, Serialize};

/// What kind of trouble it is: for alerts, and for whether trying again helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultKind {
    /// The configuration cannot work as it stands.
    Configuration,
    /// A secret is missing, or the other side does not take it.
    Credentials,
    /// The server is not known to be the one that is meant.
    HostKey,
    /// The address may not be called.
    AddressRefused,
    /// There is nothing at that place.
    Missing,
    /// What is there may not be read.
    Permission,
    /// No connection.
    Unreachable,
    /// It took too long.
    TimedOut,
    /// The transfer ended before its end, or the file changed within it.
    BrokenOff,
    /// More than is taken.
    TooLarge,
    /// The other side is busy or broken and says so.
    Server,
    /// The other side speaks otherwise than it should.
    Protocol,
    /// The data folder of this gateway cannot be used.
    LocalDisk,
    /// A defect of this program.
    Internal,
}

impl FaultKind {
    /// The word for logs and alerts: `host_key`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Configuration => "configuration",
            Self::Credentials => "credentials",
            Self::HostKey => "host_key",
            Self::AddressRefused => "address_refused",
            Self::Missing => "missing",
            Self::Permission => "permission",
            Self::Unreachable => "unreachable",
            Self::TimedOut => "timed_out",
            Self::BrokenOff => "broken_off",
            Self::TooLarge => "too_large",
            Self::Server => "server",
            Self::Protocol => "protocol",
            Self::LocalDisk => "local_disk",
            Self::Internal => "internal",
        }
    }

    /// Whether the same look may succeed soon though nobody changed anything.
    /// What a person must mend is looked at seldom: repeated wrong passwords
    /// lock accounts.
    #[must_use]
    pub const fn is_worth_retrying(self) -> bool {
        match self {
            Self::Missing
            | Self::Unreachable
            | Self::TimedOut
            | Self::BrokenOff
            | Self::Server
            | Self::LocalDisk
            | Self::Internal => true,
            Self::Configuration
            | Self::Credentials
            | Self::HostKey
            | Self::AddressRefused
            | Self::Permission
            | Self::TooLarge
            | Self::Protocol => false,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why no file came: where, what, and how to mend it. It holds no secret, no
/// query of an address and nothing that the other side wrote but the names of
/// files, so it may be logged and shown to an operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}; {mend}")]
pub struct SourceFault {
    kind: FaultKind,
    place: String,
    problem: String,
    mend: String,
    retry_after: Option<Duration>,
}

impl SourceFault {
    pub(crate) fn new(kind: FaultKind, place: &str, problem: &str, mend: &str) -> Self {
        let [place, problem, mend] = [place, problem, mend].map(str::to_owned);
        Self { kind, place, problem, mend, retry_after: None }
    }

    /// What kind of trouble it is.
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        self.kind
    }

    /// Where: a path, or a scheme with its host.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// How long the other side asks to be left alone.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    pub(crate) fn timed_out(place: &str, after: Duration) -> Self {
        let problem = format!("gave no whole file within {} s", after.as_secs());
        Self::new(FaultKind::TimedOut, place, &problem, "try later; a smaller file or a nearer server helps")
    }

    pub(crate) fn too_large(place: &str, limit: u64) -> Self {
        let problem = format!("is longer than {limit} bytes");
        Self::new(FaultKind::TooLarge, place, &problem, "check that it is the export of one dealer")
    }

    pub(crate) fn of_disk(place: &str, error: &io::Error) -> Self {
        let problem = format!("cannot be used: {}", error.kind());
        Self::new(FaultKind::LocalDisk, place, &problem, "check free space and permissions of the data folder")
    }

    /// What kept a file of this machine from being read.
    pub(crate) fn of_file(place: &str, error: &io::Error) -> Self {
        let (kind, mend) = match error.kind() {
            io::ErrorKind::NotFound => (FaultKind::Missing, "check the path; relative ones start at the configuration"),
            io::ErrorKind::PermissionDenied => {
                (FaultKind::Permission, "let the user that runs the gateway read it (and its folders)")
            }
            _ => (FaultKind::BrokenOff, "check the disk or the network share that it is on"),
        };
        Self::new(kind, place, &format!("cannot be read: {}", error.kind()), mend)
    }

    /// What a request's failure means for a file at `place`.
    #[must_use]
    pub fn from_egress(place: &str, error: &EgressError) -> Self {
        use EgressError as E;
        let kind = match error {
            E::InvalidUrl { .. } | E::SchemeRefused { .. } => FaultKind::Configuration,
            E::InvalidSecret { .. } => FaultKind::Credentials,
            E::AddressRefused { .. } => FaultKind::AddressRefused,
            E::NameNotFound { .. } | E::Unreachable { .. } | E::CertificateRefused { .. } => FaultKind::Unreachable,
            E::TimedOut { .. } => FaultKind::TimedOut,
            E::NoAnswer { .. } | E::BrokenOff { .. } => FaultKind::BrokenOff,
            E::TooLong { .. } | E::HeadersTooLong { .. } => FaultKind::TooLarge,
            E::Status { status: 401 | 403, .. } => FaultKind::Credentials,
            E::Status { status: 404 | 410, .. } => FaultKind::Missing,
            E::Status { .. } if error.is_transient() => FaultKind::Server,
            E::Resting { .. } => FaultKind::Server,
            E::NotSaved { .. } => FaultKind::LocalDisk,
            _ => FaultKind::Protocol,
        };
        let mend = match error {
            E::AddressRefused { .. } => "if that is meant, name it under [egress]: allow_hosts or allow_networks",
            E::SchemeRefused { .. } => "if https cannot be had, name the host under [egress]: allow_plain_http",
            E::Status { status: 401 | 403, .. } => "check the credentials, and that they may read this file",
            E::Status { status: 404 | 410, .. } => "check the address; nothing is there",
            E::Status { .. } if error.is_transient() => "nothing to do here unless it stays so; it is tried again",
            E::Status { .. } => "check the address with the provider",
            _ => "the last good listings stay",
        };
        let mut fault = Self::new(kind, place, &error.to_string(), mend);
        fault.retry_after = error.retry_after();
        fault
    }
}
