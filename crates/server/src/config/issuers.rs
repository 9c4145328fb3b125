//! What the configuration says of issuers and of outgoing requests.

use std::path::Path;

use dealeragent_auth::{
    ClaimMapping, ClaimPath, GrantLine, Introspection, IntrospectionSecret, IssuerSettings, KeySource,
    SigningAlgorithm, TokenTypes,
};
use dealeragent_egress::EgressPolicy;
use dealeragent_gateway::{DelegationId, Issuer};
use dealeragent_protocol::values::{Text, Uri};

use super::{
    edge::network,
    file::{Algorithm, ClaimsSection, ConfigFile, EgressSection, GrantSection, IntrospectionSection, IssuerSection},
    number::Number,
};

/// Issuers as they are configured; their secrets are read when the gateway
/// starts.
#[derive(Debug, Clone, Default)]
pub struct Issuers {
    sections: Vec<IssuerSection>,
    egress: EgressSection,
}

/// Why an issuer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("issuer {issuer}: {problem}")]
pub struct IssuerFault {
    issuer: String,
    problem: String,
}

impl Issuers {
    pub(super) fn of(file: &ConfigFile) -> Self {
        Self { sections: file.issuers.clone(), egress: file.egress.clone() }
    }

    /// Whether there are any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Where people and their agents sign in: issuers that clients are told of.
    #[must_use]
    pub fn authorization_servers(&self) -> Vec<Uri> {
        let listed = self.sections.iter().filter(|section| section.listed.unwrap_or(true));
        listed.map(|section| section.issuer.clone()).collect()
    }

    /// What outgoing requests may reach. Its words were checked before.
    #[must_use]
    pub fn egress_policy(&self) -> EgressPolicy {
        let mut policy = EgressPolicy::default();
        for network in self.egress.allow_networks.iter().filter_map(|text| network(text.as_str())) {
            policy = policy.allow_network(network);
        }
        for host in &self.egress.allow_hosts {
            policy = policy.clone().allow_host(host.as_str()).unwrap_or(policy);
        }
        for host in &self.egress.allow_plain_http {
            policy = policy.clone().allow_plain_http(host.as_str()).unwrap_or(policy);
        }
        policy
    }

    /// The settings of each, with secrets from the environment or from files
    /// beside the configuration.
    ///
    /// # Errors
    /// [`IssuerFault`]: a secret that is not there, a claim that is none.
    pub fn settings(&self, folder: &Path) -> Result<Vec<IssuerSettings>, IssuerFault> {
        self.sections.iter().map(|section| settings(section, folder)).collect()
    }
}

fn settings(section: &IssuerSection, folder: &Path) -> Result<IssuerSettings, IssuerFault> {
    let fault = |problem: String| IssuerFault { issuer: section.issuer.to_string(), problem };
    let issuer = Issuer::parse(section.issuer.as_str()).map_err(|_| fault("its URI is too long".to_owned()))?;
    let keys = match (&section.introspection, &section.jwks_url) {
        (Some(introspection), _) => KeySource::Introspection(asked(introspection, folder).map_err(fault)?),
        (None, Some(url)) => KeySource::JwksUrl(url.to_string()),
        (None, None) => KeySource::Discovery,
    };
    let mut settings = IssuerSettings::new(issuer, keys);
    if let Some(algorithms) = &section.algorithms {
        settings.algorithms = algorithms.iter().map(|algorithm| algorithm_of(*algorithm)).collect();
    }
    if section.accept_any_jwt {
        settings.token_types = TokenTypes::AnyJwt;
    }
    settings.clock_skew_seconds = section.clock_skew_seconds.map_or(settings.clock_skew_seconds, Number::get);
    settings.stale_keys_seconds = section.stale_keys_seconds.map_or(settings.stale_keys_seconds, Number::get);
    settings.longest_age_seconds = section.longest_age_seconds.map(Number::get);
    settings.mapping = mapping(&section.claims).map_err(|error| fault(error.to_string()))?;
    settings.mapping.scope_names = section.scope_names.clone();
    settings.audiences = section.audiences.iter().map(ToString::to_string).collect();
    settings.organizations = section.organizations.as_ref().map(|named| named.iter().cloned().collect());
    settings.grants = section.grants.iter().map(grant_line).collect();
    Ok(settings)
}

fn algorithm_of(word: Algorithm) -> SigningAlgorithm {
    match word {
        Algorithm::ES256 => SigningAlgorithm::Es256,
        Algorithm::EdDSA => SigningAlgorithm::EdDsa,
        Algorithm::RS256 => SigningAlgorithm::Rs256,
        Algorithm::PS256 => SigningAlgorithm::Ps256,
    }
}

fn asked(section: &IntrospectionSection, folder: &Path) -> Result<Introspection, String> {
    let secret = match (&section.client_secret_env, &section.client_secret_file) {
        (Some(name), None) => std::env::var(name.as_str()).map_err(|_| format!("the variable {name} is not set"))?,
        (None, Some(path)) => {
            let path = folder.join(path.as_str());
            let read = std::fs::read_to_string(&path);
            read.map_err(|error| format!("cannot read {}: {error}", path.display()))?.trim_end().to_owned()
        }
        _ => return Err("give either client_secret_env or client_secret_file".to_owned()),
    };
    let secret = IntrospectionSecret::Client { id: section.client_id.to_string(), secret: secret.into() };
    let mut asked = Introspection::new(section.url.as_str(), secret);
    asked.token_prefix = section.token_prefix.as_ref().map(ToString::to_string).unwrap_or_default();
    asked.cache_seconds = section.cache_seconds.map_or(asked.cache_seconds, Number::get);
    Ok(asked)
}

fn mapping(section: &ClaimsSection) -> Result<ClaimMapping, dealeragent_auth::InvalidClaimPath> {
    let mut mapping = ClaimMapping::default();
    let set = |place: &mut Option<ClaimPath>, given: &Option<Text<1, 200>>| {
        if let Some(given) = given {
            *place = Some(ClaimPath::parse(given.as_str())?);
        }
        Ok(())
    };
    set(&mut mapping.organization, &section.organization)?;
    set(&mut mapping.rooftops, &section.rooftops)?;
    set(&mut mapping.profiles, &section.profiles)?;
    set(&mut mapping.purposes, &section.purposes)?;
    set(&mut mapping.delegation, &section.delegation)?;
    set(&mut mapping.client, &section.client)?;
    if let Some(scopes) = &section.scopes {
        mapping.scopes = vec![ClaimPath::parse(scopes.as_str())?];
    }
    Ok(mapping)
}

fn grant_line(section: &GrantSection) -> GrantLine {
    let mut line = GrantLine::new(section.organization.clone(), section.rooftops.iter().cloned().collect());
    line.client = section.client.as_ref().map(ToString::to_string);
    line.subject = section.subject.as_ref().map(ToString::to_string);
    line.delegation = section.delegation.as_ref().and_then(|id| DelegationId::parse(id.as_str()).ok());
    line.scopes = section.scopes.iter().cloned().collect();
    line.profiles = section.profiles.as_ref().map(|profiles| profiles.iter().copied().collect());
    line.purposes = section.purposes.as_ref().map(|purposes| purposes.iter().copied().collect());
    line
}
