//! A gateway whose callers sign in: real signatures, a real store of records,
//! the product's own doors.

use std::sync::Arc;

use dealeragent_auth::{IssuerSettings, KeySet, KeySource, Records, Verifier};
use dealeragent_egress::{Egress, EgressPolicy};
use dealeragent_gateway::{Issuer, Subject};
use dealeragent_protocol::values::{OrganizationId, RooftopId, Scope, Text, Timestamp};
use dealeragent_server::{
    assembly::Services,
    auth,
    http::{Guards, Limits},
};
use dealeragent_store::{DelegationRecord, RecordedOnly, RecordedReach, Store, TokenRecord};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    NOW, Running,
    audit::Audit,
    dealership::Dealership,
    folder::Folder,
    time,
    tokens::{Signer, StandingKeys},
};

/// The one site of these gateways.
pub(crate) const HOST: &str = "dealers.example";
pub(crate) const ADDRESS: &str = "https://dealers.example";
/// The agent that every token here was made for.
pub(crate) const AGENT: &str = "agent-7";
pub(crate) const SCOPES: [&str; 2] = ["dealeragent:inventory:read", "dealeragent:pricing:read"];

/// Where callers sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignInAt {
    /// An authorization server that clients are told of.
    AuthorizationServer,
    /// Nowhere: the gateway issues tokens itself.
    OwnIssuer,
}

impl SignInAt {
    pub(crate) const ALL: [Self; 2] = [Self::AuthorizationServer, Self::OwnIssuer];

    pub(crate) fn issuer(self) -> &'static str {
        match self {
            Self::AuthorizationServer => "https://login.example",
            Self::OwnIssuer => ADDRESS,
        }
    }
}

pub(crate) struct SignedIn {
    pub(crate) running: Running,
    pub(crate) store: Store,
    pub(crate) signer: Signer,
    pub(crate) sign_in_at: SignInAt,
    _folders: (TempDir, Folder),
}

impl SignedIn {
    pub(crate) fn new(sign_in_at: SignInAt, dealerships: &[Dealership]) -> Self {
        Self::open(sign_in_at, dealerships, false)
    }

    /// One where everybody must sign in.
    pub(crate) fn requiring(sign_in_at: SignInAt, dealerships: &[Dealership]) -> Self {
        Self::open(sign_in_at, dealerships, true)
    }

    fn open(sign_in_at: SignInAt, dealerships: &[Dealership], require_sign_in: bool) -> Self {
        let (data, exports) = (TempDir::new().unwrap(), Folder::without_exports());
        let store = Store::open(&data.path().join("data")).unwrap();
        let signer = Signer::new();
        let key_source = match sign_in_at {
            SignInAt::AuthorizationServer => KeySource::Fixed(KeySet::parse(signer.jwks().as_bytes()).unwrap()),
            SignInAt::OwnIssuer => KeySource::Own(Arc::new(StandingKeys(signer.jwks()))),
        };
        let settings = IssuerSettings::new(Issuer::parse(sign_in_at.issuer()).unwrap(), key_source);
        let reader = Arc::new(store.credential_reader().unwrap());
        let records = Records {
            revocations: reader.clone(),
            own_revocations: Arc::new(RecordedOnly::new(reader.clone())),
            delegations: reader,
        };
        let egress = Egress::new(EgressPolicy::default()).unwrap();
        let verifier = Arc::new(Verifier::new(vec![settings], egress, records).unwrap());
        let services = Services {
            audit: Arc::new(Audit::default()),
            issues_tokens: sign_in_at == SignInAt::OwnIssuer,
            ..Services::default()
        };
        let config = config(sign_in_at, dealerships, &exports, require_sign_in);
        let running = Running::guarded(&config, exports.files(), Limits::default(), services, |gateway| Guards {
            credentials: Some(auth::credentials(verifier, Arc::clone(gateway))),
        });
        assert!(running.outcomes.iter().all(|outcome| outcome.result.is_ok()), "{:?}", running.outcomes);
        Self { running, store, signer, sign_in_at, _folders: (data, exports) }
    }

