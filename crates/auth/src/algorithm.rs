//! The signatures that are accepted at all.

use jsonwebtoken::{Algorithm, AlgorithmFamily};

/// A signature algorithm with a public and a private key. `none` and the HMAC
/// family cannot be written down: whoever could check an HMAC could make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SigningAlgorithm {
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// Ed25519.
    EdDsa,
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    Rs256,
    /// RSASSA-PSS with SHA-256.
    Ps256,
}

impl SigningAlgorithm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Es256, Self::EdDsa, Self::Rs256, Self::Ps256];

    /// Its name in `alg`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::EdDsa => "EdDSA",
            Self::Rs256 => "RS256",
            Self::Ps256 => "PS256",
        }
    }

    /// Reads a name in `alg`, letter by letter as it is written.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    pub(crate) const fn of_library(self) -> Algorithm {
        match self {
            Self::Es256 => Algorithm::ES256,
            Self::EdDsa => Algorithm::EdDSA,
            Self::Rs256 => Algorithm::RS256,
            Self::Ps256 => Algorithm::PS256,
        }
    }

    pub(crate) fn family(self) -> AlgorithmFamily {
        self.of_library().family()
    }
}
