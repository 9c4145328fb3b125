//! Who signed it, and with what.

use data_encoding::BASE64URL_NOPAD;
use dealeragent_auth::{LONGEST_TOKEN, Rejected, SigningAlgorithm, TokenTypes};
use jsonwebtoken::{Algorithm, EncodingKey};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    signer::{Signer, unsigned},
    support::{Bench, claims, claims_with},
};

#[tokio::test]
async fn every_allowed_algorithm_is_accepted() {
    for signer in
        [Signer::es256("a"), Signer::eddsa("b"), Signer::rsa("c", Algorithm::RS256), Signer::rsa("d", Algorithm::PS256)]
    {
        let found = Bench::fixed(&signer).verify(&signer.sign(&claims())).await.unwrap();
        assert_eq!(found.subject.as_str(), "acme-bot", "{:?}", signer.algorithm);
    }
}

#[tokio::test]
async fn an_algorithm_that_the_issuer_does_not_use_is_refused() {
    let signer = Signer::es256("a");
    let bench = Bench::with(&signer, |settings| settings.algorithms = [SigningAlgorithm::EdDsa].into());
    assert_eq!(bench.verify(&signer.sign(&claims())).await, Err(Rejected::AlgorithmRefused));
}

#[tokio::test]
async fn nobody_needs_no_key() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    for name in ["none", "None", "NONE", "nOnE", "", "HS256", "HS384", "HS512", "ES384", "RS512", "es256", "ES256K"] {
        let header = json!({ "alg": name, "typ": "at+jwt", "kid": "a" });
        let message = unsigned(&header, &claims());
        let unsigned = format!("{message}.");
        assert_eq!(bench.verify(&unsigned).await, Err(Rejected::AlgorithmRefused), "{name}");
        let signed = signer.sign_with(&header, &claims());
        assert_eq!(bench.verify(&signed).await, Err(Rejected::AlgorithmRefused), "{name}");
    }
    let empty = format!("{}.", unsigned(&signer.header(), &claims()));
    assert_eq!(bench.verify(&empty).await, Err(Rejected::SignatureWrong));
}

#[tokio::test]
async fn the_public_key_is_no_secret_to_sign_with() {
    for signer in [Signer::rsa("a", Algorithm::RS256), Signer::es256("a")] {
        let bench = Bench::fixed(&signer);
        let jwk = signer.jwk();
        let raw = |name: &str| BASE64URL_NOPAD.decode(jwk[name].as_str().unwrap_or_default().as_bytes()).unwrap();
        for secret in
            [jwk.to_string().into_bytes(), signer.jwks().to_string().into_bytes(), [raw("n"), raw("x")].concat()]
        {
            let header = json!({ "alg": "HS256", "typ": "at+jwt", "kid": "a" });
            let message = unsigned(&header, &claims());
            let key = EncodingKey::from_secret(&secret).unwrap();
            let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &key, Algorithm::HS256).unwrap();
            assert_eq!(bench.verify(&format!("{message}.{signature}")).await, Err(Rejected::AlgorithmRefused));
            // The same signature under the name of the right algorithm.
            let message = unsigned(&signer.header(), &claims());
            let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &key, Algorithm::HS256).unwrap();
            assert_eq!(bench.verify(&format!("{message}.{signature}")).await, Err(Rejected::SignatureWrong));
        }
    }
}

#[tokio::test]
async fn another_key_or_another_kind_of_key_does_not_fit() {
    let (signer, thief) = (Signer::es256("a"), Signer::es256("a"));
    let bench = Bench::fixed(&signer);
    assert_eq!(bench.verify(&thief.sign(&claims())).await, Err(Rejected::SignatureWrong));
    let other_kind = Signer::eddsa("a");
    assert_eq!(bench.verify(&other_kind.sign(&claims())).await, Err(Rejected::UnknownKey));
    let (pkcs, pss) = (Signer::rsa("r", Algorithm::RS256), Signer::rsa("r", Algorithm::PS256));
    // The key says that it is for one of the two paddings.
    assert_eq!(Bench::fixed(&pkcs).verify(&pss.sign(&claims())).await, Err(Rejected::UnknownKey));
}

#[tokio::test]
async fn keys_that_a_token_brings_along_are_not_used() {
    let (signer, thief) = (Signer::es256("a"), Signer::es256("mine"));
    let bench = Bench::fixed(&signer);
    for extra in [
        json!({ "jwk": thief.jwk() }),
        json!({ "jku": "https://127.0.0.1:1/jwks" }),
        json!({ "x5u": "https://127.0.0.1:1/x5u" }),
    ] {
        for kid in ["a", "mine"] {
            let mut header = thief.header();
            header["kid"] = kid.into();
            header.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            let wanted = if kid == "a" { Rejected::SignatureWrong } else { Rejected::UnknownKey };
            assert_eq!(bench.verify(&thief.sign_with(&header, &claims())).await, Err(wanted), "{extra}");
        }
    }
}

async fn with_header(bench: &Bench, signer: &Signer, changes: &Value) -> Option<Rejected> {
    let mut header = signer.header();
    for (name, value) in changes.as_object().unwrap() {
        header[name] = value.clone();
    }
    header.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    bench.verify(&signer.sign_with(&header, &claims())).await.err()
}

