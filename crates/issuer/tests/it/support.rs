//! An issuer in a folder of its own, orders for it, and somebody who checks
//! its tokens as a stranger would.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use dealeragent_gateway::{Delegation, Reach};
use dealeragent_issuer::{AgentName, Issuer, JwkSet, KEYS_FOLDER, Lifetime, Order};
use dealeragent_protocol::values::{OrganizationId, RooftopId, Scope, Text, Timestamp, Uri};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const SITE: &str = "https://dealer.example";

pub(crate) struct World {
    pub(crate) folder: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn data_dir(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn keys(&self) -> PathBuf {
        self.folder.path().join(KEYS_FOLDER)
    }

    pub(crate) fn ring(&self) -> PathBuf {
        self.keys().join("ring.json")
    }

    /// The files with private keys.
    pub(crate) fn private_keys(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.keys()).unwrap().map(|file| file.unwrap().path());
        files.filter(|path| path.to_str().unwrap().contains(".p8")).collect()
    }

    pub(crate) fn issuer(&self) -> Issuer {
        Issuer::open(self.data_dir(), Text::parse(SITE).unwrap(), start()).unwrap()
    }

    /// What opening says when it fails.
    pub(crate) fn fault(&self) -> String {
        Issuer::open(self.data_dir(), Text::parse(SITE).unwrap(), start()).unwrap_err().to_string()
    }
}

pub(crate) fn start() -> Timestamp {
    Timestamp::parse("2026-09-01T14:00:00Z").unwrap()
}

pub(crate) fn hours(n: i64) -> Timestamp {
    start().plus_seconds(n * 3600)
}

pub(crate) fn rooftops(names: &[&str]) -> BTreeSet<RooftopId> {
    names.iter().map(|name| RooftopId::parse(name).unwrap()).collect()
}

pub(crate) fn scopes(names: &[&str]) -> BTreeSet<Scope> {
    names.iter().map(|name| Scope::parse(name).unwrap()).collect()
}

pub(crate) fn order() -> Order {
    Order {
        agent: AgentName::parse("acme-bot").unwrap(),
        audience: Uri::parse(SITE).unwrap(),
        organization: OrganizationId::parse("org-1").unwrap(),
        reach: Reach::Rooftops(rooftops(&["north", "south"])),
        scopes: scopes(&["dealeragent:inventory:read", "dealeragent:pricing:read"]),
        profiles: None,
        purposes: None,
        lifetime: Lifetime::USUAL,
    }
}

pub(crate) fn delegation() -> Delegation {
    Delegation {
        id: Text::parse("dlg_1").unwrap(),
        issuer: Text::parse("group office").unwrap(),
        grantee: Text::parse("acme-bot").unwrap(),
        rooftops: rooftops(&["north", "south", "west"]),
        scopes: scopes(&["dealeragent:inventory:read"]),
        expires_at: hours(100),
    }
}

/// Checks a token as a stranger does who has only the public keys: the
/// algorithm, the key by its id, the signature, `iss` and `aud`. Times are for
/// the tests to look at.
pub(crate) fn verify(token: &str, keys: &JwkSet) -> Option<Value> {
    let header = jsonwebtoken::decode_header(token).ok()?;
    let key = keys.find(header.kid.as_deref()?)?;
    let mut validation = Validation::new(Algorithm::ES256);
    validation.set_issuer(&[SITE]);
    validation.set_audience(&[SITE]);
    (validation.validate_exp, validation.validate_nbf) = (false, false);
    let key = DecodingKey::from_jwk(key).ok()?;
    jsonwebtoken::decode::<Value>(token, &key, &validation).ok().map(|data| data.claims)
}
