//! Tokens that a test signs itself, good ones and spoiled ones.

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair},
};
use data_encoding::BASE64URL_NOPAD;
use dealeragent_auth::OwnKeys;
use dealeragent_protocol::values::Timestamp;
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};
use serde_json::{Value, json};

const KEY_ID: &str = "key-1";

/// An ES256 key under the id that every token here names.
pub(crate) struct Signer(EncodingKey);

impl Signer {
    pub(crate) fn new() -> Self {
        // The first use in the process decides, and it may be this one.
        let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        Self(EncodingKey::from_ec_der(key.as_ref()))
    }

    /// The public half as a JWKS document.
    pub(crate) fn jwks(&self) -> String {
        let mut jwk = serde_json::to_value(Jwk::from_encoding_key(&self.0, Algorithm::ES256).unwrap()).unwrap();
        jwk["kid"] = KEY_ID.into();
        json!({ "keys": [jwk] }).to_string()
    }

    pub(crate) fn sign(&self, claims: &Value) -> String {
        let header = Header { typ: Some("at+jwt".into()), kid: Some(KEY_ID.into()), ..Header::new(Algorithm::ES256) };
        jsonwebtoken::encode(&header, claims, &self.0).unwrap()
    }
}

/// A token that asks to be believed without a signature.
pub(crate) fn unsigned(claims: &Value) -> String {
    let header = json!({ "alg": "none", "typ": "at+jwt", "kid": KEY_ID });
    let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    format!("{}.{}.", part(&header), part(claims))
}

/// The keys of a gateway's own issuer that never change.
pub(crate) struct StandingKeys(pub(crate) String);

impl OwnKeys for StandingKeys {
    fn jwks(&self, _: Timestamp) -> Option<String> {
        Some(self.0.clone())
    }

    fn has(&self, key_id: &str, _: Timestamp) -> bool {
        key_id == KEY_ID
    }
}
