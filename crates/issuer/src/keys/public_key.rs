//! The public half of a key.

use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::jwk::{
    AlgorithmParameters, CommonParameters, EllipticCurve, EllipticCurveKeyParameters, EllipticCurveKeyType, Jwk,
    KeyAlgorithm, PublicKeyUse, ThumbprintHash,
};

/// A point on P-256, checked in its form, with its RFC 7638 thumbprint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PublicKey {
    kid: String,
    x: String,
    y: String,
}

impl PublicKey {
    /// Takes coordinates as a JWK has them: 32 bytes each, in base64url.
    pub(super) fn new(x: &str, y: &str) -> Option<Self> {
        let is_coordinate = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).is_ok_and(|bytes| bytes.len() == 32);
        if !is_coordinate(x) || !is_coordinate(y) {
            return None;
        }
        let mut key = Self { kid: String::new(), x: x.to_owned(), y: y.to_owned() };
        key.kid = key.jwk().thumbprint(ThumbprintHash::SHA256).ok()?;
        Some(key)
    }

    /// Its id: the thumbprint.
    pub(super) fn kid(&self) -> &str {
        &self.kid
    }

    pub(super) fn x(&self) -> &str {
        &self.x
    }

    pub(super) fn y(&self) -> &str {
        &self.y
    }

    /// As the JWKS document has it.
    pub(super) fn jwk(&self) -> Jwk {
        Jwk {
            common: CommonParameters {
                public_key_use: Some(PublicKeyUse::Signature),
                key_algorithm: Some(KeyAlgorithm::ES256),
                key_id: Some(self.kid.clone()),
                ..CommonParameters::default()
            },
            algorithm: AlgorithmParameters::EllipticCurve(EllipticCurveKeyParameters {
                key_type: EllipticCurveKeyType::EC,
                curve: EllipticCurve::P256,
                x: self.x.clone(),
                y: self.y.clone(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: &str = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU";
    const Y: &str = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0";

    /// Worked out by hand: SHA-256 over the members in their order.
    #[test]
    fn the_id_is_the_rfc_7638_thumbprint() {
        use sha2::Digest as _;
        let canonical = format!(r#"{{"crv":"P-256","kty":"EC","x":"{X}","y":"{Y}"}}"#);
        let thumbprint = BASE64URL_NOPAD.encode(&sha2::Sha256::digest(canonical));
        assert_eq!(PublicKey::new(X, Y).unwrap().kid(), thumbprint);
    }

    #[test]
    fn other_texts_are_no_coordinates() {
        for bad in ["", "AA", &format!("{X}="), &X.replace('f', "\""), &format!("{X}{X}")] {
            assert!(PublicKey::new(bad, Y).is_none() && PublicKey::new(X, bad).is_none(), "{bad}");
        }
    }
}
