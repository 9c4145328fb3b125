//! The claims of a token: those of RFC 9068, and the protocol's own.

use std::collections::BTreeSet;

use dealeragent_gateway::Reach;
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope},
};
use serde::Serialize;

use crate::IssuedToken;

/// As they stand in the token. Times are whole seconds since the Unix epoch.
#[derive(Debug, Serialize)]
pub(crate) struct Claims<'t> {
    iss: &'t str,
    sub: &'t str,
    aud: &'t str,
    exp: i64,
    iat: i64,
    nbf: i64,
    jti: &'t str,
    /// The agent is its own client: it signs in for nobody else.
    client_id: &'t str,
    /// Scopes, separated by spaces; empty where there is none.
    scope: String,
    #[serde(rename = "dealeragent_organization")]
    organization: &'t OrganizationId,
    #[serde(rename = "dealeragent_rooftops", skip_serializing_if = "Option::is_none")]
    rooftops: Option<&'t BTreeSet<RooftopId>>,
    #[serde(rename = "dealeragent_profiles", skip_serializing_if = "Option::is_none")]
    profiles: Option<&'t BTreeSet<Profile>>,
    #[serde(rename = "dealeragent_purposes", skip_serializing_if = "Option::is_none")]
    purposes: Option<&'t BTreeSet<Purpose>>,
    #[serde(rename = "dealeragent_delegation", skip_serializing_if = "Option::is_none")]
    delegation: Option<&'t str>,
}

impl<'t> Claims<'t> {
    pub(crate) fn of(token: &'t IssuedToken) -> Self {
        let (rooftops, delegation) = match &token.reach {
            Reach::Rooftops(rooftops) => (Some(rooftops), None),
            Reach::Delegated(delegation) => (None, Some(delegation.id.as_str())),
        };
        let issued_at = token.issued_at.as_second();
        Self {
            iss: token.issuer.as_str(),
            sub: token.agent.subject().as_str(),
            aud: token.audience.as_str(),
            exp: token.expires_at.as_second(),
            iat: issued_at,
            nbf: issued_at,
            jti: token.jti.as_str(),
            client_id: token.agent.subject().as_str(),
            scope: token.scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(" "),
            organization: &token.organization,
            rooftops,
            profiles: token.profiles.as_ref(),
            purposes: token.purposes.as_ref(),
            delegation,
        }
    }
}