    /// The claims of a token for everything at these rooftops, for an hour.
    pub(crate) fn claims(&self, jti: &str, organization: &str, rooftops: &[&str]) -> Value {
        let now = time(NOW).as_second();
        json!({
            "iss": self.sign_in_at.issuer(), "sub": AGENT, "aud": ADDRESS, "client_id": AGENT, "jti": jti,
            "iat": now, "nbf": now, "exp": now + 3600, "scope": SCOPES.join(" "),
            "dealeragent_organization": organization, "dealeragent_rooftops": rooftops,
        })
    }

    /// Writes a token down, as an issuer does before it hands one out. Only its
    /// id counts: what a token allows stands in itself.
    pub(crate) fn record(&self, jti: &str) {
        self.record_for(jti, AGENT);
    }

    /// The same for another agent.
    pub(crate) fn record_for(&self, jti: &str, subject: &str) {
        let record = TokenRecord {
            jti: Text::bounded(jti),
            subject: Text::bounded(subject),
            organization: OrganizationId::parse("any").unwrap(),
            reach: RecordedReach::Rooftops([RooftopId::parse("any").unwrap()].into()),
            scopes: [].into(),
            profiles: None,
            purposes: None,
            audience: ADDRESS.to_owned(),
            issued_at: time(NOW),
            expires_at: time(NOW).plus_seconds(3600),
            revoked: None,
        };
        self.store.credential_store().record(&record).unwrap();
    }

    /// Revokes a token that was written down.
    pub(crate) fn revoke(&self, jti: &str) {
        let revoked = self.store.credential_store().revoke(&Text::bounded(jti), None, time(NOW)).unwrap();
        assert!(matches!(revoked, dealeragent_store::Revoked::Now(_)), "{jti}");
    }

    pub(crate) fn end_delegation(&self, id: &str) {
        let revoked = self.store.delegation_store().revoke(&Text::bounded(id), time(NOW)).unwrap();
        assert!(matches!(revoked, dealeragent_store::Revoked::Now(_)), "{id}");
    }

    /// Records a delegation of these rooftops to `grantee`.
    pub(crate) fn delegate(&self, id: &str, grantee: &str, at: (&str, &[&str]), scopes: &[&str], ends: Timestamp) {
        let (organization, rooftops) = at;
        let record = DelegationRecord {
            id: Text::bounded(id),
            issuer: Subject::bounded("group office"),
            grantee: Subject::bounded(grantee),
            organization: OrganizationId::parse(organization).unwrap(),
            rooftops: rooftops.iter().map(|id| RooftopId::parse(id).unwrap()).collect(),
            scopes: scopes.iter().map(|scope| Scope::parse(scope).unwrap()).collect(),
            created_at: time(NOW).plus_seconds(-7200),
            expires_at: ends,
            revoked_at: None,
        };
        self.store.delegation_store().create(&record).unwrap();
    }
}

/// Limits that no test of rights reaches: the clock stands still.
const WIDE: &str = "{ burst = 1000000, per_second = 1000 }";

fn config(sign_in_at: SignInAt, dealerships: &[Dealership], folder: &Folder, require_sign_in: bool) -> String {
    let ids: Vec<String> = dealerships.iter().map(|dealer| format!("\"{}\"", dealer.id)).collect();
    let issuers = match sign_in_at {
        SignInAt::AuthorizationServer => format!("[[issuers]]\nissuer = \"{}\"\n", sign_in_at.issuer()),
        SignInAt::OwnIssuer => String::new(),
    };
    let head = format!(
        "[server]\nsearch_and_fetch = true\nrequire_sign_in = {require_sign_in}\n\n[operator]\nname = \"Hosting\"\n\n[limits]\nholder_reads = {WIDE}\n\
         holder_checks = {WIDE}\nrooftop_checks = {WIDE}\n{issuers}[[sites]]\npublic_url = \"{ADDRESS}\"\n\
         gateway_id = \"one\"\norganizations = [{}]\n",
        ids.join(", ")
    );
    dealerships.iter().fold(head, |config, dealer| config + &dealer.write(folder))
}
