//! When and for whom a token is.

use dealeragent_auth::Rejected;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    signer::Signer,
    support::{BASE, Bench, NOW, after, claims, claims_with},
};

async fn outcomes(cases: &[(Value, Option<Rejected>)]) {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    for (changes, wanted) in cases {
        let found = bench.verify(&signer.sign(&claims_with(changes))).await;
        assert_eq!(found.err(), *wanted, "{changes}");
    }
}

#[tokio::test]
async fn the_audience_is_one_of_the_sites_names() {
    let wrong = || Some(Rejected::WrongAudience);
    outcomes(&[
        (json!({ "aud": BASE }), None),
        (json!({ "aud": format!("{BASE}/mcp") }), None),
        (json!({ "aud": format!("{BASE}/mcp/compat") }), None),
        (json!({ "aud": ["https://userinfo.example", format!("{BASE}/mcp")] }), None),
        (json!({ "aud": format!("{BASE}/") }), wrong()),
        (json!({ "aud": format!("{BASE}/MCP") }), wrong()),
        (json!({ "aud": format!("{BASE}/mcp/other") }), wrong()),
        (json!({ "aud": "https://dealer.example.attacker.example" }), wrong()),
        (json!({ "aud": "*" }), wrong()),
        (json!({ "aud": [] }), wrong()),
        (json!({ "aud": "" }), wrong()),
        (json!({ "aud": null }), Some(Rejected::ClaimMissing("aud"))),
        (json!({ "aud": { "0": BASE } }), Some(Rejected::ClaimInvalid("aud"))),
        (json!({ "aud": [BASE, 7] }), Some(Rejected::ClaimInvalid("aud"))),
    ])
    .await;
}

#[tokio::test]
async fn a_token_has_its_time_and_its_holder() {
    outcomes(&[
        (json!({ "exp": NOW - 60 }), Some(Rejected::Expired)),
        (json!({ "exp": NOW - 59 }), None),
        (json!({ "exp": null }), Some(Rejected::ClaimMissing("exp"))),
        (json!({ "exp": "soon" }), Some(Rejected::ClaimInvalid("exp"))),
        (json!({ "nbf": NOW + 61 }), Some(Rejected::NotYetValid)),
        (json!({ "nbf": NOW + 60 }), None),
        (json!({ "iat": NOW + 61 }), Some(Rejected::IssuedInFuture)),
        (json!({ "iat": null }), Some(Rejected::ClaimMissing("iat"))),
        (json!({ "sub": null }), Some(Rejected::ClaimMissing("sub"))),
        (json!({ "sub": "" }), Some(Rejected::ClaimInvalid("sub"))),
        (json!({ "sub": "x".repeat(201) }), Some(Rejected::ClaimInvalid("sub"))),
        (json!({ "sub": 7 }), Some(Rejected::ClaimInvalid("sub"))),
        (json!({ "jti": 7 }), Some(Rejected::ClaimInvalid("jti"))),
        (json!({ "act": "x" }), Some(Rejected::ClaimInvalid("act"))),
    ])
    .await;
}

#[tokio::test]
async fn an_old_token_is_refused_where_its_age_is_bounded() {
    let signer = Signer::es256("a");
    let bench = Bench::with(&signer, |settings| {
        settings.longest_age_seconds = Some(3600);
        settings.clock_skew_seconds = 0;
    });
    let token = signer.sign(&claims_with(&json!({ "exp": NOW + 999_999 })));
    assert_eq!(bench.verify(&token).await.unwrap().expires_at, after(3600));
    assert!(bench.verify_at(&token, after(3599)).await.is_ok());
    assert_eq!(bench.verify_at(&token, after(3600)).await, Err(Rejected::TooOld));
}

#[tokio::test]
async fn who_acts_for_whom_is_kept() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    let act = json!({ "act": { "sub": "bot", "act": { "sub": "relay" } } });
    let grant = bench.verify(&signer.sign(&claims_with(&act))).await.unwrap();
    let actors: Vec<&str> = grant.actors.iter().map(|actor| actor.as_str()).collect();
    assert_eq!(actors, ["bot", "relay"]);
    let deep = (0..9).fold(json!({ "sub": "x" }), |inner, _| json!({ "sub": "x", "act": inner }));
    let found = bench.verify(&signer.sign(&claims_with(&json!({ "act": deep })))).await;
    assert_eq!(found.err(), Some(Rejected::ClaimInvalid("act")));
}

proptest! {
    /// The edges hold on the first look and on every later one, from the cache
    /// or not.
    #[test]
    fn a_token_counts_from_skew_before_to_skew_after(
        skew in 0_u32..=300, starts in 0_i64..100, lasts in 1_i64..100, looks in prop::collection::vec(-400_i64..600, 1..6),
    ) {
        let signer = Signer::es256("a");
        let bench = Bench::with(&signer, |settings| settings.clock_skew_seconds = skew);
        let (nbf, exp) = (NOW + starts, NOW + starts + lasts);
        let token = signer.sign(&claims_with(&json!({ "iat": nbf, "nbf": nbf, "exp": exp })));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for look in looks {
            let counts = starts - i64::from(skew) <= look && look < starts + lasts + i64::from(skew);
            let found = runtime.block_on(bench.verify_at(&token, after(look)));
            prop_assert_eq!(found.is_ok(), counts, "{}", look);
            if let Ok(grant) = found {
                prop_assert!(!grant.has_expired(after(look)));
            }
        }
    }
}

#[tokio::test]
async fn a_grant_holds_what_the_token_says() {
    let signer = Signer::es256("a");
    let grant = Bench::fixed(&signer).verify(&signer.sign(&claims())).await.unwrap();
    assert_eq!(grant.client.as_ref().unwrap().as_str(), "acme");
    assert_eq!(grant.issuer.as_str(), "https://sign-in.example");
    assert_eq!(grant.credential.as_ref().unwrap().as_str(), "t-1");
    assert_eq!(grant.audience, format!("{BASE}/mcp"));
    assert_eq!(grant.expires_at, after(660));
    assert_eq!((grant.profiles.as_ref(), grant.purposes.as_ref()), (None, None));
}
