//! The keys that tokens are checked with.

mod discovery;
mod remote;
mod set;

use std::{fmt, sync::Arc};

use dealeragent_protocol::values::Timestamp;

pub(crate) use remote::{Location, RemoteKeys};
pub use set::{InvalidKeys, KeySet};

use crate::Introspection;

/// How the tokens of an issuer are checked.
pub enum KeySource {
    /// With the keys at this address (RFC 7517).
    JwksUrl(String),
    /// With the keys that the issuer's metadata names (RFC 8414, or OpenID
    /// Connect Discovery). The metadata must name exactly this issuer.
    Discovery,
    /// With these keys.
    Fixed(KeySet),
    /// With the keys of the gateway's own issuer.
    Own(Arc<dyn OwnKeys>),
    /// By asking the issuer about each token.
    Introspection(Introspection),
}

/// The keys of an issuer in this process or on this machine.
pub trait OwnKeys: Send + Sync {
    /// Its JWKS document at this time; `None` when it cannot be read, which
    /// refuses its tokens.
    fn jwks(&self, now: Timestamp) -> Option<String>;

    /// Whether a key of this id verifies at this time. Asked for every request:
    /// it must be cheap.
    fn has(&self, key_id: &str, now: Timestamp) -> bool;
}

impl fmt::Debug for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::JwksUrl(_) => "JwksUrl",
            Self::Discovery => "Discovery",
            Self::Fixed(_) => "Fixed",
            Self::Own(_) => "Own",
            Self::Introspection(_) => "Introspection",
        })
    }
}
