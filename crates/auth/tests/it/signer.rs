//! Keys, and tokens that are signed with them.

use std::sync::LazyLock;

use aws_lc_rs::{
    encoding::AsDer,
    rand::SystemRandom,
    rsa::KeySize,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, RsaKeyPair},
};
use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, EncodingKey, jwk::Jwk};
use serde_json::{Value, json};

/// One key pair of an issuer.
pub(crate) struct Signer {
    pub(crate) kid: String,
    pub(crate) algorithm: Algorithm,
    key: EncodingKey,
    jwk: Value,
}

/// An RSA key takes long to make, so there is one for all tests.
static RSA: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let pair = RsaKeyPair::generate(KeySize::Rsa2048).unwrap();
    let whole: aws_lc_rs::encoding::Pkcs8V1Der<'_> = pair.as_der().unwrap();
    // The library signs with what is inside of PKCS#8, after 26 bytes of it.
    whole.as_ref()[26..].to_vec()
});

impl Signer {
    pub(crate) fn es256(kid: &str) -> Self {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        Self::new(kid, Algorithm::ES256, EncodingKey::from_ec_der(made.as_ref()))
    }

    pub(crate) fn eddsa(kid: &str) -> Self {
        let made = Ed25519KeyPair::generate_pkcs8v1(&SystemRandom::new()).unwrap();
        Self::new(kid, Algorithm::EdDSA, EncodingKey::from_ed_der(made.as_ref()))
    }

    pub(crate) fn rsa(kid: &str, algorithm: Algorithm) -> Self {
        Self::new(kid, algorithm, EncodingKey::from_rsa_der(&RSA))
    }

    fn new(kid: &str, algorithm: Algorithm, key: EncodingKey) -> Self {
        let jwk = Jwk::from_encoding_key(&key, algorithm).unwrap();
        let mut jwk = serde_json::to_value(jwk).unwrap();
        jwk["kid"] = kid.into();
        jwk["use"] = "sig".into();
        Self { kid: kid.to_owned(), algorithm, key, jwk }
    }

    /// The public half.
    pub(crate) fn jwk(&self) -> Value {
        self.jwk.clone()
    }

    /// A key set of the public half alone.
    pub(crate) fn jwks(&self) -> Value {
        json!({ "keys": [self.jwk] })
    }

    pub(crate) fn header(&self) -> Value {
        json!({ "alg": format!("{:?}", self.algorithm), "typ": "at+jwt", "kid": self.kid })
    }

    /// A signed token with these claims.
    pub(crate) fn sign(&self, claims: &Value) -> String {
        self.sign_with(&self.header(), claims)
    }

    /// A signed token with any header.
    pub(crate) fn sign_with(&self, header: &Value, claims: &Value) -> String {
        let message = unsigned(header, claims);
        let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &self.key, self.algorithm).unwrap();
        format!("{message}.{signature}")
    }
}

/// The first two parts of a token.
pub(crate) fn unsigned(header: &Value, claims: &Value) -> String {
    let encoded = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    format!("{}.{}", encoded(header), encoded(claims))
}