#[tokio::test]
async fn the_header_must_be_an_access_tokens() {
    let signer = Signer::es256("a");
    let strict = Bench::fixed(&signer);
    let lax = Bench::with(&signer, |settings| settings.token_types = TokenTypes::AnyJwt);
    for (changes, in_strict, in_lax) in [
        (json!({}), None, None),
        (json!({ "typ": "application/AT+JWT" }), None, None),
        (json!({ "typ": "JWT" }), Some(Rejected::TypeRefused), None),
        (json!({ "typ": null }), Some(Rejected::TypeRefused), None),
        (json!({ "typ": "dpop+jwt" }), Some(Rejected::TypeRefused), Some(Rejected::TypeRefused)),
        (json!({ "typ": "logout+jwt" }), Some(Rejected::TypeRefused), Some(Rejected::TypeRefused)),
        (json!({ "kid": null }), Some(Rejected::KeyIdMissing), Some(Rejected::KeyIdMissing)),
        (json!({ "kid": "" }), Some(Rejected::KeyIdMissing), Some(Rejected::KeyIdMissing)),
        (json!({ "kid": "b" }), Some(Rejected::UnknownKey), Some(Rejected::UnknownKey)),
        (json!({ "kid": "a".repeat(300) }), Some(Rejected::UnknownKey), Some(Rejected::UnknownKey)),
        (json!({ "kid": 7 }), Some(Rejected::Malformed), Some(Rejected::Malformed)),
        (json!({ "crit": ["exp"], "exp": 1 }), Some(Rejected::CriticalHeader), Some(Rejected::CriticalHeader)),
        (json!({ "crit": [] }), Some(Rejected::CriticalHeader), Some(Rejected::CriticalHeader)),
        (json!({ "crit": ["b64"], "b64": true }), Some(Rejected::CriticalHeader), Some(Rejected::CriticalHeader)),
        (json!({ "b64": false }), Some(Rejected::Malformed), Some(Rejected::Malformed)),
    ] {
        assert_eq!(with_header(&strict, &signer, &changes).await, in_strict, "{changes}");
        assert_eq!(with_header(&lax, &signer, &changes).await, in_lax, "{changes}");
    }
}

#[tokio::test]
async fn a_changed_token_is_refused() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    let token = signer.sign(&claims());
    assert!(bench.verify(&token).await.is_ok());
    let parts: Vec<&str> = token.split('.').collect();
    let richer = unsigned(&signer.header(), &claims_with(&json!({ "dealeragent_rooftops": ["ridge-chicago"] })));
    assert_eq!(bench.verify(&format!("{richer}.{}", parts[2])).await, Err(Rejected::SignatureWrong));
    for odd in [
        format!("{token}."),
        format!("{token}.{}", parts[2]),
        format!("{}.{}", parts[0], parts[1]),
        format!("{token}="),
        format!(" {token}"),
        format!("{token}\n"),
        format!(".{}.{}", parts[1], parts[2]),
        format!("{}..{}", parts[0], parts[2]),
    ] {
        assert_eq!(bench.verify(&odd).await, Err(Rejected::Malformed));
    }
    assert!(bench.verify(&token).await.is_ok());
}

#[tokio::test]
async fn a_token_of_another_issuer_is_refused_unasked() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    for issuer in ["https://sign-in.example/", "https://SIGN-IN.example", "https://other.example", ""] {
        let token = signer.sign(&claims_with(&json!({ "iss": issuer })));
        assert_eq!(bench.verify(&token).await, Err(Rejected::IssuerUnknown), "{issuer}");
    }
    let token = signer.sign(&claims_with(&json!({ "iss": null })));
    assert_eq!(bench.verify(&token).await, Err(Rejected::Malformed));
}

#[tokio::test]
async fn a_token_of_more_than_8_kib_is_not_read() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    let long = signer.sign(&claims_with(&json!({ "padding": "x".repeat(LONGEST_TOKEN) })));
    assert_eq!(bench.verify(&long).await, Err(Rejected::TooLong));
    assert_eq!(bench.verify(&"a".repeat(LONGEST_TOKEN + 1)).await, Err(Rejected::TooLong));
    assert_eq!(bench.verify(&"a".repeat(LONGEST_TOKEN)).await, Err(Rejected::Malformed));
    let fits = signer.sign(&claims_with(&json!({ "padding": "x".repeat(4096) })));
    assert!(bench.verify(&fits).await.is_ok());
}

proptest! {
    #[test]
    fn garbage_is_refused(text in "[ -~]{0,120}|[a-zA-Z0-9_.-]{0,120}|\\PC{0,40}") {
        let bench = Bench::fixed(&Signer::es256("a"));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        prop_assert!(runtime.block_on(bench.verify(&text)).is_err());
    }

    #[test]
    fn any_flipped_bit_is_noticed(at in any::<proptest::sample::Index>(), bit in 0_u8..6) {
        let signer = Signer::es256("a");
        let bench = Bench::fixed(&signer);
        let token = signer.sign(&claims());
        let at = at.index(token.len());
        let mut bytes = token.clone().into_bytes();
        bytes[at] ^= 1 << bit;
        let changed = String::from_utf8(bytes).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        prop_assert!(runtime.block_on(bench.verify(&changed)).is_err());
    }
}
