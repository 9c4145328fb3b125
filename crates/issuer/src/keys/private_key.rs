//! The private half of the key that signs.

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair},
};
use jsonwebtoken::{
    Algorithm, EncodingKey,
    jwk::{AlgorithmParameters, Jwk},
};

use super::public_key::PublicKey;
use crate::IssuerFault;

/// A P-256 key that can sign.
pub(super) struct PrivateKey {
    signer: EncodingKey,
    public: PublicKey,
}

impl PrivateKey {
    /// Makes a new one.
    pub(super) fn generate() -> Result<Self, IssuerFault> {
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(|_| IssuerFault::Randomness)?;
        Self::from_pkcs8(document.as_ref()).ok_or(IssuerFault::Randomness)
    }

    /// Reads PKCS#8; `None` for anything but a key on P-256.
    pub(super) fn from_pkcs8(der: &[u8]) -> Option<Self> {
        let signer = EncodingKey::from_ec_der(der);
        let jwk = Jwk::from_encoding_key(&signer, Algorithm::ES256).ok()?;
        let AlgorithmParameters::EllipticCurve(point) = jwk.algorithm else { return None };
        Some(Self { signer, public: PublicKey::new(&point.x, &point.y)? })
    }

    /// The key as it is kept.
    pub(super) fn as_pkcs8(&self) -> &[u8] {
        self.signer.as_bytes()
    }

    pub(super) fn public(&self) -> &PublicKey {
        &self.public
    }

    pub(super) fn signer(&self) -> &EncodingKey {
        &self.signer
    }
}

impl std::fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PrivateKey").field("kid", &self.public.kid()).finish_non_exhaustive()
    }
}
