//! A JWKS document (RFC 7517), as far as it is of use here.

use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{DecodingKey, jwk::Jwk};
use serde_json::{Map, Value};

use crate::{Rejected, SigningAlgorithm};

/// More keys than any issuer has; the rest is not read.
const MOST_KEYS: usize = 64;
/// RSA keys from 2048 to 8192 bits.
const RSA_MODULUS_BYTES: std::ops::RangeInclusive<usize> = 256..=1024;

/// Keys that can check signatures. Those of other kinds, for encryption, without
/// an id, too short, or with their private half are left out.
#[derive(Clone, Default)]
pub struct KeySet(Vec<Key>);

#[derive(Clone)]
struct Key {
    id: String,
    algorithms: Vec<SigningAlgorithm>,
    decoding: Arc<DecodingKey>,
}

/// Refusal of a document that is no key set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a JSON object with a list `keys` (RFC 7517)")]
pub struct InvalidKeys;

impl std::fmt::Debug for KeySet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|key| &key.id)).finish()
    }
}

impl KeySet {
    /// Reads a JWKS document.
    ///
    /// # Errors
    /// [`InvalidKeys`]: no such document. One whose keys are all of no use is a
    /// set of none.
    pub fn parse(document: &[u8]) -> Result<Self, InvalidKeys> {
        let document: Map<String, Value> = serde_json::from_slice(document).map_err(|_| InvalidKeys)?;
        let keys = document.get("keys").and_then(Value::as_array).ok_or(InvalidKeys)?;
        Ok(Self(keys.iter().take(MOST_KEYS).filter_map(Key::read).collect()))
    }

    /// The one key of that id that fits the algorithm. RFC 7517 section 4.5 lets
    /// keys of different kinds share an id; keys of one kind leave it open which
    /// is meant, so none is.
    pub(crate) fn find(&self, id: &str, algorithm: SigningAlgorithm) -> Result<Arc<DecodingKey>, Rejected> {
        let mut fitting = self.0.iter().filter(|key| key.id == id && key.algorithms.contains(&algorithm));
        match (fitting.next(), fitting.next()) {
            (Some(key), None) => Ok(Arc::clone(&key.decoding)),
            (None, _) => Err(Rejected::UnknownKey),
            (Some(_), Some(_)) => Err(Rejected::AmbiguousKey),
        }
    }
}

impl Key {
    fn read(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let is_for_signatures = value.get("use").is_none_or(|usage| usage == "sig");
        let operations = value.get("key_ops").map(|operations| operations.as_array());
        let may_verify = operations.is_none_or(|list| list.is_some_and(|list| list.iter().any(|op| op == "verify")));
        // A private half that everybody can read protects nothing any more.
        if !is_for_signatures || !may_verify || value.get("d").is_some() {
            return None;
        }
        let mut algorithms = match (text("kty")?, text("crv")) {
            ("RSA", _) if has_fair_size(text("n")?, text("e")?) => {
                vec![SigningAlgorithm::Rs256, SigningAlgorithm::Ps256]
            }
            ("EC", Some("P-256")) => vec![SigningAlgorithm::Es256],
            ("OKP", Some("Ed25519")) => vec![SigningAlgorithm::EdDsa],
            _ => return None,
        };
        if let Some(only) = value.get("alg") {
            algorithms.retain(|algorithm| only == algorithm.name());
        }
        let jwk: Jwk = serde_json::from_value(value.clone()).ok()?;
        let decoding = DecodingKey::from_jwk(&jwk).ok()?;
        let fits = algorithms.iter().all(|algorithm| algorithm.family() == decoding.family());
        let id = text("kid").filter(|id| !id.is_empty())?.to_owned();
        (fits && !algorithms.is_empty()).then(|| Self { id, algorithms, decoding: Arc::new(decoding) })
    }
}

fn has_fair_size(modulus: &str, exponent: &str) -> bool {
    let length = |text: &str| {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        Some(bytes.iter().skip_while(|byte| **byte == 0).count())
    };
    length(modulus).is_some_and(|bytes| RSA_MODULUS_BYTES.contains(&bytes))
        && length(exponent).is_some_and(|bytes| (1..=4).contains(&bytes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const X: &str = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU";
    const Y: &str = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0";

    fn set(keys: &Value) -> KeySet {
        KeySet::parse(json!({ "keys": keys }).to_string().as_bytes()).unwrap()
    }

    fn ec(changes: &Value) -> Value {
        let mut key = json!({ "kty": "EC", "crv": "P-256", "kid": "a", "x": X, "y": Y });
        key.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        key
    }

    #[test]
    fn only_keys_for_signatures_count() {
        let es256 = SigningAlgorithm::Es256;
        for good in [json!({}), json!({ "use": "sig", "alg": "ES256" }), json!({ "key_ops": ["verify"] })] {
            assert!(set(&json!([ec(&good)])).find("a", es256).is_ok(), "{good}");
        }
        for bad in [
            json!({ "use": "enc" }),
            json!({ "use": 1 }),
            json!({ "key_ops": ["sign"] }),
            json!({ "key_ops": "verify" }),
            json!({ "alg": "ES384" }),
            json!({ "alg": 7 }),
            json!({ "crv": "P-384" }),
            json!({ "kty": "OKP" }),
            json!({ "kty": "oct", "k": "AAAA" }),
            json!({ "d": "AAAA" }),
            json!({ "kid": "" }),
            json!({ "kid": 7 }),
            json!({ "x": 7 }),
        ] {
            let found = set(&json!([ec(&bad)])).find("a", es256);
            assert_eq!(found.map(|_| ()), Err(Rejected::UnknownKey), "{bad}");
        }
    }

    #[test]
    fn an_id_that_two_keys_have_names_none() {
        let twice = set(&json!([ec(&json!({})), ec(&json!({ "use": "sig" }))]));
        assert_eq!(twice.find("a", SigningAlgorithm::Es256).map(|_| ()), Err(Rejected::AmbiguousKey));
        let kinds = set(&json!([ec(&json!({})), { "kty": "OKP", "crv": "Ed25519", "kid": "a", "x": X }]));
        assert!(kinds.find("a", SigningAlgorithm::Es256).is_ok());
        assert!(kinds.find("a", SigningAlgorithm::EdDsa).is_ok());
        assert_eq!(kinds.find("a", SigningAlgorithm::Rs256).map(|_| ()), Err(Rejected::UnknownKey));
    }

    #[test]
    fn short_rsa_keys_are_left_out() {
        let rsa = |bytes: usize| {
            let n = BASE64URL_NOPAD.encode(&vec![0xff; bytes]);
            set(&json!([{ "kty": "RSA", "kid": "r", "n": n, "e": "AQAB" }])).find("r", SigningAlgorithm::Rs256).is_ok()
        };
        assert_eq!([rsa(128), rsa(255), rsa(256), rsa(512), rsa(2048)], [false, false, true, true, false]);
    }

    #[test]
    fn other_documents_are_none() {
        for bad in ["", "[]", "{}", r#"{"keys":{}}"#, "<html>", "null"] {
            assert!(KeySet::parse(bad.as_bytes()).is_err(), "{bad}");
        }
        assert_eq!(set(&json!([1, null, "x", {}])).0.len(), 0);
        assert_eq!(set(&Value::Array(vec![ec(&json!({})); 100])).0.len(), 64);
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,80}", name in "kty|crv|n|e|x|y|kid|use|alg", value in "\\PC{0,12}") {
            let _ = KeySet::parse(text.as_bytes());
            let _ = set(&json!([ec(&json!({ name: value }))]));
        }
    }
}
