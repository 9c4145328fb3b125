//! Records about credentials for the tests.

use std::collections::BTreeSet;

use dealeragent_gateway::{CredentialId, DelegationId, Subject};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope, Text, Timestamp},
};
use dealeragent_store::{DelegationRecord, RecordedReach, TokenRecord};

use crate::support::start;

pub(crate) fn jti(n: u32) -> CredentialId {
    Text::parse(format!("jti-{n}")).unwrap()
}

pub(crate) fn agent(name: &str) -> Subject {
    Text::parse(name).unwrap()
}

pub(crate) fn reason(text: &str) -> Text<1, 200> {
    Text::parse(text).unwrap()
}

pub(crate) fn delegation_id(n: u32) -> DelegationId {
    Text::parse(format!("dlg-{n}")).unwrap()
}

pub(crate) fn rooftops(names: &[&str]) -> BTreeSet<RooftopId> {
    names.iter().map(|name| RooftopId::parse(name).unwrap()).collect()
}

pub(crate) fn scopes(names: &[&str]) -> BTreeSet<Scope> {
    names.iter().map(|name| Scope::parse(name).unwrap()).collect()
}

pub(crate) fn hours(n: i64) -> Timestamp {
    start().plus_seconds(n * 3600)
}

/// The `n`th token: issued at second `n`, for an hour.
pub(crate) fn token(n: u32, subject: &str) -> TokenRecord {
    let issued_at = start().plus_seconds(i64::from(n));
    TokenRecord {
        jti: jti(n),
        subject: agent(subject),
        organization: OrganizationId::parse("org-1").unwrap(),
        reach: RecordedReach::Rooftops(rooftops(&["north", "south"])),
        scopes: scopes(&["dealeragent:inventory:read"]),
        profiles: Some([Profile::InventoryRead].into()),
        purposes: Some([Purpose::Display, Purpose::Comparison].into()),
        audience: "https://dealer.example".to_owned(),
        issued_at,
        expires_at: issued_at.plus_seconds(3600),
        revoked: None,
    }
}

/// The `n`th delegation: recorded at second `n`, for a day.
pub(crate) fn delegation(n: u32, grantee: &str) -> DelegationRecord {
    let created_at = start().plus_seconds(i64::from(n));
    DelegationRecord {
        id: delegation_id(n),
        issuer: agent("group office"),
        grantee: agent(grantee),
        organization: OrganizationId::parse("org-1").unwrap(),
        rooftops: rooftops(&["north", "south", "west"]),
        scopes: scopes(&["dealeragent:inventory:read", "dealeragent:pricing:read"]),
        created_at,
        expires_at: created_at.plus_seconds(86_400),
        revoked_at: None,
    }
}
