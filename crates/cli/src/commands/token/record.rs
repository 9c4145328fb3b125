//! What is kept of a token, and how it is told.

use dealeragent_gateway::Reach;
use dealeragent_issuer::IssuedToken;
use dealeragent_protocol::values::{RooftopId, Scope, Timestamp};
use dealeragent_store::{RecordedReach, TokenRecord};

/// What is kept of a token: all but the token.
pub(super) fn record_of(issued: &IssuedToken) -> TokenRecord {
    TokenRecord {
        jti: issued.jti.clone(),
        subject: issued.agent.subject().clone(),
        organization: issued.organization.clone(),
        reach: match &issued.reach {
            Reach::Rooftops(rooftops) => RecordedReach::Rooftops(rooftops.clone()),
            Reach::Delegated(delegation) => RecordedReach::Delegation(delegation.id.clone()),
        },
        scopes: issued.scopes.clone(),
        profiles: issued.profiles.clone(),
        purposes: issued.purposes.clone(),
        audience: issued.audience.as_str().to_owned(),
        issued_at: issued.issued_at,
        expires_at: issued.expires_at,
        revoked: None,
    }
}

/// The rooftops in words.
pub(super) fn reach(record: &TokenRecord) -> String {
    match &record.reach {
        RecordedReach::Rooftops(rooftops) => rooftops.iter().map(RooftopId::as_str).collect::<Vec<_>>().join(", "),
        RecordedReach::Delegation(id) => format!("delegation {id}"),
    }
}

/// The scopes in words.
pub(super) fn scopes(record: &TokenRecord) -> String {
    if record.scopes.is_empty() {
        return "no scope".to_owned();
    }
    record.scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(" ")
}

/// Whether it can be used.
pub(super) fn state(record: &TokenRecord, now: Timestamp) -> &'static str {
    match (&record.revoked, record.is_live(now)) {
        (Some(_), _) => "revoked",
        (None, true) => "live",
        (None, false) => "ended",
    }
}
