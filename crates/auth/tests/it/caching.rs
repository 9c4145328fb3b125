//! What is remembered, and what is asked again every time.

use std::sync::{Arc, Mutex};

use dealeragent_auth::{KeySource, OwnKeys, Rejected, SiteAudiences};
use dealeragent_gateway::SiteAddress;
use dealeragent_protocol::values::Timestamp;
use serde_json::json;

use crate::{
    signer::Signer,
    support::{BASE, Bench, after, claims, claims_with, delegation, now, rooftops},
};

/// Keys that can be changed, and that count how often they are asked for.
#[derive(Default)]
struct Ring {
    document: Mutex<Option<String>>,
    asked: Mutex<usize>,
}

impl OwnKeys for Ring {
    fn jwks(&self, _: Timestamp) -> Option<String> {
        *self.asked.lock().unwrap() += 1;
        self.document.lock().unwrap().clone()
    }

    fn has(&self, key_id: &str, _: Timestamp) -> bool {
        self.document.lock().unwrap().as_ref().is_some_and(|document| document.contains(&format!("\"{key_id}\"")))
    }
}

fn own(signer: &Signer) -> (Bench, Arc<Ring>) {
    let ring: Arc<Ring> = Arc::default();
    *ring.document.lock().unwrap() = Some(signer.jwks().to_string());
    (Bench::of(KeySource::Own(ring.clone()), |_| {}), ring)
}

#[tokio::test]
async fn a_signature_is_checked_once_in_a_while() {
    let signer = Signer::es256("a");
    let (bench, ring) = own(&signer);
    let token = signer.sign(&claims());
    let first = bench.verify(&token).await.unwrap();
    let again = bench.verify_at(&token, after(9)).await.unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    assert_eq!(*ring.asked.lock().unwrap(), 1);
    assert!(bench.verify_at(&token, after(10)).await.is_ok());
    assert_eq!(*ring.asked.lock().unwrap(), 2);
    // A clock that went back proves nothing.
    assert!(bench.verify_at(&token, after(-1)).await.is_ok());
    assert_eq!(*ring.asked.lock().unwrap(), 3);
}

#[tokio::test]
async fn a_key_that_was_dropped_ends_its_tokens() {
    let signer = Signer::es256("a");
    let (bench, ring) = own(&signer);
    let token = signer.sign(&claims());
    assert!(bench.verify(&token).await.is_ok());
    *ring.document.lock().unwrap() = Some(Signer::es256("b").jwks().to_string());
    // At once, although its signature was checked a moment ago.
    assert_eq!(bench.verify(&token).await, Err(Rejected::UnknownKey));
    assert_eq!(bench.verify_at(&token, after(10)).await, Err(Rejected::UnknownKey));
    for broken in [None, Some("<html>".to_owned())] {
        *ring.document.lock().unwrap() = broken;
        assert_eq!(bench.verify_at(&token, after(10)).await, Err(Rejected::RecordsUnavailable));
    }
}

#[tokio::test]
async fn a_revocation_counts_at_once() {
    let signer = Signer::es256("a");
    for revoked in ["t-1", "acme-bot"] {
        let bench = Bench::fixed(&signer);
        let token = signer.sign(&claims());
        assert!(bench.verify(&token).await.is_ok());
        bench.book.revoked.lock().unwrap().insert(revoked.into());
        assert_eq!(bench.verify(&token).await, Err(Rejected::Revoked));
        assert_eq!(bench.verify(&token).await, Err(Rejected::Revoked));
    }
}

#[tokio::test]
async fn a_token_without_an_id_can_be_revoked_by_the_one_in_its_grant() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    let token = signer.sign(&claims_with(&json!({ "jti": null })));
    let id = bench.verify(&token).await.unwrap().credential.clone().unwrap();
    assert!(id.as_str().starts_with("sha256:"));
    bench.book.revoked.lock().unwrap().insert(id.as_str().to_owned());
    assert_eq!(bench.verify(&token).await, Err(Rejected::Revoked));
}

#[tokio::test]
async fn records_that_cannot_be_read_refuse_everybody() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    let token = signer.sign(&claims());
    assert!(bench.verify(&token).await.is_ok());
    *bench.book.is_broken.lock().unwrap() = true;
    assert_eq!(bench.verify(&token).await, Err(Rejected::RecordsUnavailable));
    assert!(!Rejected::RecordsUnavailable.is_the_tokens_fault());
    *bench.book.is_broken.lock().unwrap() = false;
    assert!(bench.verify(&token).await.is_ok());
}

#[tokio::test]
async fn a_delegation_is_looked_up_every_time() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    let record = |delegation| bench.book.delegations.lock().unwrap().insert("dlg_1".into(), delegation);
    record(delegation());
    let token = signer.sign(&claims_with(&json!({ "dealeragent_delegation": "dlg_1", "dealeragent_rooftops": null })));
    let first = bench.verify(&token).await.unwrap();
    assert!(Arc::ptr_eq(&first, &bench.verify(&token).await.unwrap()));
    let mut narrower = delegation();
    narrower.rooftops = rooftops(&["ridge-chicago"]);
    record(narrower.clone());
    let second = bench.verify(&token).await.unwrap();
    assert_eq!(second.tenancy.as_ref().unwrap().reach, dealeragent_gateway::Reach::Delegated(narrower));
    bench.book.delegations.lock().unwrap().clear();
    assert_eq!(bench.verify(&token).await, Err(Rejected::DelegationUnknown));
}

#[tokio::test]
async fn what_one_site_accepted_another_does_not() {
    let signer = Signer::es256("a");
    let bench = Bench::fixed(&signer);
    let other = SiteAudiences::of(&SiteAddress::parse("https://other.example").unwrap());
    let token = signer.sign(&claims());
    assert!(bench.verify(&token).await.is_ok());
    assert_eq!(bench.verifier.verify(&token, &other, now()).await, Err(Rejected::WrongAudience));
    let both = signer.sign(&claims_with(&json!({ "aud": [BASE, "https://other.example/mcp"] })));
    assert_eq!(bench.verify(&both).await.unwrap().audience, BASE);
    let there = bench.verifier.verify(&both, &other, now()).await.unwrap();
    assert_eq!(there.audience, "https://other.example/mcp");
}
