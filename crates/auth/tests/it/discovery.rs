//! Keys where the issuer's metadata says.

use dealeragent_auth::{IssuerSettings, KeySource, Rejected};
use serde_json::{Value, json};

use crate::{
    server::Server,
    signer::Signer,
    support::{Bench, claims_with, issuer},
};

struct Realm {
    server: Server,
    signer: Signer,
    issuer: String,
}

impl Realm {
    fn new() -> Self {
        let (server, signer) = (Server::start(), Signer::es256("a"));
        server.says("/jwks", &signer.jwks());
        let issuer = server.url("/realms/one");
        Self { server, signer, issuer }
    }

    fn metadata(&self, issuer: &str) -> Value {
        json!({ "issuer": issuer, "jwks_uri": self.server.url("/jwks"), "token_endpoint": "https://x.example" })
    }

    async fn verify(&self) -> Option<Rejected> {
        let bench = Bench::new(vec![IssuerSettings::new(issuer(&self.issuer), KeySource::Discovery)]);
        bench.verify(&self.signer.sign(&claims_with(&json!({ "iss": self.issuer })))).await.err()
    }
}

#[tokio::test]
async fn each_of_the_three_documents_will_do() {
    for path in [
        "/.well-known/oauth-authorization-server/realms/one",
        "/.well-known/openid-configuration/realms/one",
        "/realms/one/.well-known/openid-configuration",
    ] {
        let realm = Realm::new();
        realm.server.says(path, &realm.metadata(&realm.issuer));
        assert_eq!(realm.verify().await, None, "{path}");
    }
}

#[tokio::test]
async fn metadata_of_another_issuer_is_not_used() {
    for other in ["https://other.example", "", "http://127.0.0.1/realms/one"] {
        let realm = Realm::new();
        realm.server.says("/.well-known/oauth-authorization-server/realms/one", &realm.metadata(other));
        // Not even when another document is right: somebody there speaks for
        // others.
        realm.server.says("/.well-known/openid-configuration/realms/one", &realm.metadata(&realm.issuer));
        assert_eq!(realm.verify().await, Some(Rejected::AuthorizationServerDown), "{other}");
    }
    let realm = Realm::new();
    let slash = format!("{}/", realm.issuer);
    realm.server.says("/.well-known/oauth-authorization-server/realms/one", &realm.metadata(&slash));
    assert_eq!(realm.verify().await, Some(Rejected::AuthorizationServerDown), "compared letter by letter");
}

#[tokio::test]
async fn keys_at_an_address_inside_are_not_fetched() {
    let realm = Realm::new();
    for address in ["https://10.0.0.1/jwks", "http://dealer.example/jwks", "file:///etc/passwd", "x"] {
        let metadata = json!({ "issuer": realm.issuer, "jwks_uri": address });
        realm.server.says("/.well-known/oauth-authorization-server/realms/one", &metadata);
        assert_eq!(realm.verify().await, Some(Rejected::AuthorizationServerDown), "{address}");
    }
}

#[tokio::test]
async fn no_metadata_no_keys() {
    let realm = Realm::new();
    assert_eq!(realm.verify().await, Some(Rejected::AuthorizationServerDown));
    assert_eq!(realm.server.count(), 3);
    realm.server.says("/.well-known/oauth-authorization-server/realms/one", &json!({ "issuer": realm.issuer }));
    assert_eq!(realm.verify().await, Some(Rejected::AuthorizationServerDown));
}
