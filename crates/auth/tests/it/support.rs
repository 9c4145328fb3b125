//! A verifier with its surroundings.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Arc, LazyLock, Mutex},
    time::Duration,
};

use dealeragent_auth::{IssuerSettings, KeySet, KeySource, Records, Rejected, SiteAudiences, Verifier};
use dealeragent_egress::{BreakerSettings, Egress, EgressPolicy};
use dealeragent_gateway::{
    CredentialId, CredentialRecordsUnavailable, Delegation, DelegationId, Delegations, Grant, Issuer, Revocations,
    SiteAddress, Subject,
};
use dealeragent_protocol::values::{RooftopId, Scope, Timestamp};
use serde_json::{Value, json};

use crate::signer::Signer;

pub(crate) const NOW: i64 = 1_800_000_000;
pub(crate) const ISSUER: &str = "https://sign-in.example";
pub(crate) const BASE: &str = "https://dealer.example";

pub(crate) fn now() -> Timestamp {
    Timestamp::from_second(NOW)
}

pub(crate) fn after(seconds: i64) -> Timestamp {
    now().plus_seconds(seconds)
}

pub(crate) fn site() -> SiteAudiences {
    SiteAudiences::of(&SiteAddress::parse(BASE).unwrap())
}

pub(crate) fn issuer(name: &str) -> Issuer {
    Issuer::parse(name).unwrap()
}

/// Claims of a good token of ours.
pub(crate) fn claims() -> Value {
    json!({
        "iss": ISSUER, "sub": "acme-bot", "aud": format!("{BASE}/mcp"), "exp": NOW + 600, "iat": NOW, "jti": "t-1",
        "client_id": "acme", "scope": "dealeragent:inventory:read openid",
        "dealeragent_organization": "example-ridge", "dealeragent_rooftops": ["ridge-denver"],
    })
}

/// Those claims with some that differ; null takes one away.
pub(crate) fn claims_with(changes: &Value) -> Value {
    let mut claims = claims();
    for (name, value) in changes.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims
}

/// Records that can be changed and broken.
#[derive(Default)]
pub(crate) struct Book {
    pub(crate) revoked: Mutex<HashSet<String>>,
    pub(crate) delegations: Mutex<HashMap<String, Delegation>>,
    pub(crate) is_broken: Mutex<bool>,
}

impl Book {
    fn check(&self) -> Result<(), CredentialRecordsUnavailable> {
        if *self.is_broken.lock().unwrap() { Err(CredentialRecordsUnavailable) } else { Ok(()) }
    }
}

impl Revocations for Book {
    fn is_revoked(&self, credential: &CredentialId, subject: &Subject) -> Result<bool, CredentialRecordsUnavailable> {
        self.check()?;
        let revoked = self.revoked.lock().unwrap();
        Ok(revoked.contains(credential.as_str()) || revoked.contains(subject.as_str()))
    }
}

impl Delegations for Book {
    fn find(&self, id: &DelegationId) -> Result<Option<Delegation>, CredentialRecordsUnavailable> {
        self.check()?;
        Ok(self.delegations.lock().unwrap().get(id.as_str()).cloned())
    }
}

/// A delegation to acme-bot for two rooftops, to look at inventory.
pub(crate) fn delegation() -> Delegation {
    Delegation {
        id: DelegationId::parse("dlg_1").unwrap(),
        issuer: Subject::parse("group office").unwrap(),
        grantee: Subject::parse("acme-bot").unwrap(),
        rooftops: rooftops(&["ridge-denver", "ridge-chicago"]),
        scopes: scopes(&["dealeragent:inventory:read"]),
        expires_at: after(300),
    }
}

pub(crate) fn rooftops(ids: &[&str]) -> BTreeSet<RooftopId> {
    ids.iter().map(|id| RooftopId::parse(id).unwrap()).collect()
}

pub(crate) fn scopes(names: &[&str]) -> BTreeSet<Scope> {
    names.iter().map(|name| Scope::parse(name).unwrap()).collect()
}

/// An egress that may call this machine and counts exactly. There is one, since
/// it reads the system's certificates.
pub(crate) fn egress() -> Egress {
    static EGRESS: LazyLock<Egress> = LazyLock::new(|| {
        let policy = EgressPolicy::default().allow_host("127.0.0.1").unwrap();
        let mut policy = policy.allow_plain_http("127.0.0.1").unwrap();
        policy.retry.times = 0;
        policy.breaker = BreakerSettings { failures: 1000, ..BreakerSettings::default() };
        policy.connect_timeout = Duration::from_secs(5);
        Egress::new(policy).unwrap()
    });
    EGRESS.clone()
}

/// A verifier and the records behind it.
pub(crate) struct Bench {
    pub(crate) verifier: Verifier,
    pub(crate) book: Arc<Book>,
}

impl Bench {
    pub(crate) fn new(issuers: Vec<IssuerSettings>) -> Self {
        let book: Arc<Book> = Arc::default();
        let records = Records { revocations: book.clone(), own_revocations: book.clone(), delegations: book.clone() };
        Self { verifier: Verifier::new(issuers, egress(), records).unwrap(), book }
    }

    /// A verifier for one issuer with one fixed key.
    pub(crate) fn fixed(signer: &Signer) -> Self {
        Self::with(signer, |_| {})
    }

    /// The same with other settings.
    pub(crate) fn with(signer: &Signer, change: impl FnOnce(&mut IssuerSettings)) -> Self {
        let keys = KeySource::Fixed(KeySet::parse(signer.jwks().to_string().as_bytes()).unwrap());
        Self::of(keys, change)
    }

    /// A verifier for one issuer.
    pub(crate) fn of(keys: KeySource, change: impl FnOnce(&mut IssuerSettings)) -> Self {
        let mut settings = IssuerSettings::new(issuer(ISSUER), keys);
        change(&mut settings);
        Self::new(vec![settings])
    }

    pub(crate) async fn verify(&self, token: &str) -> Result<Arc<Grant>, Rejected> {
        self.verify_at(token, now()).await
    }

    pub(crate) async fn verify_at(&self, token: &str, now: Timestamp) -> Result<Arc<Grant>, Rejected> {
        self.verifier.verify(token, &site(), now).await
    }
}
