//! What can go wrong outside, in words that may be logged and shown to an
//! operator.

use std::{error::Error, io, time::Duration};

use crate::{AddressClass, resolve::Unresolved};

/// Why a request brought nothing. `host` is a host name or an address, nothing
/// more of the URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields mean the same everywhere: host, limit, status, wait")]
pub enum EgressError {
    /// No URL, no host, or one with a user name.
    #[error("{host}: not an address that can be called; write scheme, host and path, without user name or password")]
    InvalidUrl { host: String },
    /// Neither https nor allowed without it.
    #[error("{host}: only https is called; use https, or allow plain http for exactly this host")]
    SchemeRefused { host: String },
    /// The secret for it holds what no header can.
    #[error("{host}: the secret for it cannot be sent; check it for line breaks and other invisible characters")]
    InvalidSecret { host: String },
    /// The host has no address that may be called.
    #[error("{host}: is {}; allow exactly this host or its network if that is meant", class.words())]
    AddressRefused { host: String, class: AddressClass },
    /// The name has no address.
    #[error("{host}: the name cannot be resolved; check its spelling and the name server")]
    NameNotFound { host: String },
    /// No connection.
    #[error("{host}: cannot be connected to; check that it runs and can be reached from here")]
    Unreachable { host: String },
    /// No agreement on TLS.
    #[error("{host}: its certificate is not accepted; check its name, its dates and who signed it")]
    CertificateRefused { host: String },
    /// It took too long.
    #[error("{host}: gave no whole answer within {} ms; try later or allow more time", after.as_millis())]
    TimedOut { host: String, after: Duration },
    /// What came was no HTTP answer, or nothing came at all.
    #[error("{host}: closed the connection or sent no HTTP answer; check that the address is a web server's")]
    NoAnswer { host: String },
    /// The body ended before its end.
    #[error("{host}: broke off within its answer; try again")]
    BrokenOff { host: String },
    /// The body is longer than allowed.
    #[error("{host}: sent more than {limit} bytes; allow more if the size is expected")]
    TooLong { host: String, limit: usize },
    /// The headers are longer than allowed.
    #[error("{host}: sent more than {limit} bytes of headers; its operator must send fewer")]
    HeadersTooLong { host: String, limit: usize },
    /// The body is of another kind than was asked for.
    #[error("{host}: sent another kind of content than was asked for; check the address")]
    WrongType { host: String },
    /// A redirect to nowhere, or out of TLS, or from a POST.
    #[error("{host}: redirects to where no request is sent; use the address that it really has")]
    RedirectRefused { host: String },
    /// More redirects than allowed.
    #[error("{host}: redirects more than {limit} times; use the address that it really has")]
    TooManyRedirects { host: String, limit: usize },
    /// An answer that is no success.
    #[error("{host}: answered with status {status}")]
    Status { host: String, status: u16, retry_after: Option<Duration> },
    /// The body could not be written to its file.
    #[error("{host}: what it sent cannot be written to a file here ({kind}); check free space and permissions")]
    NotSaved { host: String, kind: io::ErrorKind },
    /// It failed so often that it is left alone.
    #[error("{host}: failed repeatedly and is left alone; the next try is in {} ms", retry_after.as_millis())]
    Resting { host: String, retry_after: Duration },
}

/// Stands for a host where there is none.
pub(crate) fn no_host() -> String {
    "(no host)".to_owned()
}

impl EgressError {
    /// The host that it is about.
    #[must_use]
    pub fn host(&self) -> &str {
        match self {
            Self::InvalidUrl { host }
            | Self::SchemeRefused { host }
            | Self::InvalidSecret { host }
            | Self::AddressRefused { host, .. }
            | Self::NameNotFound { host }
            | Self::Unreachable { host }
            | Self::CertificateRefused { host }
            | Self::TimedOut { host, .. }
            | Self::NoAnswer { host }
            | Self::BrokenOff { host }
            | Self::TooLong { host, .. }
            | Self::HeadersTooLong { host, .. }
            | Self::WrongType { host }
            | Self::RedirectRefused { host }
            | Self::TooManyRedirects { host, .. }
            | Self::Status { host, .. }
            | Self::NotSaved { host, .. }
            | Self::Resting { host, .. } => host,
        }
    }

    /// Whether the same request may succeed soon.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::NameNotFound { .. }
            | Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::NoAnswer { .. }
            | Self::BrokenOff { .. }
            | Self::Resting { .. } => true,
            Self::Status { status, .. } => matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504),
            _ => false,
        }
    }

    /// How long to wait before the next try, where that is known.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Resting { retry_after, .. } => Some(*retry_after),
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// What the HTTP client's error means. Its text is not kept: it would hold
    /// the URL.
    pub(crate) fn of_client(error: &reqwest::Error, host: &str, in_body: bool) -> Self {
        let host = host.to_owned();
        // All else that a request is built from was checked before.
        if error.is_builder() {
            return Self::InvalidSecret { host };
        }
        let mut source = error.source();
        while let Some(cause) = source {
            match cause.downcast_ref::<Unresolved>() {
                Some(Unresolved::NotFound) => return Self::NameNotFound { host },
                Some(Unresolved::Refused(class)) => return Self::AddressRefused { host, class: *class },
                None => {}
            }
            if error.is_connect() && cause.to_string().contains("certificate") {
                return Self::CertificateRefused { host };
            }
            source = cause.source();
        }
        match (in_body, error.is_connect()) {
            (true, _) => Self::BrokenOff { host },
            (false, true) => Self::Unreachable { host },
            (false, false) => Self::NoAnswer { host },
        }
    }
}
